package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type replayOptions struct {
	run    string
	config string // the file that starts the programs of the run
	game   int
	boards bool
	db     string
}

func newReplay(a *app, run func(context.Context, replayOptions) error) *cobra.Command {
	o := replayOptions{game: 1}
	c := &cobra.Command{
		Use:   "replay RUN [CONFIG]",
		Short: "Show a stored game, move by move",
		Long: `Plays a game of a run again and shows it move by move. Games are counted from 1: first
the games of the rounds in order, then those of the verification or the tournament. A
game is a function of its seed and its agents, so every game can be shown. If this version
of the program plays a game differently, an error reports it. For a run with programs,
also give the config with their commands.`,
		Example: `  lanista replay last
  lanista replay last --game 1200 --boards
  lanista replay last --game 7 --json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.run = args[0]
			if len(args) == 2 {
				if o.config = args[1]; !runs.IsConfig(o.config) {
					return usageErrorf("%s is not the file of a config", o.config)
				}
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(countValue(&o.game), "game", "number of the game in the run, from 1")
	f.BoolVar(&o.boards, "boards", false, "show the position after every move")
	storeFlag(f, &o.db)
	a.jsonFlag(c)
	c.ValidArgsFunction = a.completer().runs
	return c
}

func (a *app) replay(ctx context.Context, o replayOptions) error {
	store, err := runs.OpenToRead(o.db)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	at, err := runs.FindGame(ctx, store, o.run, o.game)
	if err != nil {
		return err
	}
	r, err := runs.ReplayBy(ctx, a.catalog, o.config, store, o.run, at)
	if err != nil {
		return err
	}
	defer r.Close()
	if !a.json && !r.Same() { // where it stands
		a.warn("this version of the program plays the game otherwise: it ended %s in the run", r.Stored.Outcome)
	}
	n := o.game
	document := func(r runs.ReplayResult) any { return documents.Replayed(r, n) }
	return answer(a, r, document, func(w textWriter, r runs.ReplayResult) error { return w.replayedGame(r, n, o.boards) })
}
