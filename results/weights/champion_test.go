package weights

import (
	"testing"
	"testing/fstest"

	"github.com/lanista/lanista/engines"
)

func TestChampionsAreSound(t *testing.T) {
	list, err := Champions(Shipped())
	must(t, err)
	if len(list) < 4 {
		t.Errorf("%d champions", len(list))
	}
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
	list, err := Champions(fstest.MapFS{
		"README.md":  file("about"),
		"b.json":     file(`{"engine":"othello","weights":{"x":1}}`),
		"a.json":     file(`{"engine":"othello","weights":{"x":2},"settings":{"model":"pieces"}}`),
		"c.json":     file(`{"engine":"othello","weights":{"x":3},"settings":{"model":"pieces","depth":"4"}}`),
		"seats.json": file(`{"engine":"risk","weights":{"x":5},"seats":3}`),
		"other.json": file(`{"engine":"risk","weights":{"x":4}}`),
	})
	must(t, err)
	for _, c := range []struct {
		engine   string
		settings engines.Settings
		seats    int
		want     string
	}{
		{"othello", nil, 2, "b"},
		{"othello", engines.Settings{"model": "squares", "depth": "4"}, 2, "b"},
		{"othello", engines.Settings{"model": "pieces", "depth": "2"}, 2, "a"},
		{"othello", engines.Settings{"model": "pieces", "depth": "4", "time": "1"}, 2, "c"},
		{"risk", engines.Settings{"size": "6"}, 2, "other"},
		{"risk", nil, 3, "seats"},
		{"risk", nil, 0, "other"},
		{"hare", nil, 2, ""},
	} {
		got, ok := findChampion(list, engines.Spec{Name: c.engine}, c.settings, c.seats)
		if got.File != c.want || ok != (c.want != "") {
			t.Errorf("%s %v: %q, want %q", c.engine, c.settings, got.File, c.want)
		}
	}
	if _, err := Champions(fstest.MapFS{"x.json": file(`{"engine":"risk"}`)}); err == nil {
		t.Error("a champion without weights was read")
	}
}

// A program's own champions stand before those that ship, and in place of those
// of the same name.
func TestChampionsOfAnotherProgram(t *testing.T) {
	own := fstest.MapFS{
		"risk.json":   {Data: []byte(`{"engine":"risk","weights":{"x":1}}`)},
		"hearts.json": {Data: []byte(`{"engine":"hearts","weights":{"x":2}}`)},
	}
	shipped, err := Champions(Shipped())
	must(t, err)
	list, err := Champions(own, Shipped())
	must(t, err)
	if len(list) != len(shipped)+1 || list[0].File != "hearts" || list[1].File != "risk" || list[1].Weights[0].Name != "x" {
		t.Errorf("%d champions, the first %s, %+v", len(list), list[0].File, list[1])
	}
	if c, ok := findChampion(list, engines.Spec{Name: "hearts"}, nil, 2); !ok || c.File != "hearts" {
		t.Errorf("%+v", c)
	}
}

// An agent of no engine is an error.
func TestAgentOfNil(t *testing.T) {
	t.Parallel()
	if _, err := (Document{Engine: "risk"}).AgentOf(nil, "file"); err == nil || err.Error() != "the engine is nil" {
		t.Error(err)
	}
}
