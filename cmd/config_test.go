package cmd

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/runs"
)

func shippedCatalog() runs.Catalog {
	return runs.Catalog{Games: engines.Registry(games())}
}

// docs contains the reference page and the schema that the program prints.
func TestConfigReferenceIsUpToDate(t *testing.T) {
	t.Parallel()
	r, err := runs.Reference(shippedCatalog())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(r.Schema(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, filepath.Join("..", "docs", "config.md"), r.Markdown())
	compare(t, filepath.Join("..", "docs", "config.schema.json"), string(text)+"\n")
	for _, s := range r.Sections {
		for _, row := range s.Shape.Rows() {
			if row.Meaning == "" || row.Takes == "" {
				t.Errorf("%s: %s takes %q and means %q", s.Title, row.Path, row.Takes, row.Meaning)
			}
		}
	}
}

// The command that starts a checked config has the overrides and the store that were checked.
func TestConfigCheckNamesTheWholeCommand(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "hare.yaml")
	if err := os.WriteFile(config, []byte("engine: {name: hare}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := executeNim(t, hare.New(), "config", "check", config, "--set", "strategy={name: spsa}", "--set", "seed=3", "--db", "my runs.db")
	if want := "  nim evolve " + runs.ShellWord(config) + " --set 'strategy={name: spsa}' --set seed=3 --db 'my runs.db'\n"; code != 0 || !strings.Contains(stdout, want) {
		t.Errorf("exit code %d: %s%s, want %s", code, stdout, stderr, want)
	}
}

// Every example of the reference is a config without mistakes.
func TestReferenceExamplesAreValid(t *testing.T) {
	r, err := runs.Reference(shippedCatalog())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const enough = 10 // games, so that a fit has more positions than weights
	lines := ""
	for game := range enough {
		lines += fmt.Sprintf("%d,4k3/r7/8/8/8/8/8/4K3 b - - 0 1,0-1\n%[1]d,4k3/8/4p3/8/8/4P3/8/4K3 w - - 0 1,1/2-1/2\n%d,4k3/8/8/8/8/8/8/4K2R w K - 0 1,1-0\n", 2*game, 2*game+1)
	}
	if err := os.WriteFile("positions.csv", []byte("game,position,result\n"+lines), 0o600); err != nil {
		t.Fatal(err)
	}
	epd := "4k3/r7/8/8/8/8/8/4K3 b - - c1 \"0-1\"; id 1;\n" + "r3k3/ppp5/8/8/8/8/PPP5/R3K2R w - - c1 \"1-0\"; id 2;\n" + "rq2k3/ppp5/8/8/8/8/PPP5/R3K2R w - - c1 \"0-1\"; id 3;\n"
	if err := os.WriteFile("positions.txt", []byte(strings.Repeat(epd, enough)), 0o600); err != nil {
		t.Fatal(err)
	}
	examples := map[string]string{}
	for _, s := range r.Sections {
		examples[s.Title] = s.Example
	}
	for _, g := range r.Games {
		examples[g.Name] = g.Example
	}
	for title, text := range examples {
		for i, example := range strings.Split(text, "---\n") {
			if example == "" {
				continue
			}
			file := fmt.Sprintf("example-%d.yaml", i)
			if err := os.WriteFile(file, []byte(example), 0o600); err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if code := (Program{Games: games()}).Run(t.Context(), []string{"config", "check", file}, strings.NewReader(""), &out, &out); code != 0 {
				t.Errorf("%s, example %d: %s", title, i+1, out.String())
			}
		}
	}
}

// uses reports whether a text has a key as a word before a colon or an equals sign, or quoted with
// its path.
func uses(text, name string) bool {
	for at := 0; ; at += len(name) {
		next := strings.Index(text[at:], name)
		if next < 0 {
			return false
		}
		at += next
		before, after := byte(' '), byte(' ')
		if at > 0 {
			before = text[at-1]
		}
		if end := at + len(name); end < len(text) {
			after = text[end]
		}
		word := before == '_' || '0' <= before && before <= '9' || 'a' <= before && before <= 'z' || 'A' <= before && before <= 'Z'
		if !word && (after == ':' || after == '=' || after == '`' && (before == '`' || before == '.')) {
			return true
		}
	}
}

// Every config key is used in a preset, an example or a guide.
func TestEveryKeyIsUsed(t *testing.T) {
	t.Parallel()
	r, err := runs.Reference(shippedCatalog())
	if err != nil {
		t.Fatal(err)
	}
	var pages strings.Builder
	read := func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pages.Write(text)
	}
	for _, folder := range []string{"help", "../configs/presets", "../examples", "../docs"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if d != nil && d.IsDir() && (d.Name() == "decisions" || d.Name() == "lab") {
				return fs.SkipDir // not for users
			}
			if name := d.Name(); err == nil && !d.IsDir() && name != "config.md" && name != "config.schema.json" && !strings.HasSuffix(name, ".png") {
				read(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	read("../README.md")
	text := pages.String()
	check := func(where, path, examples string) {
		name := path[strings.LastIndex(path, ".")+1:]
		if name == strings.ToUpper(name) { // placeholder for a name
			return
		}
		if !uses(examples, name) && !uses(text, name) {
			t.Errorf("%s: no preset, example or guide uses %s", where, path)
		}
	}
	for _, s := range r.Sections {
		for _, row := range s.Shape.Rows() {
			check(s.Title, row.Path, s.Example)
		}
	}
	for _, g := range r.Games {
		for _, key := range g.Settings {
			check(g.Title, key.Name, g.Example)
		}
	}
}

// The command of a checked config can be typed if the name of the file has a space.
func TestConfigCheckQuotesTheFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "my tune.yaml")
	if err := os.WriteFile(file, []byte("preset: risk-quick\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errOut strings.Builder
	code := Program{Games: games()}.Run(t.Context(), []string{"config", "check", file}, strings.NewReader(""), &out, &errOut)
	if code != exitDone || !strings.Contains(out.String(), " evolve "+runs.ShellWord(file)+"\n") {
		t.Errorf("exit code %d: %s%s", code, &out, &errOut)
	}
}
