package cmd

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
)

func (a *app) showRun(ctx context.Context, db, id string) error {
	rec, err := a.record(ctx, db, id)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(documents.Record(rec))
	}
	what := fmt.Sprintf("%s of %s", rec.Kind, rec.Engine)
	if rec.Strategy != "" {
		what += " by " + rec.Strategy
	}
	if rec.Name != "" {
		what = fmt.Sprintf("%q, %s", rec.Name, what)
	}
	fmt.Fprintf(a.out, "Run %s (%s, %s)\n", rec.ID, what, rec.Status)
	fmt.Fprintf(a.out, "seed %d, started %s on %s, version %s\n\n", rec.Seed, rec.Started.Local().Format(time.DateTime), rec.Host, rec.Version)
	if v := rec.Verdict(); v != nil {
		fmt.Fprintf(a.out, "%s\n\n", v)
	}
	if rec.Failures != nil {
		fmt.Fprintf(a.out, "Lost by programs that failed: %s; see: %s runs %s --failures%s\n\n", rec.Failures, a.name, rec.ID, fromStore(db))
	}
	if err := a.printRounds(rec); err != nil {
		return err
	}
	if best, ok := rec.Best(); ok {
		fmt.Fprintf(a.out, "\nBest weights: %s\n", weightList(rec.Space, best.Weights))
		for _, s := range best.Standings {
			mean := ""
			if s.Scored != nil {
				mean = fmt.Sprintf("mean score %v; ", s.Scored)
			}
			fmt.Fprintf(a.out, "  against %s: %s%+.0f Elo [%+.0f, %+.0f], score %.3f in %d fresh games\n",
				s.Agent, mean, s.Rating, s.Interval.Low, s.Interval.High, s.Score, s.Games)
		}
		fmt.Fprintln(a.out)
	} else if rec.Answer != nil && len(rec.Answer.Standings) > 0 {
		if err := a.printStandings(rec.Answer.Standings); err != nil {
			return err
		}
	}
	fmt.Fprint(a.out, rec.Config)
	return nil
}

// shownRounds is how many rounds of a long run are listed, the last ones.
const shownRounds = 20

// printRounds lists the rounds of a run; of a long one the last.
func (a *app) printRounds(rec results.Record) error {
	rounds := rec.Generations
	if len(rounds) == 0 {
		return nil
	}
	if left := len(rounds) - shownRounds; left > shownRounds/2 {
		fmt.Fprintf(a.out, "%d earlier rounds are left out; --json has them all.\n", left)
		rounds = rounds[left:]
	}
	t := a.table("round", "games", "best", "mean", "spread", "answer so far")
	for _, g := range rounds {
		t.row(strconv.Itoa(g.Number), strconv.Itoa(g.Games), fitness(g.BestFitness), fitness(g.MeanFitness), fitness(g.Spread),
			weightList(rec.Space, g.Best.Weights))
	}
	return t.flush()
}

// fitness is a number of a population, "-" where the strategy keeps none.
func fitness(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return number(v)
}

// printStandings shows how a tournament ended.
func (a *app) printStandings(list []results.Standing) error {
	header := []string{"rank", "agent", "elo", "95%", "games", "w", "d", "l", "score"}
	if slices.ContainsFunc(list, func(s results.Standing) bool { return s.Scored != nil }) {
		header = append(header, "mean score")
	}
	t := a.table(header...)
	for i, s := range list {
		mean := ""
		if s.Scored != nil {
			mean = s.Scored.String()
		}
		t.row(strconv.Itoa(i+1), s.Agent, fmt.Sprintf("%+.1f", s.Rating), fmt.Sprintf("[%+.1f, %+.1f]", s.Interval.Low, s.Interval.High),
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses), fmt.Sprintf("%.3f", s.Score), mean)
	}
	if err := t.flush(); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	return nil
}
