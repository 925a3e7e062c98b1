package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// newNotation returns the command "notation", which explains how moves of a game are written. It
// has a subcommand for every game, so that "help" also lists the games.
func newNotation(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "notation",
		Short:   "Explain how moves and positions of a game are written",
		Example: "  lanista notation hare\n  lanista help notation hare",
	}
	for _, e := range a.catalog.Games {
		spec := e.Spec()
		text := guideText(e)
		c.AddCommand(&cobra.Command{
			Use:   spec.Name,
			Short: spec.Title,
			Long:  text,
			Args:  cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				_, err := fmt.Fprintln(a.out, term.Reflowed(text, a.out.Width()))
				return err
			},
		})
	}
	return c
}

// guideText returns the rules of a game and the notation of its moves and positions, under
// headings.
func guideText(e engines.Engine) string {
	g := show.GuideTo(e)
	var parts []string
	for _, part := range []struct{ title, text string }{
		{"Rules", g.Rules}, {"Moves", g.Moves}, {"Positions, for eval, perft, play and grid; start is the start of a game", g.Position}, {"Picture", g.Picture},
	} {
		if part.text != "" {
			parts = append(parts, part.title+"\n\n  "+strings.ReplaceAll(part.text, "\n", "\n  "))
		}
	}
	return strings.Join(parts, "\n\n")
}
