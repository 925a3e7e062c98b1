package cmd

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// storedTournament contains the rating table and the sequential test of a tournament, computed from
// its stored games.
type storedTournament struct {
	table tournament.Table
	test  *runs.Test // sequential test; nil for none
}

// printRun prints a stored run and the recommended next steps after it. contest is nil if the run is
// no tournament.
func printRun(w *term.Screen, adv advice, rec results.Record, steps []runs.NextStep, contest *storedTournament) error {
	what := fmt.Sprintf("%s of %s", rec.Kind, rec.Engine)
	if rec.Strategy != "" {
		what += " by " + rec.Strategy
	}
	if rec.Name != "" {
		what = fmt.Sprintf("%q, %s", rec.Name, what)
	}
	state := string(rec.Status)
	if planned := runs.PlannedGames(rec.Summary); rec.Status != results.Finished && rec.Kind == results.Evolve && planned > 0 {
		state += fmt.Sprintf(", %d of %d games", rec.Games, planned)
	}
	w.Paragraph("Run %s (%s, %s)", rec.ID, what, state)
	w.Paragraph("seed %d, started %s on %s, version %s", rec.Seed, rec.Started.Local().Format(time.DateTime), rec.Host, rec.Version)
	w.Println()
	if rec.Missing != "" {
		w.ParagraphIn(term.Red, "Incomplete: the run was recovered from a damaged store. Lost: "+rec.Missing+".")
		w.Println()
	}
	if rec.Disputed != "" {
		printDisputed(w, rec.Disputed)
		w.Println()
	}
	if v := rec.Verdict(); v != nil {
		printVerdict(w, *v)
		w.Println()
	} else if text := rec.Conclusion(); text != "" {
		w.Paragraph("%s", text)
		w.Println()
	}
	if printNextSteps(w, adv, steps); len(steps) > 0 {
		w.Println()
	}
	if rec.Failures != nil {
		w.Printf("Lost by programs that failed: %s; see: %s runs %s --failures%s\n\n", rec.Failures, adv.program, rec.ID, adv.store)
	}
	if err := printPlayedBy(w, rec.Workers); err != nil {
		return err
	}
	if err := printRounds(w, rec); err != nil {
		return err
	}
	if err := printCheckpoints(w, rec.Checkpoints); err != nil {
		return err
	}
	printTrend(w, rec)
	if err := printStoredExplanation(w, rec); err != nil {
		return err
	}
	if rec.Result != nil && rec.Result.Fit != nil {
		printFitEvidence(w, *rec.Result.Fit, rec.Result.Refused != nil)
	}
	if best, ok := rec.Best(); ok {
		printBestWeights(w, adv, rec, best)
	} else if rec.Result != nil && len(rec.Result.Standings) > 0 {
		if err := printStoredTournament(w, rec); err != nil {
			return err
		}
		if contest != nil && contest.test != nil {
			w.Println()
			printTest(w, *contest.test, true)
		}
		if rec.Result.Exhausted {
			printEnded(w, rec.Result.Played.AllPlayed())
		}
		w.Println()
	} else if contest != nil && contest.table.Games > 0 {
		if err := printUnfinishedTournament(w, *contest); err != nil {
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
	if len(rec.Tags) > 0 || rec.Note != "" {
		w.Println()
	}
	printContinued(w, adv, rec)
	if len(rec.Processors) > 1 {
		w.Paragraph("Computed on several kinds of processor: %s. The result may differ from that of one kind.", strings.Join(rec.Processors, ", "))
		w.Println()
	}
	w.Printf("Config:\n\n%s", rec.Config)
	return w.Err()
}

// printContinued prints how a run was continued with another budget, and the commands that repeat
// the whole run. It prints nothing for other runs.
func printContinued(w *term.Screen, adv advice, rec results.Record) {
	text := rec.ContinuedText()
	if text == "" {
		return
	}
	w.Paragraph("Continued: %s.", text)
	if commands := rec.RepeatCommands(adv.program, "run:"+rec.ID, adv.store); commands != "" {
		w.Println("To repeat it:")
		w.Println(commands)
	} else {
		w.Paragraph("No commands repeat it: none can stop a run after the same round, or remove a limit of its budget.")
	}
	w.Println()
}

// printPlayedBy prints which worker processes have played games of a run, and which of them were
// excluded because of wrong results.
func printPlayedBy(w *term.Screen, list []results.Worker) error {
	if len(list) == 0 {
		return nil
	}
	w.Println("Played by workers")
	t := w.Table("worker", "host", "slots", "pairings", "confirmed", "build").Spares("host", "build")
	for _, x := range list {
		slots := "-"
		if x.Slots > 0 { // unknown for a worker that has only confirmed results of others
			slots = strconv.Itoa(x.Slots)
		}
		t.Row(x.ID, cmp.Or(x.Host, "-"), slots, strconv.Itoa(x.Pairings), strconv.Itoa(x.Confirmed), cmp.Or(x.Build, "-"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, x := range list {
		if x.Excluded != "" {
			w.ParagraphIn(term.Red, "Worker "+x.ID+" is excluded: "+x.Excluded)
		}
	}
	w.Println()
	return nil
}

// printBestWeights prints the weights that a run recommends and their measurement. For an
// unfinished run it prints the best weights so far.
func printBestWeights(w *term.Screen, adv advice, rec results.Record, best results.Result) {
	if len(rec.Generations) > 0 {
		w.Println()
	}
	what := best.Name
	if rec.Result == nil {
		what += " so far"
	}
	w.Paragraph("Weights: %s", what)
	space := rec.Space
	if rec.Grid != nil {
		space = rec.Grid.Within(space)
	}
	start := runs.StartWeights(rec)
	if rec.Grid != nil {
		start = nil // a grid has none
	}
	printWeights(w, weightsTable{
		space,
		tuning.Estimate{Weights: best.Weights, Error: best.Error},
		start,
		rec.ScaleFree, rec.Kind.ErrorOfWeights(), best.Importance, best.ImportanceError,
		runs.ReachedConstraints(rec),
	})
	_ = printMissed(w, space, best.Etudes, 0) // w keeps the error
	if len(best.Standings) > 0 {
		w.Println("Verification:")
	}
	for _, s := range best.Standings {
		w.Paragraph("  %s", standingLine(s))
	}
	printOtherMatches(w, best.Verdict(), best.OtherStandings, standingLine)
	printAgainstItself(w, best.AgainstItself)
	if rec.Result != nil {
		printEarlier(w, adv, rec, best.Earlier())
	}
	printCaveats(w, best.Caveats())
	printRefused(w, adv, rec.ID, best.Refused)
	w.Gap()
}

// shownRounds is the number of rows that remain when the table of a run's rounds is shortened. A
// table with at most one and a half times as many rows is printed in full.
const shownRounds = 20

// printRounds prints a table of the rounds of a run, or of the last ones if there are many.
// Consecutive rounds of a strategy without a population are one row if they have the same result.
func printRounds(w *term.Screen, rec results.Record) error {
	if len(rec.Generations) == 0 {
		return nil
	}
	population := slices.ContainsFunc(rec.Generations, func(g results.Generation) bool { return !math.IsNaN(g.MeanFitness) })
	var rows [][]results.Generation
	for i, g := range rec.Generations {
		last := len(rows) - 1
		if i > 0 && !population && g.Number == rec.Generations[i-1].Number+1 && slices.Equal(g.Best.Weights, rec.Generations[i-1].Best.Weights) {
			rows[last] = append(rows[last], g)
			continue
		}
		rows = append(rows, []results.Generation{g})
	}
	if left := len(rows) - shownRounds; left > shownRounds/2 {
		earlier := 0
		for _, row := range rows[:left] {
			earlier += len(row)
		}
		w.Paragraph("%d earlier rounds are left out; --json has them all.", earlier)
		rows = rows[left:]
	}
	t := w.Table("round", "games", "result so far")
	if population {
		t = w.Table("round", "games", "best", "mean", "spread", "result so far").Spares("spread", "mean", "best")
	}
	for _, row := range rows {
		first, last := row[0], row[len(row)-1]
		cells := []string{strconv.Itoa(first.Number), strconv.Itoa(gamesOf(row))}
		if len(row) > 1 {
			cells[0] += "-" + strconv.Itoa(last.Number)
		}
		if population {
			cells = append(cells, formatFitness(first.BestFitness), formatFitness(first.MeanFitness), formatFitness(first.Spread))
		}
		t.Row(append(cells, formatWeightShares(rec.Space, first.Best.Weights, rec.ScaleFree))...)
	}
	return t.Flush()
}

func gamesOf(rounds []results.Generation) int {
	games := 0
	for _, g := range rounds {
		games += g.Games
	}
	return games
}

// formatFitness formats the fitness (estimated strength) of a population, or returns "-" if the
// tuning strategy has no population.
func formatFitness(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return formatNumber(v)
}

// printCheckpoints prints a table of the checkpoints, the interim measurements of a tuning run's
// best weights.
func printCheckpoints(w *term.Screen, list []results.Checkpoint) error {
	if len(list) == 0 {
		return nil
	}
	w.Println("\nCheckpoints, by fresh games:")
	t := w.Table("round", "games", "Elo", rating.FormatConfidence(rating.Confidence), "against", "played").Spares("played")
	for _, c := range list {
		t.Row(strconv.Itoa(c.Round), strconv.Itoa(c.Games), rating.FormatElo(c.Rating), c.Interval.FormatElo(), c.Against, strconv.Itoa(c.Played))
	}
	return t.Flush()
}

// printTrend prints a sentence on whether a tuning run is still improving, judged by its interim
// measurements.
func printTrend(w *term.Screen, rec results.Record) {
	if t := rec.Trend(); t != nil {
		w.Paragraph("Trend: %s.", t.Text)
	}
}

// printUnfinishedTournament prints the standings and the sequential test of a tournament that has not
// finished.
func printUnfinishedTournament(w *term.Screen, c storedTournament) error {
	w.Paragraph("So far %s in %s:", evidence.Played{Games: c.table.Games, Variety: c.table.Variety}, countDeals(c.table))
	w.Println()
	if err := printStandings(w, c.table.Standings); err != nil {
		return err
	}
	if c.test != nil {
		w.Println()
		printTest(w, *c.test, false)
	}
	return w.Err()
}

func printStoredTournament(w *term.Screen, rec results.Record) error {
	if p := rec.Result.Played; p != nil && p.Different() != "" {
		w.Paragraph("%v", p)
		w.Println()
	}
	if err := printStandings(w, rec.Result.Standings); err != nil || rec.Crosstable == nil {
		return err
	}
	x := rec.Crosstable
	var names []string
	var place []int // index in the crosstable
	for _, s := range rec.Result.Standings {
		names, place = append(names, s.Agent), append(place, slices.Index(x.Agents, s.Agent))
	}
	err := printCrosstable(w, names, func(i, j int) (float64, bool) {
		if i == j || place[i] < 0 || place[j] < 0 || x.Games[place[i]][place[j]] == 0 {
			return 0, false
		}
		return x.Scores[place[i]][place[j]], true
	})
	printLeads(w, rec.Result.Standings)
	printContradictions(w, x.Circle(rec.Result.Played), rec.Result.Misfit)
	return err
}
