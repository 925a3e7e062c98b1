package runs_test

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// A store that is not there is told apart from one that cannot be read.
func TestNoStore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "none.db")
	_, list := runs.List(t.Context(), path, results.Query{})
	_, record := runs.Record(t.Context(), path, "last")
	_, drawable := runs.RecordWithCrosstable(t.Context(), path, "last")
	_, failures := runs.Failures(t.Context(), path, "last")
	_, open := runs.OpenStore(path)
	_, replay := runs.ReplayFailure(t.Context(), both(), runs.Options{Store: path, Resume: "last"}, 1)
	fitted := "engine: {name: risk}\nstrategy: {name: fit, from: \"run:last\"}\nbudget: {games: 20}\n"
	_, fit := both().Resolve(t.Context(), runs.Options{Text: fitted, Store: path})
	for _, err := range []error{list, record, drawable, failures, open, replay, fit} {
		var none *runs.NoStoreError
		if !errors.As(err, &none) || none.Path != path || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v", err)
		}
	}
	if _, err := runs.OpenReadOnly(filepath.Dir(path)); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder: %v", err)
	}
}

func TestBenchEntry(t *testing.T) {
	t.Parallel()
	c := both()
	if all, err := runs.BenchEntry(c, "all"); err != nil || len(all) != len(runs.BenchEntries(c)) {
		t.Errorf("%d, %v", len(all), err)
	}
	if list, err := runs.BenchEntry(c, "spsa"); err != nil || len(list) != 1 || list[0].Name != "spsa" {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := runs.BenchEntry(c, "luck"); err == nil {
		t.Error("a strategy that nobody has is found")
	}
}

// A longer sequence is counted more often, and depths beyond the largest are refused.
func TestPerft(t *testing.T) {
	t.Parallel()
	o := runs.PerftOptions{Engine: "risk", Depth: 2}
	two, err := runs.Perft(t.Context(), both(), o)
	if err != nil || two.Nodes == 0 || two.Engine != "risk" || two.Depth != 2 {
		t.Errorf("%+v, %v", two, err)
	}
	o.Depth = 1
	if one, err := runs.Perft(t.Context(), both(), o); err != nil || one.Nodes == 0 || one.Nodes >= two.Nodes {
		t.Errorf("%+v, %v", one, err)
	}
	var mistake *runs.MistakeError
	o.Depth = runs.MostPerft + 1
	if _, err := runs.Perft(t.Context(), both(), o); !errors.As(err, &mistake) {
		t.Errorf("%v", err)
	}
}
