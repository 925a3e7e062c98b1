package project

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// every returns the options of a project of every kind, in every language, and for games with
// few and many seats, with and without chance.
func every() (list []Options) {
	for _, language := range Languages() {
		list = append(list, Options{Folder: "a/oak", Kind: Bot, Language: language, Program: "lanista"})
		for _, seats := range []int{1, 2, 8} {
			for _, chance := range []bool{false, true} {
				list = append(list, Options{Folder: "a/oak", Kind: Game, Language: language, Seats: seats, Chance: chance, Program: "lanista"})
			}
		}
	}
	return list
}

// Every project has a config, a README with its five commands, and a program; its Go files
// can be parsed.
func TestFiles(t *testing.T) {
	t.Parallel()
	for _, o := range every() {
		t.Run(fmt.Sprintf("%s %s %d %v", o.Language, o.Kind, o.Seats, o.Chance), func(t *testing.T) {
			t.Parallel()
			if err := o.Check(nil); err != nil {
				t.Fatal(err)
			}
			files, err := Files(o)
			if err != nil {
				t.Fatal(err)
			}
			texts := make(map[string]string)
			for _, f := range files {
				texts[f.Path] = f.Text
				if strings.Contains(f.Text, "{{") || strings.Contains(f.Text, "<no value>") || strings.Contains(f.Text, "NAME.") || !strings.HasSuffix(f.Text, "\n") {
					t.Errorf("%s:\n%s", f.Path, f.Text)
				}
				if strings.HasSuffix(f.Path, ".go") {
					if _, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Text, parser.AllErrors); err != nil {
						t.Error(err)
					}
				}
			}
			program := map[Language]string{Go: "main.go", Python: "oak.py", JavaScript: "oak.mjs"}[o.Language]
			for _, path := range []string{program, "oak.yaml", "README.md"} {
				if texts[path] == "" {
					t.Errorf("no %s in %v", path, texts)
				}
			}
			if n := len(o.Commands()); n != 5 {
				t.Errorf("%d commands", n)
			}
			for _, command := range o.Commands() {
				if !strings.Contains(texts["README.md"], "\n$ "+command+"\n") {
					t.Errorf("%s is not in the README:\n%s", command, texts["README.md"])
				}
			}
		})
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	sound := Options{Folder: "oak", Kind: Game, Language: Python, Seats: 2}
	for want, change := range map[string]func(*Options){
		`name "Oak": a name is small letters`:  func(o *Options) { o.Folder = "a/Oak" },
		`name "..": a name is small letters`:   func(o *Options) { o.Folder = ".." },
		`name "main": a name is small letters`: func(o *Options) { o.Folder = "main" },
		`name "random": it has another`:        func(o *Options) { o.Folder = "random" },
		`name "json": the program json.py w`:   func(o *Options) { o.Folder = "json" },
		`name "heapq": the program heapq.py`:   func(o *Options) { o.Folder, o.Kind = "heapq", Bot },
		`unknown kind "toy"; one of [game`:     func(o *Options) { o.Kind = "toy" },
		`unknown language "c"; one of [go`:     func(o *Options) { o.Language = "c" },
		"0 seats; a game has 1 to 8":           func(o *Options) { o.Seats = 0 },
		"9 seats; a game has 1 to 8":           func(o *Options) { o.Seats = 9 },
	} {
		o := sound
		change(&o)
		if err := o.Check([]string{"random"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
	compiled := Options{Folder: "random", Kind: Game, Language: Go, Seats: 2} // it is no program of a config
	script := Options{Folder: "json", Kind: Game, Language: JavaScript, Seats: 2}
	for _, o := range []Options{sound, compiled, script} {
		if err := o.Check([]string{"random"}); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// No Python project can have the name of a module that its program imports.
func TestPythonModulesAreNoNames(t *testing.T) {
	t.Parallel()
	imports := regexp.MustCompile(`(?m)^(?:import|from) (\w+)`)
	for _, kind := range Kinds() {
		files, err := Files(Options{Folder: "oak", Kind: kind, Language: Python, Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, f := range files {
			if !strings.HasSuffix(f.Path, ".py") {
				continue
			}
			for _, m := range imports.FindAllStringSubmatch(f.Text, -1) {
				found++
				if err := (Options{Folder: m[1], Kind: kind, Language: Python, Seats: 2}).Check(nil); err == nil {
					t.Errorf("a %s can have the name %s, which its program imports", kind, m[1])
				}
			}
		}
		if found == 0 {
			t.Errorf("no import in the program of a %s", kind)
		}
	}
}

func TestWriteOverwritesNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a", "oak")
	if err := Write(dir, []File{{"one", "1"}, {"two", "2"}}); err != nil {
		t.Fatal(err)
	}
	err := Write(dir, []File{{"three", "3"}, {"two", "other"}})
	var exist *ExistError
	if !errors.As(err, &exist) || !slices.Equal(exist.Paths, []string{filepath.Join(dir, "two")}) {
		t.Errorf("%v", err)
	}
	got := make(map[string]string)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(text)
	}
	if len(got) != 2 || got["one"] != "1" || got["two"] != "2" {
		t.Errorf("%v", got)
	}
}

// After a failure, the same command can be tried again: the files that were written would be refused.
func TestWriteRemovesItsFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	other := filepath.Join(dir, "old", "other")
	if err := errors.Join(os.Mkdir(filepath.Dir(other), 0o700), os.WriteFile(other, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"new", "old"} {
		folder := filepath.Join(dir, name)
		if err := Write(folder, []File{{"one", "1"}, {filepath.Join("no", "two"), "2"}}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(folder, "one")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a file is left: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "new")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder is left: %v", err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}

// go.mod requires a version that can be downloaded, or is replaced by the checkout that the
// program was built in.
func TestNewModule(t *testing.T) {
	t.Parallel()
	checkout := filepath.Join(t.TempDir(), "my clone")
	if err := Write(checkout, []File{{"go.mod", "module " + modulePath + "\n"}}); err != nil {
		t.Fatal(err)
	}
	inside, absent := filepath.Join(checkout, "cmd", "internal", "project", "module.go"), modulePath+"/cmd/internal/project/module.go"
	const pseudo = "v0.0.0-20261123230000-0123456789ab"
	for _, c := range []struct {
		version, file string
		want          module
	}{
		{"v1.2.3", inside, module{Version: "v1.2.3"}},
		{"v1.2.3-rc1", absent, module{Version: "v1.2.3-rc1"}},
		{"(devel)", inside, module{Checkout: `"` + checkout + `"`}},
		{"", inside, module{Checkout: `"` + checkout + `"`}},
		{pseudo, inside, module{Checkout: `"` + checkout + `"`}},
		{pseudo, absent, module{Version: pseudo}},
		{pseudo + "+dirty", absent, module{}},
		{"(devel)", absent, module{}},
	} {
		if got := newModule(c.version, c.file); got != c.want {
			t.Errorf("%q, %s: %+v, want %+v", c.version, c.file, got, c.want)
		}
	}
}

// A game that was written by a build whose source code is unknown states what to type.
func TestGoModWithoutCheckout(t *testing.T) {
	t.Parallel()
	o := Options{Folder: "oak", Kind: Game, Language: Go, Seats: 2}
	for want, m := range map[string]module{
		"\nrequire github.com/lanista/lanista v1.2.3\n":                                                 {Version: "v1.2.3"},
		"\nrequire github.com/lanista/lanista v0.0.0\n\nreplace github.com/lanista/lanista => /clone\n": {Checkout: "/clone"},
		"\n//\tgo mod edit -replace github.com/lanista/lanista=FOLDER\n":                                {},
	} {
		files, err := o.files(m)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(files, func(f File) bool { return f.Path == "go.mod" })
		if i < 0 || !strings.Contains(files[i].Text, want) {
			t.Errorf("%q is not in %v", want, files)
		}
	}
}
