package runs_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// A catalog has the presets of its games, those that ship and its own.
func TestPresetsOfACatalog(t *testing.T) {
	t.Parallel()
	c := both()
	c.Presets = fstest.MapFS{"lap.yaml": {Data: []byte("# One lap.\n" + onTrack)}}
	names := c.Configs().Names()
	if !slices.Contains(names, "lap") || !slices.Contains(names, "risk") || slices.Contains(names, "hare") {
		t.Errorf("%v", names)
	}
	want, err := c.Tune(t.Context(), runs.Options{Text: onTrack, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Tune(t.Context(), runs.Options{Source: "lap", Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameTuned(got, want); diff != "" {
		t.Error(diff)
	}
	var mistake *runs.MistakeError
	if _, err := c.Tune(t.Context(), runs.Options{Source: "lape", Store: inStore(t)}, nil); !errors.As(err, &mistake) || !strings.Contains(err.Error(), "did you mean lap?") {
		t.Errorf("%v", err)
	}
}

func TestParseSettings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "track.txt")
	if err := os.WriteFile(file, []byte("....+\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := runs.ParseSettings([]string{"a=1", "b=x=y", "c=", "d=@" + file, "a=2"})
	if diff := cmp.Diff(engines.Settings{"a": "2", "b": "x=y", "c": "", "d": "....+"}, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	for _, text := range []string{"a", "=1", "", "a=@" + file + ".none"} {
		var mistake *runs.MistakeError
		if _, err := runs.ParseSettings([]string{text}); !errors.As(err, &mistake) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The benchmark has every strategy once, as it is without any option.
func TestBenchEntries(t *testing.T) {
	t.Parallel()
	var names []string
	for _, e := range runs.BenchEntries(climbing("climb")) {
		names = append(names, e.Name)
		s, err := e.New(tuning.Problem{Space: newTrack().Spec().Weights, Games: 2000, Seed: 1})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		if _, err := s.Ask(); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	want := append(strategies(climbing("climb")), "risk-paper")
	slices.Sort(names)
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
}
