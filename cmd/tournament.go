package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
)

type tournamentOptions struct {
	config    string
	overrides []string
	seed      seedFlag
	workers   countFlag
	db, name  string
	resume    string
	sprt      string
	force     bool
	dryRun    bool
	programs  programOptions
	games     string
	crew      crewOptions
}

func newTournament(a *app, run func(context.Context, tournamentOptions) error) *cobra.Command {
	var o tournamentOptions
	c := &cobra.Command{
		Use:   "tournament [CONFIG]",
		Short: "Play named agents against each other and rate them",
		Long: `Plays a round robin, a gauntlet or random groups among the agents of a config and
prints standings and crosstable. An agent's weights may be literal, "default",
"champion", "run:RUN", an agent that the game ships, or a file that export wrote.

With --sprt elo0,elo1 the two agents play until a sequential test accepts that the
first is at most elo0 (exit code 3) or at least elo1 normalised Elo stronger. A
schedule.cycles of the config limits it; where that ends first the exit code is 4.

In the standings, "to next" is the lead over the agent below in Elo, and how likely
it is real; "pairs" counts the deals, played from both seats, by the points that they
brought: none, a half, one, one and a half, two; "best" is how likely the agent is the
strongest of all.`,
		Example: `  lanista tournament risk-baselines
  lanista tournament my.yaml --sprt 0,10 --json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completePresets("tournament"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.config = args[0]
			}
			if o.config == "" && o.resume == "" {
				return usagef("a CONFIG is needed, or --resume RUN")
			}
			if o.resume != "" && o.name != "" {
				return errRenamed
			}
			if o.seed.set {
				o.overrides = append(o.overrides, "seed="+o.seed.String())
			}
			if err := o.crew.complete(cmd.Flags(), &o.workers, o.db); err != nil {
				return err
			}
			if o.sprt != "" {
				o.overrides = append(o.overrides, "schedule.sprt=["+o.sprt+"]")
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(&o.seed, "seed", "the tournament's seed")
	crewFlags(f, &o.crew, &o.workers)
	storeFlag(f, &o.db)
	nameFlag(f, &o.name)
	f.StringVar(&o.resume, "resume", "", "resume a stored tournament: its id, a unique beginning of it, or last")
	f.BoolVar(&o.dryRun, "dry-run", false, "say what would be played and what it can resolve, and stop")
	f.StringVar(&o.sprt, "sprt", "", "stop by a sequential test of elo0,elo1 or elo0,elo1,alpha,beta")
	gamesFlag(f, &o.games)
	forceFlag(f, &o.force)
	setFlag(f, &o.overrides)
	programFlags(f, &o.programs)
	a.jsonFlag(c)
	a.runFileFlag(c)
	return c
}

func (a *app) tournament(ctx context.Context, o tournamentOptions) error {
	options := runs.Options{
		Config: o.config, Set: o.overrides, Resume: o.resume, Name: o.name, Store: o.db, Workers: int(o.workers), Force: o.force,
		Trace: o.programs.trace, ChangedPrograms: o.programs.changed,
		Games: o.games,
	}
	if o.dryRun {
		f, err := a.catalog.ForecastTournament(ctx, options)
		if err != nil {
			return err
		}
		return answer(a, f, itself, summary.Writer.TournamentForecast)
	}
	p := a.progress("pairings")
	defer p.Finish()
	options.Events = a.events(p)
	crew, err := a.hire(ctx, o.crew, p)
	if err != nil {
		return err
	}
	defer crew.close()
	options.Elsewhere = crew.players()
	rated, err := a.catalog.Tournament(ctx, options, func(r runs.Rated) error {
		p.Finish()
		return answer(a, r, documents.Rated, summary.Writer.Rated)
	})
	if err != nil {
		return a.resumable(err, p, "tournament", o.config, o.db)
	}
	t := rated.Test
	switch {
	case t == nil || t.Decision == rating.AcceptH1:
		return nil
	case t.Decision == rating.AcceptH0: // the claim put to the test fails
		return &exitError{exitRefuted, fmt.Errorf("the sequential test accepted H0: %s is not stronger by %v normalised Elo", t.Agents[0], t.Elo[1])}
	}
	return &exitError{exitUndecided, errors.New("the sequential test is undecided after all pairs of the schedule; schedule.cycles allows more, and left out it lasts until the test decides")}
}
