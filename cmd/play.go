package cmd

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/runs"
)

type playOptions struct {
	runs.MatchOptions        // with resume, Engine may be ""
	resume            string // a file with a game to go on with
	seat              int    // from 1
	level             string
	seed              *uint64
	settings          []string
	output            string
}

func newPlay(a *app, run func(context.Context, playOptions) error) *cobra.Command {
	var o playOptions
	c := &cobra.Command{
		Use:   "play [ENGINE]",
		Short: "Play against an agent in the terminal",
		Long:  longHelp("play"),
		Example: `  lanista play othello --level hard
  lanista play hare --level best --movetime 2s
  lanista play risk --agent run:last --seat 2
  lanista play --resume mine.game`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completer().engines,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && o.resume == "":
				return usageErrorf("an ENGINE is needed, or --resume FILE")
			case len(args) == 1:
				o.Engine = args[0]
			}
			for _, name := range []string{"agent", "level", "movetime", "seat", "seats", "seed", "set"} {
				if o.resume != "" && cmd.Flags().Changed(name) {
					return usageErrorf("--%s does not go with --resume: the file says how the game goes on", name)
				}
			}
			if o.level != "" && o.Agent != "" {
				return usageErrorf("--level or --agent, not both")
			}
			if o.MoveTime < 0 {
				return usageErrorf("--movetime %v: it is below 0", o.MoveTime)
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.seat, "seat", 1, "your seat `N`, from 1")
	f.IntVar(&o.Seats, "seats", 0, "number `N` of seats; 0 means 2, or the nearest number that the game allows")
	f.StringVar(&o.level, "level", "", "strength of the other players, a `WORD`: easy, medium, hard or best (default medium)")
	f.StringVar(&o.Agent, "agent", "", "`AGENT` for the other seats instead of a level: champion, default, random, run:RUN, another agent of the game, or a weights file")
	f.DurationVar(&o.MoveTime, "movetime", 0, "thinking `TIME` of the other players per move, such as 2s; 0 means that they search to their own depth")
	f.Var(seedValue(&o.seed), "seed", "seed of the game (default: random)")
	settingsFlag(f, &o.settings)
	f.StringVar(&o.output, "output", "", "save the game to `FILE` when it ends or you leave it")
	f.StringVar(&o.resume, "resume", "", "continue the game in `FILE`")
	storeFlag(f, &o.Store)
	return c
}

func (a *app) play(ctx context.Context, o playOptions) error {
	m, err := a.match(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }()
	console := a.console(ctx)
	saved, err := console.playGame(ctx, m)
	if o.output != "" {
		saved = o.output
		if kept := console.saveGame(m, saved); kept != nil {
			return cmp.Or(err, kept)
		}
	}
	switch {
	case !errors.Is(err, context.Canceled):
		return err
	case saved == "":
		return errorWithExitCode(exitInterrupted, "interrupted; the game is not kept (save FILE and --output FILE do that)")
	}
	return errorWithExitCode(exitInterrupted, "interrupted; the game is kept as it was last saved. Resume with: %s", console.resumeCommand(m, saved))
}

// console returns the console of the person who runs the program.
func (a *app) console(ctx context.Context) console {
	return console{in: term.Lines(ctx, a.in), out: a.out, program: a.name}
}

// match starts a new game, or opens the saved one.
func (a *app) match(ctx context.Context, o playOptions) (*runs.Match, error) {
	if o.resume != "" {
		return a.catalog.ResumeFile(ctx, o.resume, o.Engine, o.Store)
	}
	var err error
	if o.Settings, err = runs.ParseSettings(o.settings); err != nil {
		return nil, err
	}
	if o.Seed = rand.Uint64(); o.seed != nil {
		o.Seed = *o.seed
	}
	if o.level != "" {
		o.Agent = "level:" + o.level
	}
	o.Person = o.seat - 1
	return a.catalog.Match(ctx, o.MatchOptions)
}
