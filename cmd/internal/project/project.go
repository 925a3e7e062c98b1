package project

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/lanista/lanista/engines"
)

// Kind is the kind of program that a project contains.
type Kind string

// These are the kinds of projects: a game, or a bot, which plays an existing game.
const (
	Game Kind = "game" // a new game, with players
	Bot  Kind = "bot"  // a program that plays Othello
)

// Kinds lists the kinds of projects.
func Kinds() []Kind { return []Kind{Game, Bot} }

// Language is a programming language of projects.
type Language string

// These are the programming languages of projects.
const (
	Go         Language = "go"
	Python     Language = "python"
	JavaScript Language = "javascript"
)

// Languages returns the programming languages in which a new project can be written.
func Languages() []Language { return []Language{Go, Python, JavaScript} }

// Options describes a new project.
type Options struct {
	Folder   string   // folder of the project, whose last element is the name of the game or bot
	Kind     Kind     // game or bot
	Language Language // of the files
	Seats    int      // number of seats of a game
	Chance   bool     // whether a game has chance, such as dice
	Program  string   // command that runs Lanista with the config of a program
}

// Name returns the name of the game or bot, which is the name of the folder.
func (o Options) Name() string { return filepath.Base(o.Folder) }

// Compiled reports whether the project is a Go program that contains the game and all commands of
// Lanista.
func (o Options) Compiled() bool { return o.Kind == Game && o.Language == Go }

// name matches the valid names of games and bots. A name is used in configs, file names and
// module paths.
var name = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// pythonModules lists the modules that the templates of Python programs import, and the modules of
// the standard library that these import. A Python game or bot must not have one of these names.
// Python searches the folder of the program first, so a file of that name would hide the module.
var pythonModules = []string{
	"ast", "bisect", "codecs", "codeop", "collections", "contextlib", "copyreg", "encodings", "enum", "functools", "hashlib", "heapq", "io",
	"itertools", "json", "keyword", "linecache", "math", "numbers", "operator", "os", "random", "re", "reprlib", "statistics", "sys", "textwrap",
	"token", "tokenize", "traceback", "types", "warnings",
}

// Check returns an error if the name, the kind, the language or the number of seats of a new
// project is invalid. taken contains names that already have a meaning in configs. Only a game in
// Go, which is compiled with Lanista, may have one of them.
func (o Options) Check(taken []string) error {
	switch {
	case !name.MatchString(o.Name()) || o.Name() == "main" || o.Name() == "vendor":
		return fmt.Errorf("name %q: a name is small letters, digits and _, and begins with a letter, as in hex", o.Name())
	case !o.Compiled() && slices.Contains(taken, o.Name()):
		return fmt.Errorf("name %q: it has another meaning in configs; choose another name", o.Name())
	case o.Language == Python && slices.Contains(pythonModules, o.Name()):
		return fmt.Errorf("name %q: the program %s.py would hide the Python module %s, which it imports; choose another name", o.Name(), o.Name(), o.Name())
	case !slices.Contains(Kinds(), o.Kind):
		return fmt.Errorf("unknown kind %q; one of %v", o.Kind, Kinds())
	case !slices.Contains(Languages(), o.Language):
		return fmt.Errorf("unknown language %q; one of %v", o.Language, Languages())
	case o.Kind == Game && (o.Seats < 1 || o.Seats > engines.MaxSeats):
		return fmt.Errorf("%d seats; a game has 1 to %d", o.Seats, engines.MaxSeats)
	}
	return nil
}

// File is a file of a new project.
type File struct {
	Path string // path relative to the project's folder
	Text string
}

//go:embed templates
var templates embed.FS

// values contains the data for the templates of a project's files.
type values struct {
	Options
	Module module
}

func (v values) Title() string { return strings.ToUpper(v.Name()[:1]) + v.Name()[1:] }

func (v values) Solo() bool { return v.Seats == 1 }

// Commands returns the shell commands that a user types in the project's folder, in order.
func (o Options) Commands() []string {
	lanista, config := o.Program, o.Name()+".yaml"
	switch {
	case o.Compiled():
		lanista = "./" + o.Name()
		commands := []string{"go mod tidy", "go test", "go build", lanista + " evolve " + config, lanista + " export last"}
		if thisModule() == (module{}) {
			commands = slices.Insert(commands, 0, "go mod edit -replace "+modulePath+"=FOLDER   # FOLDER: the source code of Lanista")
		}
		return commands
	case o.Language == Go:
		return []string{"go build", lanista + " check " + config, lanista + " evolve " + config, lanista + " runs last", lanista + " export last"}
	}
	return []string{lanista + " check " + config, lanista + " evolve " + config + " --dry-run", lanista + " evolve " + config, lanista + " runs last", lanista + " export last"}
}

// Files returns the files of a new project for valid options; see [Options.Check].
func Files(o Options) ([]File, error) { return o.files(thisModule()) }

// files returns the files of a new project that requires the module m.
func (o Options) files(m module) ([]File, error) {
	v := values{Options: o, Module: m}
	folder := "templates/" + string(o.Language) + string(o.Kind)
	entries, err := fs.ReadDir(templates, folder)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, entry := range entries {
		t, err := template.ParseFS(templates, folder+"/"+entry.Name(), "templates/readme.tmpl", "templates/serve.tmpl")
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		if err := t.ExecuteTemplate(&text, entry.Name(), v); err != nil {
			return nil, err
		}
		path := strings.TrimSuffix(strings.Replace(entry.Name(), "NAME", o.Name(), 1), ".tmpl")
		if strings.HasSuffix(path, ".go") {
			formatted, err := format.Source(text.Bytes())
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			text = *bytes.NewBuffer(formatted)
		}
		files = append(files, File{path, text.String()})
	}
	return files, nil
}

// ExistError reports that files already exist and would be overwritten.
type ExistError struct{ Paths []string }

// Error returns a message that names the files that exist already.
func (e *ExistError) Error() string {
	if len(e.Paths) == 1 {
		return e.Paths[0] + " exists already and is not overwritten; choose another NAME"
	}
	return strings.Join(e.Paths, ", ") + " exist already and are not overwritten; choose another NAME"
}

// Write writes files into a folder, which it creates if necessary. If one of the files already
// exists, or the folder is a file, it writes nothing and returns an *[ExistError]. If a file cannot be
// written, it removes the files that it has written.
func Write(folder string, files []File) error {
	info, missing := os.Stat(folder)
	if missing == nil && !info.IsDir() {
		return &ExistError{[]string{folder}}
	}
	var exist []string
	for _, f := range files {
		path := filepath.Join(folder, f.Path)
		switch _, err := os.Lstat(path); {
		case err == nil:
			exist = append(exist, path)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	if exist != nil {
		return &ExistError{exist}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for i, f := range files {
		if err := create(filepath.Join(folder, f.Path), f.Text); err != nil {
			for _, earlier := range files[:i] {
				_ = os.Remove(filepath.Join(folder, earlier.Path))
			}
			if missing != nil {
				_ = os.Remove(folder)
			}
			return err
		}
	}
	return nil
}

// create writes a new file. It returns an error if the file exists or cannot be written. If writing
// fails, it removes the part that it has written.
func create(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path)
	}
	return err
}
