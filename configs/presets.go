package configs

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/lanista/lanista/keys"
)

//go:embed presets/*.yaml
var shipped embed.FS

// Shipped returns the presets that ship with Lanista, as a file system with the files NAME.yaml.
func Shipped() fs.FS {
	files, err := fs.Sub(shipped, "presets")
	if err != nil {
		panic(err) // the path is constant
	}
	return files
}

// Presets finds configs that ship with a program by their names.
type Presets struct {
	// Files contains the presets as files NAME.yaml. If a name occurs in several file systems,
	// the first one is used. A nil file system has no files.
	Files []fs.FS
	// Of reports whether a game exists. Presets of other games are ignored. nil means that all
	// games exist.
	Of func(engine string) bool
}

// Names returns the names of all presets, sorted.
func (p Presets) Names() []string {
	var names []string
	for _, files := range p.Files {
		if files == nil {
			continue
		}
		found, err := fs.Glob(files, "*.yaml")
		if err != nil {
			panic(err) // the pattern is constant
		}
		for _, f := range found {
			name := strings.TrimSuffix(path.Base(f), ".yaml")
			if p.find(name) != nil {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Has reports whether there is a preset of the given name. It returns false for a name that
// contains a slash.
func (p Presets) Has(name string) bool {
	return !strings.Contains(name, "/") && p.find(name) != nil
}

// Get returns the text of a preset. For an unknown name the error suggests a similar one, and for the name
// of a game it lists the presets of the game.
func (p Presets) Get(name string) ([]byte, error) {
	if data := p.find(name); data != nil {
		return data, nil
	}
	names := p.Names()
	var ofGame []string
	for _, preset := range names {
		if strings.HasPrefix(preset, name+"-") {
			ofGame = append(ofGame, preset)
		}
	}
	if len(ofGame) > 0 {
		return nil, fmt.Errorf("unknown preset %q (have %s)", name, strings.Join(ofGame, ", "))
	}
	return nil, &keys.ChoiceError{What: "preset", Given: name, Known: names}
}

func (p Presets) find(name string) []byte {
	for _, files := range p.Files {
		if files == nil {
			continue
		}
		data, err := fs.ReadFile(files, name+".yaml")
		if err == nil && p.suits(data, name) {
			return data
		}
	}
	return nil
}

// suits reports whether the program has the game of a preset. It returns true for a preset that
// cannot be parsed, so that loading the preset reports the error.
func (p Presets) suits(data []byte, name string) bool {
	if p.Of == nil {
		return true
	}
	engine, ok := presetEngine(data, name)
	return !ok || p.Of(engine)
}

// presetEngines holds the results of presetEngine by the texts of presets. A list of presets needs
// the games of all presets, whose texts do not change while a program runs.
var presetEngines sync.Map

// namedEngine is a result of presetEngine.
type namedEngine struct {
	name string
	ok   bool
}

// presetEngine returns the name of the game of a preset. ok is false if the text cannot be parsed or
// names no game.
func presetEngine(data []byte, name string) (engine string, ok bool) {
	if known, found := presetEngines.Load(string(data)); found {
		e := known.(namedEngine)
		return e.name, e.ok
	}
	var e namedEngine
	if d, err := Parse(data, "preset "+name); err == nil {
		e.name, e.ok = d.Text("engine.name")
	}
	presetEngines.Store(string(data), e)
	return e.name, e.ok
}

// Title returns the first comment line of a preset, which describes it, or "" for an unknown
// name.
func (p Presets) Title(name string) string {
	data, err := p.Get(name)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "#"))
}
