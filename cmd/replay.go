package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type replayOptions struct {
	run    string
	config string // the file that starts the programs of the run
	game   countFlag
	boards bool
	db     string
}

func newReplay(a *app, run func(context.Context, replayOptions) error) *cobra.Command {
	o := replayOptions{game: 1}
	c := &cobra.Command{
		Use:   "replay RUN [CONFIG]",
		Short: "Show one stored game, move by move",
		Long: `Plays a game of a run again and shows it move by move. Games are counted from 1:
first those of the rounds in their order, then those of the verification, or of the
tournament. A game is a function of its seed and its agents, so that all of them can
be shown; where this version of the program plays one otherwise, it says so. A run with
programs is replayed together with the config that says how to start them.`,
		Example: `  lanista replay last
  lanista replay last --game 1200 --boards
  lanista replay last --game 7 --json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.run = args[0]
			if len(args) == 2 {
				if o.config = args[1]; !runs.IsConfig(o.config) {
					return usagef("%s is not the file of a config", o.config)
				}
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(&o.game, "game", "which game of the run, from 1")
	f.BoolVar(&o.boards, "boards", false, "show the position after every move")
	storeFlag(f, &o.db)
	a.jsonFlag(c)
	c.ValidArgsFunction = a.completeRuns
	return c
}

func (a *app) replay(ctx context.Context, o replayOptions) error {
	store, err := results.OpenReadOnly(o.db)
	if errors.Is(err, fs.ErrNotExist) {
		return a.noStore(o.db)
	}
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	at, err := runs.FindGame(ctx, store, o.run, int(o.game))
	if err != nil {
		return err
	}
	r, err := a.catalog.ReplayBy(ctx, o.config, store, o.run, at)
	if err != nil {
		return err
	}
	defer r.Close()
	if a.json {
		return a.writeJSON(documents.Replayed(r, int(o.game)))
	}
	a.printReplayed(r, o)
	return nil
}

func (a *app) printReplayed(r runs.Replayed, o replayOptions) {
	where := fmt.Sprintf("round %d", r.Game.Round)
	if r.Game.Round == 0 {
		where = "journal"
	}
	fmt.Fprintf(a.out, "Run %s, game %d (%s, pairing %d, game %d), %s, seed %d\n",
		r.Run, o.game, where, r.Game.Pairing, r.Game.Game+1, r.Engine.Spec().Name, r.Seed)
	for seat, agent := range r.Agents {
		fmt.Fprintf(a.out, "seat %d: %s\n", seat+1, agentLine(r.Engine, agent))
	}
	if !r.Same() {
		a.warn("this version of the program plays the game otherwise: it ended %s in the run", r.Stored.Outcome)
	}
	fmt.Fprintf(a.out, "\n%s\n\n", strings.TrimRight(engines.Illustrate(r.Engine, r.Start), "\n"))
	number := 0
	var last engines.Game
	for ply := range r.Plies {
		number++
		line := fmt.Sprintf("%3d. seat %d  %s", number, ply.Seat+1, ply.Move)
		if ply.Told != "" {
			line += "  (" + ply.Told + ")"
		}
		if ply.Opening {
			line += "  [opening]"
		}
		fmt.Fprintln(a.out, line)
		if last = ply.Position; o.boards {
			fmt.Fprintf(a.out, "%s\n\n", strings.TrimRight(engines.Illustrate(r.Engine, last), "\n"))
		}
	}
	if last != nil && !o.boards {
		fmt.Fprintf(a.out, "\n%s\n", strings.TrimRight(engines.Illustrate(r.Engine, last), "\n"))
	}
	fmt.Fprintf(a.out, "\nplaces by seat: %s", r.Played.Outcome)
	if f := r.Played.Forfeit; f != nil {
		fmt.Fprintf(a.out, "; seat %d forfeited (%s): %s", f.Seat+1, f.Kind, f.Reason)
	} else if why := r.Played.Why(); why != engines.ByRules.String() {
		fmt.Fprintf(a.out, "; ended by %s", why)
	}
	fmt.Fprintln(a.out)
}

// agentLine says who an agent is.
func agentLine(e engines.Engine, agent engines.Agent) string {
	line := agent.Name
	if agent.Player != "" && agent.Player != agent.Name {
		line += " (" + agent.Player + ")"
	}
	with, err := e.With(agent.Settings)
	if err == nil && len(agent.Weights) == len(with.Spec().Weights) && len(agent.Weights) > 0 {
		line = strings.TrimSpace(line + "  " + weightList(with.Spec().Weights, agent.Weights))
	}
	return line
}
