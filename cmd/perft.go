package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type perftOptions struct {
	options  runs.PerftOptions
	settings []string
}

func newPerft(a *app, run func(context.Context, perftOptions) error) *cobra.Command {
	o := perftOptions{options: runs.PerftOptions{Depth: 4}}
	c := &cobra.Command{
		Use:   "perft ENGINE [POSITION]",
		Short: "Count legal move sequences, the standard test of a rules engine",
		Long: `Counts all legal sequences of --depth moves from POSITION (default: the start). A game that
counts its own sequences leaves chance out: every attack succeeds, no cards are drawn, no
tiles appear. In other games the chance events are those of one seed. ENGINE may also be a
config file with a program that implements a game.`,
		Example: `  lanista perft othello --depth 9`,
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.options.Engine = args[0]
			if len(args) == 2 {
				o.options.Position = args[1]
			}
			if o.options.Depth > runs.MostPerft {
				return usageErrorf("--depth: %d is above the maximum %d; each ply multiplies the time by the number of moves", o.options.Depth, runs.MostPerft)
			}
			return run(cmd.Context(), o)
		},
	}
	c.Flags().Var(countValue(&o.options.Depth), "depth", fmt.Sprintf("length of the sequences in plies, at most %d", runs.MostPerft))
	settingsFlag(c.Flags(), &o.settings)
	a.jsonFlag(c)
	return c
}

func (a *app) perft(ctx context.Context, o perftOptions) (err error) {
	if o.options.Settings, err = runs.ParseSettings(o.settings); err != nil {
		return err
	}
	o.options.Notify = a.say
	defer a.await(ctx, "counting")()
	c, err := runs.Perft(ctx, a.catalog, o.options)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(newPerftDocument(c))
	}
	return printPerft(a.out, c)
}

type perftDocument struct {
	Engine  string         `json:"engine"`
	Depth   int            `json:"depth" doc:"length of the sequences in plies"`
	Nodes   uint64         `json:"nodes" doc:"sequences"`
	Seconds float64        `json:"seconds" doc:"duration"`
	Extra   map[string]any `json:"extra,omitempty" doc:"what else the game counts"`
}

func newPerftDocument(c runs.PerftResult) perftDocument {
	return perftDocument{c.Engine, c.Depth, c.Nodes, c.Elapsed.Seconds(), documents.Extra(c.Extra)}
}

// printPerft prints the number of sequences of legal moves of one length from a position, the
// additional counts that the game defines, and the duration.
func printPerft(w *term.Screen, c runs.PerftResult) error {
	w.Printf("%d sequences of %d moves", c.Nodes, c.Depth)
	for _, x := range c.Extra {
		w.Printf(", %s %v", x.Key, x.Value)
	}
	w.Printf(" (%.3f s)\n", c.Elapsed.Seconds())
	return w.Err()
}
