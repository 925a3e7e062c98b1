package results

import (
	"testing"
	"testing/fstest"

	"github.com/lanista/lanista/engines"
)

func TestChampionsAreSound(t *testing.T) {
	list, err := Champions()
	must(t, err)
	for _, c := range list {
		if len(c.Weights) == 0 {
			t.Errorf("%s has no weights", c.File)
		}
		if c.Rating == nil || c.Interval == nil || c.Games == 0 || c.Against == "" {
			t.Errorf("%s comes without its record", c.File)
		}
	}
}

func TestFindChampion(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	list, err := readChampions(fstest.MapFS{
		"champions/README.md":  file("about"),
		"champions/b.json":     file(`{"engine":"othello","weights":{"x":1}}`),
		"champions/a.json":     file(`{"engine":"othello","weights":{"x":2},"settings":{"model":"pieces"}}`),
		"champions/c.json":     file(`{"engine":"othello","weights":{"x":3},"settings":{"model":"pieces","depth":"4"}}`),
		"champions/other.json": file(`{"engine":"risk","weights":{"x":4}}`),
	})
	must(t, err)
	for _, c := range []struct {
		engine   string
		settings engines.Settings
		want     string
	}{
		{"othello", nil, "b"},
		{"othello", engines.Settings{"model": "squares", "depth": "4"}, "b"},
		{"othello", engines.Settings{"model": "pieces", "depth": "2"}, "a"},
		{"othello", engines.Settings{"model": "pieces", "depth": "4", "time": "1"}, "c"},
		{"risk", engines.Settings{"size": "6"}, "other"},
		{"hare", nil, ""},
	} {
		got, ok := FindChampion(list, c.engine, c.settings)
		if got.File != c.want || ok != (c.want != "") {
			t.Errorf("%s %v: %q, want %q", c.engine, c.settings, got.File, c.want)
		}
	}
	if _, err := readChampions(fstest.MapFS{"champions/x.json": file(`{"engine":"risk"}`)}); err == nil {
		t.Error("a champion without weights was read")
	}
}
