package weights

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
)

//go:embed champions/*.json
var championFiles embed.FS

// Champion is a set of tuned weights for a game, stored as a file that ships with a program.
type Champion struct {
	File string // name of the file without its ending, such as "risk" or "othello-pieces"
	Document
}

// Shipped returns the files with tuned weights that ship with Lanista.
func Shipped() fs.FS {
	files, err := fs.Sub(championFiles, "champions")
	if err != nil {
		panic(err) // the folder is constant
	}
	return files
}

// Champions reads weights files, the files *.json of each file system. They must have the format
// of [Document.Write]. The files of the first file system come first, sorted by name. If several
// files have the same name, the first is used. [Shipped] returns the files that come with
// Lanista.
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

// ErrNoChampion reports that no tuned weights ship for the given game settings and number of seats.
var ErrNoChampion = errors.New("no champion ships for these settings and this number of seats of the game")

// ChampionFor returns an agent that plays the game e with tuned weights from champions. It prefers
// weights that were tuned for the settings in asked, with the defaults for all other settings. If
// there are none, it uses weights that were tuned for other settings. These must not contradict
// asked, and the game must have the same weights with them. The agent plays with the settings that
// its weights were tuned for. seats is the number of seats; 0 means unknown. If no weights fit, the
// error wraps [ErrNoChampion].
func ChampionFor(champions []Champion, e engines.Engine, asked engines.Settings, seats int) (engines.Agent, error) {
	c, ok := findChampion(champions, e.Spec(), asked, seats)
	if !ok {
		c, ok = championWithSettings(champions, e, asked, seats)
	}
	if !ok {
		return engines.Agent{}, noChampion(champions, e.Spec().Name)
	}
	return c.AgentOf(e, "champion")
}

// findChampion returns the tuned weights that ship for a game with the given settings and number of
// seats; 0 seats means unknown. Settings that are missing in asked have their defaults. Settings
// that the weights file does not name may have any value. ok is false if there are no such weights.
func findChampion(champions []Champion, spec engines.Spec, asked engines.Settings, seats int) (c Champion, ok bool) {
	set := make(engines.Settings, len(spec.Settings))
	for _, s := range spec.Settings {
		set[s.Name] = s.Default
	}
	maps.Copy(set, asked)
	return bestChampion(champions, spec.Name, seats, func(d Document) bool {
		for name, value := range d.Settings {
			if set[name] != value {
				return false
			}
		}
		return true
	})
}

// championWithSettings finds tuned weights that ship for settings which do not contradict asked.
// The weights must have the names of those of e. ok is false if there are none.
func championWithSettings(champions []Champion, e engines.Engine, asked engines.Settings, seats int) (c Champion, ok bool) {
	return bestChampion(champions, e.Spec().Name, seats, func(d Document) bool {
		for name, value := range d.Settings {
			if given, is := asked[name]; is && given != value {
				return false
			}
		}
		with, err := e.With(d.Settings)
		return err == nil && sameNames(with.Spec().Weights, e.Spec().Weights)
	})
}

// bestChampion returns the tuned weights for a game that fit best, among those for which fits
// returns true. Weights for exactly this number of seats come first, then weights that name the
// most settings. ok is false if there are none.
func bestChampion(champions []Champion, engine string, seats int, fits func(Document) bool) (c Champion, ok bool) {
	for _, candidate := range champions {
		if candidate.Engine != engine || !candidate.Fits(seats) || !fits(candidate.Document) {
			continue
		}
		if !ok || candidate.Seats > c.Seats || candidate.Seats == c.Seats && len(candidate.Settings) > len(c.Settings) {
			c, ok = candidate, true
		}
	}
	return c, ok
}

func sameNames(a, b engines.Space) bool {
	return slices.EqualFunc(a, b, func(x, y engines.Weight) bool { return x.Name == y.Name })
}

// noChampion returns the error for a game without tuned weights (a champion) for the requested
// settings and number of seats. The error lists the settings and seats that have a champion.
func noChampion(champions []Champion, engine string) error {
	var have []string
	for _, c := range champions {
		if c.Engine != engine {
			continue
		}
		what := cmp.Or(settingsText(c.Settings, " "), "any settings")
		if c.Seats > 0 {
			what += fmt.Sprintf(" with %d seats", c.Seats)
		}
		have = append(have, what)
	}
	if have == nil {
		return ErrNoChampion
	}
	return fmt.Errorf("%w; those that ship are for %s", ErrNoChampion, strings.Join(have, ", or "))
}
