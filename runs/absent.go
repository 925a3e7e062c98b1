package runs

import (
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
)

// MissingNames lists the presets that ship with Lanista, and the games that they are
// for, that this catalog has not. A preset's name begins with that of its game, so that a
// catalog with all games need read none of them.
func (c Catalog) MissingNames() []string {
	games := c.Games.Names()
	shipped := configs.Presets{Files: c.Configs().Files}.Names()
	shipped = slices.DeleteFunc(shipped, func(name string) bool { return slices.Contains(games, gameOf(name)) })
	if len(shipped) == 0 {
		return nil
	}
	have := append(c.Configs().Names(), games...)
	var out []string
	for _, name := range shipped {
		for _, n := range []string{name, gameOf(name)} {
			if !slices.Contains(have, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// gameOf is the game of a preset that ships.
func gameOf(preset string) string {
	game, _, _ := strings.Cut(preset, "-")
	return game
}
