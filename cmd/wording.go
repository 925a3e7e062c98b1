package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/configs"
)

// reword makes the help texts those of this program: its own name in the lines
// to type, and no example of a game that it does not have.
func (a *app) reword(c *cobra.Command, absent []string) {
	for _, text := range []*string{&c.Long, &c.Example, &c.Short} {
		*text = a.withoutAbsent(*text, absent)
		if a.name != "lanista" {
			*text = strings.ReplaceAll(*text, "lanista ", a.name+" ")
		}
	}
	for _, sub := range c.Commands() {
		a.reword(sub, absent)
	}
}

// withoutAbsent drops the lines to type that name what this program lacks.
func (a *app) withoutAbsent(text string, absent []string) string {
	if len(absent) == 0 {
		return text
	}
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		names := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" '.;|<>", r) })
		typed := strings.HasPrefix(line, "  lanista ")
		if !typed || !slices.ContainsFunc(names, func(n string) bool { return slices.Contains(absent, n) }) {
			kept = append(kept, line)
		}
	}
	return strings.Trim(strings.Join(kept, "\n"), "\n")
}

// absent lists the presets that ship with Lanista, and the games that they are
// for, that this program has not. A preset's name begins with that of its game, so that a
// program with all games need read none of them.
func (a *app) absent() []string {
	games := a.catalog.Games.Names()
	shipped := configs.Presets{Files: a.catalog.Configs().Files}.Names()
	shipped = slices.DeleteFunc(shipped, func(name string) bool { return slices.Contains(games, gameOf(name)) })
	if len(shipped) == 0 {
		return nil
	}
	have := append(a.catalog.Configs().Names(), games...)
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
