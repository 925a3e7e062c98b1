package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"

	"github.com/lanista/lanista/cmd/internal/term"
)

type tournamentOptions struct {
	runOptions
	sprt string
}

func newTournament(a *app, run func(context.Context, tournamentOptions) error) *cobra.Command {
	var o tournamentOptions
	c := &cobra.Command{
		Use:   "tournament [CONFIG]",
		Short: "Play named agents against each other and rate them",
		Long:  longHelp("tournament"),
		Example: `  lanista tournament risk-baselines
  lanista tournament my.yaml --sprt 0,10 --json`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completer().presets("tournament"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(args, "a CONFIG is needed, or --resume RUN"); err != nil {
				return err
			}
			if err := completeRemote(&o.remote, cmd.Flags(), &o.Workers, o.Store); err != nil {
				return err
			}
			if o.sprt != "" {
				o.Set = append(o.Set, "schedule.sprt=["+o.sprt+"]")
			}
			return run(cmd.Context(), o)
		},
	}
	o.flags(a, c)
	o.playedFlags(c.Flags())
	c.Flags().StringVar(&o.sprt, "sprt", "", "stop by a sequential test of `ELO0,ELO1` or ELO0,ELO1,ALPHA,BETA")
	c.Flags().Lookup("seed").Usage = "the tournament's seed"
	c.Flags().Lookup("resume").Usage = "resume a stored tournament: its id, a unique beginning of it, or last"
	return c
}

func (a *app) tournament(ctx context.Context, o tournamentOptions) error {
	if o.dryRun {
		f, err := runs.ForecastTournament(ctx, a.catalog, o.Options)
		if err != nil {
			return err
		}
		return answer(a, f, itself, textWriter.tournamentForecast)
	}
	return a.keeping(ctx, "tournament", "pairings", &o.runOptions, func(p *term.Progress) error {
		rated, err := a.catalog.Tournament(ctx, o.Options, func(r runs.TournamentResult) error {
			p.Finish()
			return answer(a, r, documents.Tournament, textWriter.tournamentResult)
		})
		if err != nil {
			return err
		}
		return tested(rated.Test)
	})
}

// tested is how a verb ends that has put a claim to a sequential test.
func tested(t *runs.Test) error {
	switch {
	case t == nil || t.Decision == rating.AcceptH1:
		return nil
	case t.Decision == rating.AcceptH0: // the claim put to the test fails
		return errorWithExitCode(exitRefuted, "the sequential test accepted H0: %s is not stronger by %v normalised Elo", t.Agents[0], t.Elo[1])
	}
	return withExitCode(exitUndecided, errors.New("the sequential test is undecided after all pairs of the schedule; schedule.cycles allows more, and left out it lasts until the test decides"))
}
