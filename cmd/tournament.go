package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

type tournamentOptions struct {
	config    string
	overrides []string
	seed      seedFlag
	workers   countFlag
	db, name  string
	resume    string
	sprt      string
}

func newTournament(a *app) *cobra.Command {
	var o tournamentOptions
	c := &cobra.Command{
		Use:   "tournament [CONFIG]",
		Short: "Play named agents against each other and rate them",
		Long: `Plays a round robin or a gauntlet among the agents of a config and prints
standings and crosstable. An agent's weights may be literal, "default", "champion",
"run:RUN", an agent that the game ships, or a file that export wrote.

With --sprt elo0,elo1 the two agents play until a sequential test accepts that the
first is at most elo0 (exit code 3) or at least elo1 normalised Elo stronger.

In the standings, "to next" is the lead over the agent below in Elo, and how likely
it is real; "pairs" counts the deals, played from both seats, by the points that they
brought: none, a half, one, one and a half, two; "best" is how likely the agent is the
strongest of all.`,
		Example: `  lanista tournament risk-baselines
  lanista tournament my.yaml --sprt 0,10 --json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completePresets,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.config = args[0]
			}
			if (o.config == "") == (o.resume == "") {
				return usagef("a CONFIG is needed, or --resume RUN")
			}
			if o.resume != "" && o.name != "" {
				return errRenamed
			}
			if o.seed.set {
				o.overrides = append(o.overrides, "seed="+o.seed.String())
			}
			if o.sprt != "" {
				o.overrides = append(o.overrides, "schedule.sprt=["+o.sprt+"]")
			}
			return a.tournament(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(&o.seed, "seed", "the tournament's seed")
	workersFlag(f, &o.workers)
	storeFlag(f, &o.db)
	nameFlag(f, &o.name)
	f.StringVar(&o.resume, "resume", "", "go on with a stored tournament: its id, a unique beginning of it, or last")
	f.StringVar(&o.sprt, "sprt", "", "stop by a sequential test of elo0,elo1 or elo0,elo1,alpha,beta")
	setFlag(f, &o.overrides)
	a.jsonFlag(c)
	return c
}

func (a *app) tournament(ctx context.Context, o tournamentOptions) error {
	e := &event{app: a}
	prepare := func(s *setup, err error) error {
		if err != nil {
			return err
		}
		e.setup = s
		return e.prepare(ctx, o.db)
	}
	if o.resume == "" { // the mistakes of a config come first: they leave no store behind
		if err := prepare(a.load(o.config, o.overrides)); err != nil {
			return err
		}
	}
	var err error
	if e.store, err = results.Open(o.db); err != nil {
		return err
	}
	defer func() { _ = e.store.Close() }()
	if o.resume != "" {
		if err := prepare(a.reload(ctx, e.store, results.Tournament, o.resume, o.overrides)); err != nil {
			return err
		}
	}
	if err := e.begin(ctx, o); err != nil {
		return err
	}
	defer func() { _ = e.run.Close() }()
	start := time.Now()
	if err := e.play(ctx, int(o.workers)); err != nil {
		if !errors.Is(err, context.Canceled) {
			return err
		}
		return &exitError{exitInterrupted, fmt.Errorf("interrupted; what is finished is safe, go on with: lanista tournament --resume %s%s", e.run.ID(), fromStore(o.db))}
	}
	table := e.standings.Table()
	printed := e.print(table, time.Since(start))
	finished := e.run.Finish(context.WithoutCancel(ctx), tableAnswer(table))
	if err := errors.Join(printed, finished); err != nil {
		return err
	}
	return e.verdict()
}

// event is one tournament being played.
type event struct {
	*app
	*setup
	field     []engines.Agent
	schedule  tournament.Schedule
	options   scheduleOptions
	standings *tournament.Standings
	store     *results.Store
	run       *results.Run
	sprt      *sequential // nil without a test
}
