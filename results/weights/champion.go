package weights

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/lanista/lanista/engines"
)

//go:embed champions/*.json
var championFiles embed.FS

// Champion is a set of weights that ships with a program.
type Champion struct {
	File string // its name without the ending: "risk", "othello-pieces"
	Document
}

// Shipped are the files of the champions that ship with Lanista.
func Shipped() fs.FS {
	files, err := fs.Sub(championFiles, "champions")
	if err != nil {
		panic(err) // the folder is constant
	}
	return files
}

// Champions reads the champions of a program: the files *.json, each as Write
// writes it. Those of the first file system come first, each by name; of two of
// one name the first counts. The champions of Lanista are those of [Shipped].
func Champions(files ...fs.FS) ([]Champion, error) {
	var list []Champion
	seen := make(map[string]bool)
	for _, from := range files {
		names, err := fs.Glob(from, "*.json") // sorted
		if err != nil {
			return nil, fmt.Errorf("champions: %w", err)
		}
		for _, name := range names {
			if seen[name] {
				continue
			}
			seen[name] = true
			data, err := fs.ReadFile(from, name)
			if err != nil {
				return nil, fmt.Errorf("champions: %w", err)
			}
			d, err := Read(bytes.NewReader(data), name)
			if err != nil {
				return nil, fmt.Errorf("champions: %w", err)
			}
			list = append(list, Champion{strings.TrimSuffix(path.Base(name), ".json"), d})
		}
	}
	return list, nil
}

// FindChampion returns the champion of a game for agents with these settings at a
// table of so many seats, 0 where nobody knows how many: of those for these seats or
// for any, whose own settings all agree with the given ones, one for these seats, then
// the one with the most settings, and of these the first. The given settings may be
// complete; a champion's name only what it depends on. ok is false if the game
// has none.
func FindChampion(champions []Champion, engine string, settings engines.Settings, seats int) (c Champion, ok bool) {
	for _, candidate := range champions {
		if candidate.Engine != engine || !candidate.Fits(seats) || !agrees(candidate.Settings, settings) {
			continue
		}
		if !ok || candidate.Seats > c.Seats || candidate.Seats == c.Seats && len(candidate.Settings) > len(c.Settings) {
			c, ok = candidate, true
		}
	}
	return c, ok
}

// Fits reports whether the weights are for a table of so many seats, 0 where nobody
// knows how many.
func (d Document) Fits(seats int) bool { return d.Seats == 0 || d.Seats == seats }

func agrees(own, given engines.Settings) bool {
	for name, value := range own {
		if given[name] != value {
			return false
		}
	}
	return true
}
