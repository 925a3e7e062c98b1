package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

type tournamentOptions struct {
	run     runOptions
	lengths bool // print the lengths of the games
}

func newTournament(a *app, run func(context.Context, tournamentOptions) error) *cobra.Command {
	var o tournamentOptions
	var short shortcuts
	c := &cobra.Command{
		SuggestFor: []string{"league", "gauntlet"},
		Use:        "tournament [CONFIG]",
		Short:      "Play named agents against each other and rate them",
		Long:       longHelp("tournament"),
		Example: `  lanista tournament risk-baselines
  lanista tournament risk-baselines --cycles 400
  lanista tournament my.yaml --sprt 0,10 --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.run.complete(cmd.Flags(), args, short, "a CONFIG is needed, or --resume RUN"); err != nil {
				return err
			}
			if err := completeRemote(&o.run.remote, cmd.Flags(), &o.run.options.Workers, o.run.options.Store); err != nil {
				return err
			}
			return short.inError(run(cmd.Context(), o))
		},
	}
	o.run.flags(a, c, &short)
	o.run.gameFlags(c.Flags())
	c.Flags().BoolVar(&o.lengths, "lengths", false, "also print how long the games are, in plies")
	short.add(c.Flags(), "cycles", "schedule.cycles", countValue(new(int)), "number of times that the schedule is played (schedule.cycles)")
	short.addList(c.Flags(), "sprt", "schedule.sprt", textValue("ELO0,ELO1"), "stop by a sequential test of elo0,elo1 or elo0,elo1,alpha,beta (schedule.sprt)")
	c.Flags().Lookup("seed").Usage = "the tournament's seed"
	c.Flags().Lookup("resume").Usage = "resume a stored tournament `RUN`: its id, the beginning or end of it, its name, or last (the newest of all runs); also a finished one, with more --cycles"
	return c
}

func (a *app) tournament(ctx context.Context, o tournamentOptions) error {
	if o.run.dryRun {
		return forecast(ctx, a, o.run.options, runs.ForecastTournament, printTournamentForecast)
	}
	return a.runStored(ctx, "tournament", "pairings", &o.run, func(p *term.Progress) error {
		options, lengths := o.run.options, runs.GameLengths{}
		if o.lengths {
			options.Events = tuning.Tee(options.Events, lengths.Events())
		}
		rated, err := a.catalog.Tournament(ctx, options, func(r runs.TournamentResult) error {
			p.Finish()
			if a.json {
				document := documents.Tournament(r)
				if o.lengths {
					document.Lengths = &lengths
				}
				return a.writeJSON(document)
			}
			if err := printTournamentResult(a.out, r); err != nil || !o.lengths {
				return err
			}
			a.out.Println()
			a.out.Paragraph("%s", lengths)
			return a.out.Err()
		})
		if err != nil {
			return err
		}
		return sequentialError(rated)
	})
}

// sequentialError returns an error whose exit code states the decision of a tournament's sequential
// test. It returns nil if there is no test, or if the test accepted hypothesis H1.
func sequentialError(r runs.TournamentResult) error {
	t := r.Test
	switch {
	case t == nil || t.Decision == rating.AcceptH1:
		return nil
	case r.Ended != "" && t.Decision == rating.Undecided:
		return errorWithExitCode(exitUndecided, "the sequential test is undecided: %s; use more openings", r.Ended)
	case t.Decision == rating.AcceptH0:
		return errorWithExitCode(exitRefuted, "the sequential test accepted H0: %s is not stronger by %v %s", t.Agents[0], t.Elo[1], t.Model.Unit())
	}
	return withExitCode(exitUndecided, errors.New("the sequential test is undecided after all pairs of the schedule; increase --cycles (schedule.cycles), or omit it to play until the test decides"))
}

// printTournamentForecast prints how many games a tournament would play and how large a difference
// in strength it can show.
func printTournamentForecast(w *term.Screen, f runs.TournamentForecast) error {
	defer func() {
		printOpenings(w, f.Openings)
		printNotes(w, f.Notes)
	}()
	if f.Expected != nil {
		w.Paragraph("%s: a sequential test of at most %d games, %.0f on average in the worst case: %s.",
			f.Engine, f.Games, *f.Expected, formatDuration(f.Seconds, f.PerSecond))
		return w.Err()
	}
	w.Paragraph("%s: %d agents, %s: %s.", f.Engine, f.Agents, term.Counted(f.Games, "game"), formatDuration(f.Seconds, f.PerSecond))
	games, between := "The games of one agent", "from the mean of the others"
	if f.Agents == 2 {
		games, between = "The games", "between the two"
	}
	if f.Openings != nil && f.Openings.Repeat() {
		games += ", repeated by agents without randomness of their own,"
	}
	w.Paragraph("%s show a difference of %.0f Elo %s with a probability of one half.", games, f.Difference, between)
	return w.Err()
}

// printTournamentResult prints the rating table of a tournament and the scores between the
// agents.
func printTournamentResult(w *term.Screen, r runs.TournamentResult) error {
	t := r.Table
	seat := ""
	if len(t.Seats) > 1 {
		seat = fmt.Sprintf("; the first seat scored %.3f", t.Seats[0])
	}
	w.Paragraph("Run %s: %s, %s in %s, seed %d, %.1f s%s.",
		r.Record.ID, r.Record.Engine, evidence.Played{Games: t.Games, Variety: t.Variety}, countDeals(t), r.Record.Seed, r.Elapsed.Seconds(), seat)
	printDisputed(w, r.Record.Disputed)
	w.Println()
	answer := r.Result()
	if first := answer.Headline(); first != "" {
		w.Paragraph("%s", first)
		w.Println()
	}
	var names []string
	for _, s := range t.Standings {
		names = append(names, s.Agent)
	}
	if err := printStandings(w, answer.Standings); err != nil {
		return err
	}
	err := printCrosstable(w, names, func(i, j int) (float64, bool) {
		if cell := t.Crosstable[i][j]; cell != nil {
			return cell.Score, true
		}
		return 0, false
	})
	if err != nil {
		return err
	}
	printLeads(w, answer.Standings)
	printContradictions(w, r.Circle(), t.Misfit)
	if r.Test != nil {
		w.Println()
		printTest(w, *r.Test, true)
	}
	printEnded(w, r.Ended)
	printCaveats(w, r.Caveats)
	return w.Err()
}

// printEnded prints why a tournament ended before its schedule was complete. It prints nothing if
// reason is "".
func printEnded(w *term.Screen, reason string) {
	if reason != "" {
		w.Paragraph("%s.", strings.ToUpper(reason[:1])+reason[1:])
	}
}

// printLeads prints how far the main agent of a gauntlet, which plays against all others, is ahead
// of each opponent. It prints nothing for other tournaments.
func printLeads(w *term.Screen, list []rating.Standing) {
	for _, s := range list {
		if s.Leads == nil {
			continue
		}
		w.Println()
		for _, over := range s.Leads {
			interval := "too few different games for an interval"
			if over.Interval.Known() {
				interval = over.Interval.FormatElo()
			}
			w.Paragraph("%s against %s: %s Elo, %s%s", term.Plain(s.Agent), term.Plain(over.Agent), rating.FormatElo(over.Difference), interval, likely(over.LOS))
		}
	}
}

// likely formats the probability that one agent is stronger than another, such as "; stronger with
// a probability of 97%". The text is for the end of a line. No probability is formatted as 0% or
// 100%. likely returns "" if the probability is unknown.
func likely(los rating.Float) string {
	if !los.Known() {
		return ""
	}
	of := fmt.Sprintf("%.0f%%", 100*los)
	switch of {
	case "100%":
		of = "more than 99%"
	case "0%":
		of = "less than 1%"
	}
	return "; stronger with a probability of " + of
}

// countDeals formats the number of deals (game starts) that a tournament has played, such as "5
// deals". In a game of two seats in which each deal was played twice with exchanged seats, it
// writes "5 pairs".
func countDeals(t tournament.Table) string {
	if len(t.Seats) == 2 && t.Games == 2*t.Pairings {
		return term.Counted(t.Pairings, "pair")
	}
	return term.Counted(t.Pairings, "deal")
}

// printTest prints the decision, or the current state, of a sequential test. over states that no more
// games follow.
func printTest(w *term.Screen, t runs.Test, over bool) {
	text := t.Outcome(over) + ": " + t.State()
	switch t.Decision {
	case rating.AcceptH1:
		w.ParagraphIn(term.Green, text)
	case rating.AcceptH0:
		w.ParagraphIn(term.Red, text)
	default:
		w.Paragraph("%s", text)
	}
}
