package cmd

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// storedRun prints a stored run. store is a blank and the flag that names the store, "" for
// the default store.
func (w textWriter) storedRun(rec results.Record, store string) error {
	what := fmt.Sprintf("%s of %s", rec.Kind, rec.Engine)
	if rec.Strategy != "" {
		what += " by " + rec.Strategy
	}
	if rec.Name != "" {
		what = fmt.Sprintf("%q, %s", rec.Name, what)
	}
	w.Paragraph("Run %s (%s, %s)", rec.ID, what, rec.Status)
	w.Paragraph("seed %d, started %s on %s, version %s", rec.Seed, rec.Started.Local().Format(time.DateTime), rec.Host, rec.Version)
	w.Println()
	if rec.Disputed != "" {
		w.disputed(rec.Disputed)
		w.Println()
	}
	if v := rec.Verdict(); v != nil {
		w.Printf("%s\n\n", w.verdict(*v))
	} else if text := verdictText(rec.Summary); text != "-" {
		w.Paragraph("%s", text)
		w.Println()
	}
	if rec.Failures != nil {
		w.Printf("Lost by programs that failed: %s; see: %s runs %s --failures%s\n\n", rec.Failures, w.program, rec.ID, store)
	}
	if err := w.rounds(rec); err != nil {
		return err
	}
	if err := w.checkpoints(rec.Checkpoints); err != nil {
		return err
	}
	if rec.Answer != nil && rec.Answer.Fit != nil {
		w.evidenceOfFit(*rec.Answer.Fit, rec.Answer.Refused != nil)
	}
	if best, ok := rec.Best(); ok {
		w.bestWeights(rec, best, store)
	} else if rec.Answer != nil && len(rec.Answer.Standings) > 0 {
		if err := w.storedTournament(rec); err != nil {
			return err
		}
		w.Println()
	}
	if tags := strings.Join(rec.Tags, ", "); tags != "" {
		w.Paragraph("Tags: %s", tags)
	}
	if rec.Note != "" {
		w.Paragraph("Note: %s", rec.Note)
	}
	w.Printf("Config:\n\n%s", rec.Config)
	return w.Err()
}

// bestWeights prints the result of a run, or the best weights so far of an unfinished one.
func (w textWriter) bestWeights(rec results.Record, best results.Answer, store string) {
	if len(rec.Generations) > 0 {
		w.Println()
	}
	what := best.Name
	if rec.Answer == nil {
		what += " so far"
	}
	w.Printf("Weights: %s\n", what)
	meaning := errorOfSearch
	if rec.Kind == results.Fit {
		meaning = errorOfFit
	}
	space := rec.Space
	if rec.Grid != nil {
		space = rec.Grid.Within(space)
	}
	w.weights(weightsTable{
		space, tuning.Estimate{Weights: best.Weights, Error: best.Error}, rec.ScaleFree, meaning, best.Importance, best.ImportanceError,
	})
	if len(best.Standings) > 0 {
		w.Println("Verification:")
	}
	for _, s := range best.Standings {
		w.Paragraph("  %s", standingLine(s))
	}
	w.againstItself(best.AgainstItself)
	if rec.Answer != nil {
		w.earlier(rec.ID, best.Earlier(), store)
	}
	w.refused(rec.ID, best.Refused, store)
	if len(best.Standings) > 0 {
		w.Println()
	}
}

// shownRounds is the number of rounds that are printed of a long run, the last ones.
const shownRounds = 20

// rounds prints the rounds of a run, only the last shownRounds of a long one.
func (w textWriter) rounds(rec results.Record) error {
	rounds := rec.Generations
	if len(rounds) == 0 {
		return nil
	}
	if left := len(rounds) - shownRounds; left > shownRounds/2 {
		w.Paragraph("%d earlier rounds are left out; --json has them all.", left)
		rounds = rounds[left:]
	}
	if !slices.ContainsFunc(rounds, func(g results.Generation) bool { return !math.IsNaN(g.MeanFitness) }) { // no population
		t := w.Table("round", "games", "answer so far")
		for _, g := range rounds {
			t.Row(strconv.Itoa(g.Number), strconv.Itoa(g.Games), formatWeightShares(rec.Space, g.Best.Weights, rec.ScaleFree))
		}
		return t.Flush()
	}
	t := w.Table("round", "games", "best", "mean", "spread", "answer so far").Spares("spread", "mean", "best")
	for _, g := range rounds {
		t.Row(strconv.Itoa(g.Number), strconv.Itoa(g.Games), formatFitness(g.BestFitness), formatFitness(g.MeanFitness), formatFitness(g.Spread),
			formatWeightShares(rec.Space, g.Best.Weights, rec.ScaleFree))
	}
	return t.Flush()
}

// checkpoints prints the checkpoints of a search.
func (w textWriter) checkpoints(list []results.Checkpoint) error {
	if len(list) == 0 {
		return nil
	}
	w.Println("\nCheckpoints, by fresh games:")
	t := w.Table("round", "games", "Elo", rating.FormatConfidence(rating.Confidence), "against", "played").Spares("played")
	for _, c := range list {
		t.Row(strconv.Itoa(c.Round), strconv.Itoa(c.Games), formatElo(c.Rating), formatEloInterval(c.Interval.Low, c.Interval.High), c.Against, strconv.Itoa(c.Played))
	}
	return t.Flush()
}

// formatFitness formats a fitness, or "-" for a strategy without a population.
func formatFitness(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return formatNumber(v)
}

// storedTournament prints the result of a stored tournament.
func (w textWriter) storedTournament(rec results.Record) error {
	if p := rec.Answer.Played; p != nil && p.Different() != "" {
		w.Paragraph("%v", p)
		w.Println()
	}
	if err := w.standings(rec.Answer.Standings, nil); err != nil || rec.Crosstable == nil {
		return err
	}
	x := rec.Crosstable
	var names []string
	var place []int // in the field
	for _, s := range rec.Answer.Standings {
		names, place = append(names, s.Agent), append(place, slices.Index(x.Agents, s.Agent))
	}
	w.Println()
	err := w.crosstable(names, func(i, j int) (float64, bool) {
		if i == j || place[i] < 0 || place[j] < 0 || x.Games[place[i]][place[j]] == 0 {
			return 0, false
		}
		return x.Scores[place[i]][place[j]], true
	})
	w.contradictions(x.Circle(), rec.Answer.Misfit)
	return err
}

// verdictText returns the result of a run in one line: its verdict, the leader of a
// tournament or the score of a grid, "-" if there is none.
func verdictText(s results.Summary) string {
	switch v := s.Verdict(); {
	case v != nil:
		return v.Text
	case s.Disputed != "":
		return "disputed, two workers gave different results for the same games"
	case s.Answer == nil:
	case s.Kind == results.Tournament && len(s.Answer.Standings) > 0:
		return term.Dashed(s.Answer.Headline())
	case s.Kind == results.Grid:
		return fmt.Sprintf("%.0f of %d positions right", float64(s.Answer.Fitness)*float64(s.Answer.Games), s.Answer.Games)
	case s.Kind == results.Evolve || s.Kind == results.Fit:
		return "not verified"
	}
	return "-"
}

// runList prints a list of stored runs. chosen means that a query selected them.
func (w textWriter) runList(list []results.Summary, chosen bool) error {
	if len(list) == 0 && chosen {
		w.Println("no such runs")
		return w.Err()
	}
	if len(list) == 0 {
		w.Printf("no runs yet; try: %s evolve CONFIG\n", w.program)
		return w.Err()
	}
	header := []string{"run", "name", "kind", "engine", "strategy", "tags", "status", "rounds", "games", "started"}
	failed := slices.ContainsFunc(list, func(s results.Summary) bool { return s.Failures != nil })
	if failed {
		header = append(header, "forfeits")
	}
	t := w.Table(append(header, "verdict")...).Spares("rounds", "engine", "started", "strategy", "tags", "games", "kind", "status", "name")
	for _, s := range list {
		rounds := "-"
		if s.Rounds > 0 {
			rounds = strconv.Itoa(s.Rounds)
		}
		row := []string{
			s.ID, term.Dashed(s.Name), string(s.Kind), s.Engine, term.Dashed(s.Strategy), term.Dashed(strings.Join(s.Tags, " ")), string(s.Status), rounds,
			strconv.Itoa(s.Games), s.Started.Local().Format("2006-01-02 15:04"),
		}
		if failed {
			row = append(row, s.Failures.String())
		}
		t.Row(append(row, verdictText(s))...)
	}
	return t.Flush()
}
