package results

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/lanista/lanista/engines"
)

//go:embed champions
var championFiles embed.FS

// Champion is a set of weights that ships with the program.
type Champion struct {
	File string // its name without the ending: "risk", "othello-pieces"
	Document
}

// Champions lists the champions by name.
func Champions() ([]Champion, error) { return readChampions(championFiles) }

func readChampions(files fs.FS) ([]Champion, error) {
	names, err := fs.Glob(files, "champions/*.json") // sorted
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	var list []Champion
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("results: %w", err)
		}
		d, err := ReadWeights(bytes.NewReader(data), name)
		if err != nil {
			return nil, err
		}
		list = append(list, Champion{strings.TrimSuffix(path.Base(name), ".json"), d})
	}
	return list, nil
}

// FindChampion returns the champion of a game for agents with these settings:
// of those whose own settings all agree with the given ones, the one with the
// most settings, and of these the first by name. The given settings may be
// complete; a champion's name only what it depends on. ok is false if the game
// has none.
func FindChampion(champions []Champion, engine string, settings engines.Settings) (c Champion, ok bool) {
	for _, candidate := range champions {
		if candidate.Engine != engine || !agrees(candidate.Settings, settings) {
			continue
		}
		if !ok || len(candidate.Settings) > len(c.Settings) {
			c, ok = candidate, true
		}
	}
	return c, ok
}

func agrees(own, given engines.Settings) bool {
	for name, value := range own {
		if given[name] != value {
			return false
		}
	}
	return true
}
