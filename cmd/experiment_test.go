package cmd

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// killedExperiment is long enough that kills hit it in its midst.
const killedExperiment = `config: {engine: {name: risk, settings: {size: 4, depth: 1}}}
strategies: [spsa, {name: genetic, population: 8}]
seeds: 1-3
budgets: [100, 250]
verification: {games: 100, opponents: [default]}
match: {games: 100}
`

// timesOfTable are the only parts of the tables that differ from one execution to the next.
var timesOfTable = regexp.MustCompile(` +TIME\n| +\d+\.\d s\n`)

// An experiment that is killed at random moments ends with the same table and the same files, to the
// byte, as one that was not killed, with any number of workers.
func TestExperimentSurvivesKills(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("TestEvolveSurvivesKills kills searches, TestExperimentIsResumed of package runs stops an experiment: with LANISTA_EXHAUSTIVE=1")
	}
	killable(t)
	dir := t.TempDir()
	write(t, dir, "duel.yaml", killedExperiment)
	start := time.Now()
	want := output(t, lanista(t, dir, "experiment", "duel.yaml", "--db", "whole.db", "--csv", "whole.csv", "--latex", "whole.tex", "--figure", "whole.svg", "--workers", "1"))
	output(t, lanista(t, dir, "experiment", "--resume", "duel", "--db", "whole.db", "--figure", "whole.pdf"))
	length := time.Since(start)
	rnd := rand.New(rand.NewPCG(1, 2))
	const enough = 5
	kills, inside := 0, 0 // inside are the kills that left some runs finished and some to play
	for ; inside < enough && kills < 20; kills++ {
		verb := lanista(t, dir, "experiment", "duel.yaml", "--workers", "2")
		if err := verb.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration((0.1 + 0.3*rnd.Float64()) * float64(length)))
		_ = verb.Process.Kill() // it may have ended
		_ = verb.Wait()         // it was killed
		list, err := runs.List(t.Context(), filepath.Join(dir, "lanista.db"), results.Query{Status: results.Finished})
		switch {
		case err == nil && len(list) == 12: // it has ended: again from the start
			if err := os.Remove(filepath.Join(dir, "lanista.db")); err != nil {
				t.Fatal(err)
			}
		case err == nil && len(list) > 0:
			inside++
		}
	}
	if inside == 0 {
		t.Fatal("no kill hit the experiment in its midst; the test shows nothing")
	}
	got := output(t, lanista(t, dir, "experiment", "duel.yaml", "--csv", "killed.csv", "--latex", "killed.tex", "--figure", "killed.svg"))
	output(t, lanista(t, dir, "experiment", "--resume", "duel", "--figure", "killed.pdf"))
	if w, g := timesOfTable.ReplaceAll(want, nil), timesOfTable.ReplaceAll(got, nil); !bytes.Equal(w, g) {
		t.Errorf("after %d kills:\n%s\nuninterrupted:\n%s", kills, g, w)
	}
	for _, end := range []string{".csv", ".tex", ".svg", ".pdf"} {
		var files [2][]byte
		for i, name := range []string{"whole", "killed"} {
			var err error
			if files[i], err = os.ReadFile(filepath.Join(dir, name+end)); err != nil {
				t.Fatal(err)
			}
		}
		if len(files[0]) == 0 || !bytes.Equal(files[0], files[1]) {
			t.Errorf("the files %s differ", end)
		}
	}
}

// The points of the results are in the tables, in the CSV and in the LaTeX. An unknown mean is a dash,
// and empty in the CSV.
func TestScoresOfAnExperiment(t *testing.T) {
	t.Parallel()
	nan := rating.Float(math.NaN())
	r := runs.ExperimentResult{
		Name: "hill", Strategies: []string{"spsa", "de"}, Budgets: []int{100}, Against: []string{"default"}, MatchGames: 40,
		Cells: []runs.ExperimentCell{
			{Strategy: "spsa", Budget: 100, Against: "default", Seeds: 2, Rating: 921, Interval: rating.Open(), Worst: 921, WorstSeed: "1", Games: 100, Score: &runs.ExperimentCellScore{
				Seeds: 2, Mean: -0.126, Difference: 7.0625, Interval: rating.Interval{Low: 6.5, High: 7.625}, Worst: -1234.5, WorstSeed: "2",
			}},
			{Strategy: "de", Budget: 100, Against: "default", Seeds: 2, Rating: 921, Interval: rating.Open(), Worst: 921, WorstSeed: "1", Games: 96, Score: &runs.ExperimentCellScore{
				Seeds: 2, Mean: nan, Difference: 0, Interval: rating.Open(), Worst: 0, WorstSeed: "1",
			}},
		},
		Comparisons: []runs.ExperimentComparison{{First: "spsa", Second: "de", Budget: 100, Against: "default", Seeds: 2, P: 1, Adjusted: 1, Score: &runs.ExperimentScoreComparison{
			Seeds: 2, Difference: 7.0625, Interval: rating.Interval{Low: -1, High: 15.1}, P: 0.02, Adjusted: 0.04,
		}}},
	}
	var text bytes.Buffer
	if err := printExperiment(term.New(&text, func(string) string { return "" }), r); err != nil {
		t.Fatal(err)
	}
	latex := string(experimentLaTeX(r))
	for _, c := range []struct{ in, want string }{
		{text.String(), "BUDGET  STRATEGY  ABOVE  95%            WORST  SEED  MEAN SCORE\n100     spsa      +7.06  [+6.5, +7.62]  -1234  2     -0.126\n100     de        0      -              0      1     -\n"},
		{text.String(), "BUDGET  STRATEGIES  SCORE  95%          P      ADJUSTED\n100     spsa - de   +7.06  [-1, +15.1]  0.020  0.040\n"},
		{latex, "100 & spsa & $+7.06$ & $[+6.5, +7.62]$ & $-1234$ & $-0.126$ \\\\\n100 & de & $0$ & -- & $0$ & -- \\\\\n"},
		{latex, "100 & spsa -- de & $+7.06$ & $[-1, +15.1]$ & $0.020$ & $0.040$ \\\\\n"},
		{string(experimentCSV(r)), "default,,100,de,2,921.000,,,921.000,1,96.000,,0,,,0,1\n"},
		{string(experimentCSV(r)), ",games,score,score_above,score_low,score_high,score_worst,score_worst_seed\n" +
			"default,,100,spsa,2,921.000,,,921.000,1,100.000,-0.126,7.0625,6.5,7.625,-1234.5,2\n"},
	} {
		if !strings.Contains(c.in, c.want) {
			t.Errorf("%s\nis not in\n%s", c.want, c.in)
		}
	}
}

// Only an experiment with variants has a mean over the variants, in the text and in the LaTeX.
func TestRegretsOfAnExperiment(t *testing.T) {
	t.Parallel()
	r := runs.ExperimentResult{
		Name: "duel", Strategies: []string{"a_b"}, Budgets: []int{200}, Seeds: runs.Seeds{First: 1, Last: 3},
		Regrets: []runs.ExperimentRegret{{Budget: 200, Strategy: "a_b", GeometricMean: 33, Variants: []runs.ExperimentRegretCell{{Median: 33}}}},
	}
	with := r
	with.Variants, with.Regrets = []string{"x", "y"}, []runs.ExperimentRegret{
		{Budget: 200, Strategy: "a_b", GeometricMean: 40, Variants: []runs.ExperimentRegretCell{{Median: 20}, {Median: 80}}},
	}
	for _, c := range []struct {
		in          runs.ExperimentResult
		text, latex string
	}{
		{
			r, "medians over the seeds\nBUDGET  STRATEGY  REGRET\n200     a_b       33\n",
			"medians over the seeds 1-3.\n\\begin{tabular}{rlr}\n\\toprule\nbudget & strategy & regret \\\\\n\\midrule\n200 & a\\_b & 33 \\\\\n\\bottomrule\n",
		},
		{
			with, "the mean is geometric over the variants\nBUDGET  STRATEGY  MEAN  X   Y\n200     a_b       40    20  80\n",
			"1-3; the mean is geometric over the variants.\n\\begin{tabular}{rlrrr}\n\\toprule\nbudget & strategy & mean & x & y \\\\\n\\midrule\n200 & a\\_b & 40 & 20 & 80 \\\\\n",
		},
	} {
		var text bytes.Buffer
		if err := printExperimentRegrets(term.New(&text, func(string) string { return "" }), c.in); err != nil {
			t.Fatal(err)
		}
		if latex := string(experimentLaTeX(c.in)); !strings.Contains(text.String(), c.text) || !strings.Contains(latex, c.latex) {
			t.Errorf("%s\n%s", text.String(), latex)
		}
	}
}

// A note that concerns every run of an experiment is printed once.
func TestNotesOfAllRunsArePrintedOnce(t *testing.T) {
	t.Parallel()
	var printed []string
	warn := once(func(text string) { printed = append(printed, text) })
	for _, note := range []string{"openings: 4 random plies", "warning: slow", "openings: 4 random plies"} {
		warn(note)
	}
	if want := []string{"openings: 4 random plies", "warning: slow"}; !slices.Equal(printed, want) {
		t.Errorf("printed %q, want %q", printed, want)
	}
}

// The figures of different opponents are different files.
func TestFigureFiles(t *testing.T) {
	t.Parallel()
	got := figureFiles("out/a.svg", []string{"default", "x/y", "x y", "x:y", "x-y-2", "random"})
	want := []string{"out/a.svg", "out/a-x-y.svg", "out/a-x-y-2.svg", "out/a-x-y-3.svg", "out/a-x-y-2-2.svg", "out/a-random.svg"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
