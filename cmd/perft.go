package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

func newPerft(a *app) *cobra.Command {
	var settings []string
	var depth countFlag = 4
	c := &cobra.Command{
		Use:   "perft ENGINE [POSITION]",
		Short: "Count the move sequences of a length, the standard test of a rules engine",
		Long: `Counts the sequences of --depth moves from a position, or from the start. Chance
is switched off; each game says how ('lanista engines NAME').`,
		Example:           `  lanista perft othello --depth 9`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: a.completeEngines,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := a.openEngine(args[0], settings)
			if err != nil {
				return err
			}
			p, ok := e.(engines.Perfter)
			if !ok {
				return usagef("%s: the game has no perft", args[0])
			}
			position := ""
			if len(args) == 2 {
				position = args[1]
			}
			g, err := runs.Position(e, position)
			if err != nil {
				return err
			}
			return a.perft(cmd.Context(), e, p, g, int(depth))
		},
	}
	c.Flags().Var(&depth, "depth", "length of the sequences, in plies")
	c.Flags().StringArrayVar(&settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	a.jsonFlag(c)
	return c
}

func (a *app) perft(ctx context.Context, e engines.Engine, p engines.Perfter, g engines.Game, depth int) error {
	start := time.Now()
	nodes, extra, err := p.Perft(ctx, g, depth)
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	if a.json {
		doc := &orderedJSON{}
		doc.add("engine", e.Spec().Name)
		doc.add("depth", depth)
		doc.add("nodes", nodes)
		for _, x := range extra {
			doc.add(x.Key, x.Value)
		}
		doc.add("seconds", seconds)
		return a.writeJSON(doc)
	}
	fmt.Fprintf(a.out, "%d sequences of %d moves", nodes, depth)
	for _, x := range extra {
		fmt.Fprintf(a.out, ", %s %v", x.Key, x.Value)
	}
	fmt.Fprintf(a.out, " (%.3f s)\n", seconds)
	return nil
}
