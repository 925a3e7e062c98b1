package cmd

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type perftOptions struct {
	engine, position string
	settings         []string
	depth            countFlag
}

func newPerft(a *app, run func(context.Context, perftOptions) error) *cobra.Command {
	o := perftOptions{depth: 4}
	c := &cobra.Command{
		Use:   "perft ENGINE [POSITION]",
		Short: "Count the move sequences of a length, the standard test of a rules engine",
		Long: `Counts the sequences of --depth moves from a position, or from the start. Chance
is switched off; each game says how ('lanista engines NAME'). ENGINE may also be the
file of a config, whose program owns the rules of a game.`,
		Example:           `  lanista perft othello --depth 9`,
		Args:              cobra.RangeArgs(1, 2),
		ValidArgsFunction: a.completeEngines,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.engine = args[0]
			if len(args) == 2 {
				o.position = args[1]
			}
			return run(cmd.Context(), o)
		},
	}
	c.Flags().Var(&o.depth, "depth", "length of the sequences, in plies")
	c.Flags().StringArrayVar(&o.settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	a.jsonFlag(c)
	return c
}

func (a *app) perft(ctx context.Context, o perftOptions) error {
	opened, err := a.open(ctx, o.engine, o.settings)
	if err != nil {
		return err
	}
	defer opened.Close()
	e := opened.Engine
	g, err := runs.Position(e, o.position)
	if err != nil {
		return err
	}
	depth := int(o.depth)
	if depth > mostPerft {
		return usagef("--depth %d: at most %d; each further ply multiplies the time by the number of moves", depth, mostPerft)
	}
	if depth > 1 {
		if err := a.warnOfPerft(ctx, e, g, depth); err != nil {
			return err
		}
	}
	defer a.await(ctx, "counting")()
	start := time.Now()
	nodes, extra, err := engines.Perft(ctx, e, g, depth)
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	if a.json {
		doc := &documents.Object{}
		doc.Add("engine", e.Spec().Name)
		doc.Add("depth", depth)
		doc.Add("nodes", nodes)
		for _, x := range extra {
			doc.Add(x.Key, x.Value)
		}
		doc.Add("seconds", seconds)
		return a.writeJSON(doc)
	}
	fmt.Fprintf(a.out, "%d sequences of %d moves", nodes, depth)
	for _, x := range extra {
		fmt.Fprintf(a.out, ", %s %v", x.Key, x.Value)
	}
	fmt.Fprintf(a.out, " (%.3f s)\n", seconds)
	return nil
}

// mostPerft is the largest depth that is counted: what is more than that nobody
// lives to see in any game with a choice.
const mostPerft = 100

// warnOfPerft counts smaller depths for a moment, and says how long the one asked for
// may take where that is long.
func (a *app) warnOfPerft(ctx context.Context, e engines.Engine, g engines.Game, depth int) error {
	const moment, long = 50 * time.Millisecond, time.Minute
	last := uint64(1)
	for d := 1; d < depth; d++ {
		start := time.Now()
		nodes, _, err := engines.Perft(ctx, e, g, d)
		if err != nil {
			return err
		}
		if spent := time.Since(start); spent > moment && nodes > last {
			growth := float64(nodes) / float64(last)
			takes := spent.Seconds() * math.Pow(growth, float64(depth-d))
			if takes > long.Seconds() {
				a.warn("depth %d takes about %s; each further ply %.1f times as long", depth, longTime(takes), growth)
			}
			return nil
		}
		last = nodes
	}
	return nil
}

// longTime writes seconds in the largest unit that they fill.
func longTime(seconds float64) string {
	for _, u := range []struct {
		name    string
		seconds float64
	}{{"years", 365 * 86400}, {"days", 86400}, {"hours", 3600}} {
		if seconds >= 2*u.seconds {
			return fmt.Sprintf("%.3g %s", seconds/u.seconds, u.name)
		}
	}
	return fmt.Sprintf("%.0f minutes", max(1, seconds/60))
}
