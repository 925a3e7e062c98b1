package runs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

// inFolder writes files into a new folder and returns its path.
func inFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

const chessCup = `engine: {name: chess, settings: {openings: "@books/two.epd", depth: 1, max_plies: 4}}
agents: [{name: a}, {name: b, weights: {mobility: 5}}]
schedule: {cycles: 2}
seed: 1
`

// A book is looked up in the folder of the config that names it, one of the command line in
// the working folder. The stored run has the book itself.
func TestBooksAreFoundFromTheConfig(t *testing.T) {
	folder := inFolder(t, map[string]string{
		"cups/cup.yaml":       chessCup,
		"cups/books/two.epd":  "4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n4k3/8/8/8/8/8/3P4/4K3 w - - id \"other\";\n",
		"elsewhere/three.epd": "4k3/8/8/8/8/8/2P5/4K3 w - - id \"third\";\n",
	})
	t.Chdir(filepath.Join(folder, "elsewhere"))
	catalog := runs.Catalog{Games: engines.Registry{chess.New(), risk.New()}}
	db := inStore(t)
	config := filepath.Join("..", "cups", "cup.yaml")
	cup, err := catalog.Tournament(t.Context(), runs.Options{Source: config, Store: db, Force: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := runs.Record(t.Context(), db, cup.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(rec.Config, `id "other"`) || strings.Contains(rec.Config, "two.epd") {
		t.Errorf("the stored config does not have the book:\n%s", rec.Config)
	}
	// What is stored can be played without the files.
	if _, err := catalog.Tournament(t.Context(), runs.Options{Text: rec.Config, Store: inStore(t), Force: true}, nil); err != nil {
		t.Error(err)
	}
	cup, err = catalog.Tournament(t.Context(), runs.Options{Source: config, Set: []string{"engine.settings.openings=@three.epd"}, Store: db, Force: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rec, err = runs.Record(t.Context(), db, cup.Record.ID); err != nil || !strings.Contains(rec.Config, `id "third"`) {
		t.Errorf("the book of --set is not in the config: %v\n%s", err, rec.Config)
	}
}

// A mistake in a book names the book and the line, counted in the file as it is.
func TestMistakesInBooksNameTheLine(t *testing.T) {
	folder := inFolder(t, map[string]string{
		"cup.yaml":       chessCup,
		"books/two.epd":  "\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 w - -\r\n4k3/8/8/8/8/8/4P3/4K3 z - -\r\n",
		"gone.yaml":      strings.Replace(chessCup, "two.epd", "gone.epd", 1),
		"risk.yaml":      "engine: {name: risk, settings: {map: maps/own.json}}\nagents: [a, b]\n",
		"maps/own.json":  "{",
		"binary.yaml":    strings.Replace(chessCup, "two.epd", "book.bin", 1),
		"books/book.bin": "\x00\x01\xff",
		"started.yaml":   strings.Replace(chessCup, "two.epd", "one.epd", 1),
		"books/one.epd":  "4k3/8/8/8/8/8/4P3/4K3 w - -\n",
	})
	catalog := runs.Catalog{Games: engines.Registry{chess.New(), risk.New()}}
	for config, want := range map[string]string{
		"cup.yaml":     "cup.yaml:1: engine.settings.openings: " + filepath.Join(folder, "books/two.epd") + ":4: side to move",
		"gone.yaml":    "gone.yaml:1: engine.settings.openings: open " + filepath.Join(folder, "books/gone.epd"),
		"risk.yaml":    filepath.Join(folder, "maps/own.json"),
		"binary.yaml":  filepath.Join(folder, "books/book.bin") + ": not a text file",
		"started.yaml": "",
	} {
		o := runs.Options{Source: filepath.Join(folder, config), Store: inStore(t), Force: true}
		if config == "started.yaml" {
			o.Set, want = []string{"engine.settings.openings_start=2"}, "openings_start: 2 is more than the 1 openings"
		}
		if _, err := catalog.Tournament(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", config, err, want)
		}
	}
}
