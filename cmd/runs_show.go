package cmd

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tuning"
)

func (a *app) showRun(ctx context.Context, db, id string) error {
	rec, err := a.drawable(ctx, db, id)
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
		fmt.Fprintf(a.out, "%s\n\n", a.verdict(*v))
	} else if text := verdictText(rec.Summary); text != "-" {
		fmt.Fprintf(a.out, "%s\n\n", text)
	}
	if rec.Failures != nil {
		fmt.Fprintf(a.out, "Lost by programs that failed: %s; see: %s runs %s --failures%s\n\n", rec.Failures, a.name, rec.ID, fromStore(db))
	}
	if err := a.printRounds(rec); err != nil {
		return err
	}
	if best, ok := rec.Best(); ok {
		a.printBest(rec, best)
	} else if rec.Answer != nil && len(rec.Answer.Standings) > 0 {
		if err := a.printTournament(rec); err != nil {
			return err
		}
		fmt.Fprintln(a.out)
	}
	if tags := strings.Join(rec.Tags, ", "); tags != "" {
		fmt.Fprintf(a.out, "Tags: %s\n", tags)
	}
	if rec.Note != "" {
		fmt.Fprintf(a.out, "Note: %s\n", rec.Note)
	}
	fmt.Fprintf(a.out, "Config:\n\n%s", rec.Config)
	return nil
}

// printBest shows the answer of a run, or what it would be as far as the run has come.
func (a *app) printBest(rec results.Record, best results.Answer) {
	if len(rec.Generations) > 0 {
		fmt.Fprintln(a.out)
	}
	what := best.Name
	if rec.Answer == nil {
		what += " so far"
	}
	fmt.Fprintf(a.out, "Weights: %s\n", what)
	meaning := errorOfSearch
	if rec.Kind == results.Fit {
		meaning = errorOfFit
	}
	space := rec.Space
	if rec.Grid != nil {
		space = rec.Grid.Within(space)
	}
	a.printWeights(findings{
		space, tuning.Estimate{Weights: best.Weights, Error: best.Error}, rec.ScaleFree, meaning, best.Importance, best.ImportanceError,
	})
	if len(best.Standings) > 0 {
		fmt.Fprintln(a.out, "Verification:")
	}
	for _, s := range best.Standings {
		mean := ""
		if s.Scored != nil {
			mean = fmt.Sprintf("mean score %v; ", s.Scored)
		}
		fmt.Fprintf(a.out, "  against %s: %s%+.0f Elo [%+.0f, %+.0f], score %.3f in %d fresh games\n",
			s.Agent, mean, s.Rating, s.Interval.Low, s.Interval.High, s.Score, s.Games)
	}
	if len(best.Standings) > 0 {
		fmt.Fprintln(a.out)
	}
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
	if !slices.ContainsFunc(rounds, func(g results.Generation) bool { return !math.IsNaN(g.MeanFitness) }) { // no population
		t := a.out.Table("round", "games", "answer so far")
		for _, g := range rounds {
			t.Row(strconv.Itoa(g.Number), strconv.Itoa(g.Games), weightShares(rec.Space, g.Best.Weights, rec.ScaleFree))
		}
		return t.Flush()
	}
	t := a.out.Table("round", "games", "best", "mean", "spread", "answer so far").Spares("spread", "mean", "best")
	for _, g := range rounds {
		t.Row(strconv.Itoa(g.Number), strconv.Itoa(g.Games), fitness(g.BestFitness), fitness(g.MeanFitness), fitness(g.Spread),
			weightShares(rec.Space, g.Best.Weights, rec.ScaleFree))
	}
	return t.Flush()
}

// fitness is a number of a population, "-" where the strategy keeps none.
func fitness(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return number(v)
}

// printTournament shows how a stored tournament ended.
func (a *app) printTournament(rec results.Record) error {
	if err := a.printStandings(rec.Answer.Standings, nil); err != nil || rec.Crosstable == nil {
		return err
	}
	x := rec.Crosstable
	var names []string
	var place []int // in the field
	for _, s := range rec.Answer.Standings {
		names, place = append(names, s.Agent), append(place, slices.Index(x.Agents, s.Agent))
	}
	fmt.Fprintln(a.out)
	return a.printCrosstable(names, func(i, j int) (float64, bool) {
		if i == j || place[i] < 0 || place[j] < 0 || x.Games[place[i]][place[j]] == 0 {
			return 0, false
		}
		return x.Scores[place[i]][place[j]], true
	})
}
