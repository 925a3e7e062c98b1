package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/summary"
)

// newNotation explains how the games are written, one command a game, so that help
// knows them too.
func newNotation(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:     "notation",
		Short:   "Explain how moves and positions of a game are written",
		Example: "  lanista notation hare\n  lanista help notation hare",
	}
	for _, e := range a.catalog.Games {
		spec := e.Spec()
		text := summary.Guide(e)
		c.AddCommand(&cobra.Command{
			Use:   spec.Name,
			Short: spec.Title,
			Long:  text,
			Args:  cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				_, err := fmt.Fprintln(a.out, text)
				return err
			},
		})
	}
	return c
}
