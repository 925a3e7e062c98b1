package runs

import (
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
)

// PresetInfo describes a preset.
type PresetInfo struct {
	Name  string `json:"preset"`
	Verb  string `json:"verb"` // that plays it, see [Catalog.PresetVerb]
	Title string `json:"title"`
}

// PresetList returns the presets of the catalog's games.
func (c Catalog) PresetList() []PresetInfo {
	var list []PresetInfo
	presets := c.Configs()
	for _, name := range presets.Names() {
		list = append(list, PresetInfo{name, c.PresetVerb(name), presets.Title(name)})
	}
	return list
}

// PresetVerb returns the verb that plays a preset, "" for one that cannot be read.
func (c Catalog) PresetVerb(name string) string {
	presets := c.Configs()
	text, err := presets.Get(name)
	if err != nil {
		return ""
	}
	doc, err := presets.Parse(text, "preset "+name, nil)
	if err != nil {
		return ""
	}
	return doc.Verb()
}

// MissingNames returns the names of the presets that ship with Lanista, and of their games,
// that this catalog does not have. A preset's name begins with that of its game, so that none
// is read for a catalog with all games.
func (c Catalog) MissingNames() []string {
	games := c.Games.Names()
	shipped := configs.Presets{Files: c.Configs().Files}.Names()
	shipped = slices.DeleteFunc(shipped, func(name string) bool { return slices.Contains(games, gameOfPreset(name)) })
	if len(shipped) == 0 {
		return nil
	}
	have := append(c.Configs().Names(), games...)
	var out []string
	for _, name := range shipped {
		for _, n := range []string{name, gameOfPreset(name)} {
			if !slices.Contains(have, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// gameOfPreset returns the name of the game of a preset that ships.
func gameOfPreset(preset string) string {
	game, _, _ := strings.Cut(preset, "-")
	return game
}
