package cmd

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/workers"
)

// writtenText returns the text that write prints to a stream that is not a terminal.
func writtenText(t *testing.T, write func(*term.Screen) error) string {
	t.Helper()
	var b bytes.Buffer
	w := term.New(&b, func(string) string { return "" })
	if err := write(w); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func fewOf(median, worst float64) bench.Few { return bench.Few{Median: median, Worst: worst} }

func TestSummaries(t *testing.T) {
	t.Parallel()
	pool := runs.PoolResult{
		Config: "hare", Opponents: []string{"default", "champion"}, Matrix: [][]float64{{0, -20}, {20, 0}}, Nash: []float64{0, 1}, Games: 500,
		Strategies: []runs.PoolRow{{Strategy: "spsa", Budget: 2000, Against: []bench.Few{fewOf(10, -5), fewOf(3, 1)}, Mean: fewOf(6.5, -2), Least: fewOf(3, -5)}},
	}
	for name, c := range map[string]struct {
		write func(*term.Screen) error
		want  string
	}{
		"a game without settings": {func(w *term.Screen) error {
			return printEngine(w, runs.EngineInfo{Spec: engines.Spec{Name: "nim", Title: "Nim", Doc: "Take stones.", MinSeats: 2, MaxSeats: 3, Chance: engines.NoChance, Weights: engines.Space{{Name: "odd", Max: 1, Doc: "odd piles"}, engines.NewChoices("end", "", []string{"early", "late"}, "late"), engines.NewChoices("book", "", engines.Switch, "false")}}})
		}, `Nim (nim): Take stones.
Seats: 2 to 3
Chance: no

WEIGHT  KIND     RANGE        DEFAULT  MEANING
odd     real     [0, 1]       0        odd piles
end     choices  early, late  late
book    boolean  false, true  false
`},
		"pool": {func(w *term.Screen) error { return printPoolReport(w, pool, 10) }, `HARE  GAMES  OVER DEFAULT  WORST  OVER CHAMPION  WORST  MEAN  WORST  LEAST  WORST
spsa  2000   +10           -5     +3             +1     +7    -2     +3     -5

Elo over each of the pool, over their mean and over the hardest of them: the median and the worst of 10 seeds, 500 games each. The pool:

OVER      DEFAULT  CHAMPION  NASH
default   -        -20       0%
champion  +20      -         100%

nash is the share in a mixture that no opponent of the pool beats: 100% for the strongest, unless results are intransitive.

`},
		"no failures": {func(w *term.Screen) error { return printFailures(w, nil) }, "no program has lost a game by failing\n"},
		"no runs":     {func(w *term.Screen) error { return printRuns(w, "lanista", nil, false, nil) }, "no runs yet; try: lanista evolve CONFIG\n"},
		"none chosen": {func(w *term.Screen) error { return printRuns(w, "lanista", nil, true, nil) }, "no such runs\n"},
		"no workers":  {func(w *term.Screen) error { return printWorkers(w, nil) }, "no workers\n"},
		"workers": {func(w *term.Screen) error {
			return printWorkers(w, []workers.Worker{
				{ID: "a-1-7f", Host: "a", Build: workers.Build{Version: "v1"}, Slots: 4, Busy: 3, Tasks: 20, Rate: 12.34, LastSeen: 0.5, Own: true},
				{ID: "a-2-03", Host: "a", Build: workers.Build{Version: "v2"}, Slots: 1, Refused: "another build"},
			})
		}, `WORKER  HOST         VERSION  SLOTS  BUSY  TASKS  GAMES/S  LAST SEEN
a-1-7f  a (the run)  v1       4      3     20     12.3     0.5 s ago
a-2-03  a            v2       1      0     0      0.0      0.0 s ago

a-2-03 does not play: another build

1 worker, 4 slots
`},
		"sequential test": {func(w *term.Screen) error {
			test := runs.Test{Agents: [2]string{"a", "b"}, Elo: [2]float64{0, 10}}
			for _, test.Decision = range []rating.Decision{rating.AcceptH1, rating.AcceptH0, rating.Undecided} {
				printTest(w, test, true)
			}
			printTest(w, test, false)
			return nil
		}, `Sequential test: H1 accepted, a is stronger than b: LLR 0.000, bounds (0.000, 0.000), normalised Elo [0, 10]
Sequential test: H0 accepted, a is not shown to be stronger than b: LLR 0.000, bounds (0.000, 0.000), normalised Elo [0, 10]
Sequential test: undecided, the schedule ended first: LLR 0.000, bounds (0.000, 0.000), normalised Elo [0, 10]
Sequential test so far: LLR 0.000, bounds (0.000, 0.000), normalised Elo [0, 10]
`},
		"a result against itself": {func(w *term.Screen) error {
			printAgainstItself(w, []results.SelfMatch{
				{Share: 0.25, Round: 5, Games: 16, Rating: 293, Interval: rating.Interval{Low: math.Inf(-1), High: math.Inf(1)}},
				{Share: 0.5, Round: 9, Games: 600, Rating: -5, Interval: rating.Interval{Low: -19, High: 10}},
				{Share: 0.5, Round: 11},
			})
			return nil
		}, "Against itself: round 5 (25% of the games) +293 Elo in 16 games, too few different ones for an interval; " +
			"round 9 (50% of the games) -5 Elo [-19, +10] in 600 games; round 11 (50% of the games) the same weights.\n"},
		"unfinished tournament": {func(w *term.Screen) error {
			c := storedTournament{test: &runs.Test{LLR: -1.5, Bounds: [2]float64{-2.944, 2.944}, Elo: [2]float64{0, 5}}}
			c.table.Games, c.table.Pairings, c.table.Seats = 24, 12, []float64{0.5, 0.5}
			c.table.Standings = []rating.Standing{{Agent: "old", Games: 24, Wins: 12, Draws: 4, Losses: 8, Score: 0.583}}
			return printUnfinishedTournament(w, c)
		}, `So far 24 games in 12 pairs:

RANK  AGENT  ELO   95%           TO NEXT  GAMES  W   D  L  SCORE  PAIRS  FORFEITS  BEST
1     old    +0.0  [+0.0, +0.0]           24     12  4  8  0.583  -      0         <1%

Sequential test so far: LLR -1.500, bounds (-2.944, 2.944), normalised Elo [0, 5]
`},
	} {
		if got := writtenText(t, c.write); got != c.want {
			t.Errorf("%s: %s", name, cmp.Diff(c.want, got))
		}
	}
}

// The agent of a gauntlet has a line for each opponent.
func TestLeads(t *testing.T) {
	t.Parallel()
	list := []rating.Standing{{Agent: "weak"}, {Agent: "mine", Leads: []rating.LeadOver{
		{Agent: "weak", Lead: rating.Lead{Difference: 70, Interval: rating.Interval{Low: -31, High: 171}, LOS: 0.92}},
		{Agent: "new", Lead: rating.Lead{Difference: -5, Interval: rating.Open(), LOS: rating.Float(math.NaN())}},
	}}}
	got := writtenText(t, func(w *term.Screen) error { printLeads(w, list); return w.Err() })
	want := "\nmine against weak: +70 Elo, [-31, +171]; stronger with a probability of 92%\nmine against new: -5 Elo, too few different games for an interval\n"
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
	if got := writtenText(t, func(w *term.Screen) error { printLeads(w, list[:1]); return w.Err() }); got != "" {
		t.Errorf("no gauntlet: %q", got)
	}
}

// A vector of which only the direction counts is shown as shares. A weight at a limit of its range
// has no error.
func TestWeightsAsShares(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "first", Max: 10}, {Name: "second", Max: 10}}
	got := writtenText(t, func(w *term.Screen) error {
		printWeights(w, weightsTable{
			space:     space,
			result:    tuning.Estimate{Weights: engines.Weights{3, 1}, Error: []float64{0.25, 0}},
			scaleFree: true, meaning: results.Evolve.ErrorOfWeights(), importance: []float64{5, math.NaN()}, importanceError: []float64{1.2, math.NaN()},
		})
		return nil
	})
	want := `  WEIGHT  SHARE  ± ERROR  VALUE  IMPORTANCE
  first   75.0%  ± 6.2%   3      5 ± 1
  second  25.0%  -        1      -
  ± is one standard error: how far the best value nearby may lie from this one, by all games of the search; - means not known.
  importance is the Elo lost by moving the weight by a quarter of its range.

`
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
	var b bytes.Buffer
	narrow := term.New(&b, func(name string) string { return map[string]string{"COLUMNS": "30"}[name] })
	printWeights(narrow, weightsTable{space: space, result: tuning.Estimate{Weights: engines.Weights{3, 1}, Error: []float64{0.25, 0}}, start: engines.Weights{2, 8}, scaleFree: true})
	if got := b.String(); !strings.HasPrefix(got, "  WEIGHT  SHARE  VALUE\n  first   75.0%  3\n  second  25.0%  1\n(columns left out: start, ±\nerror;") {
		t.Errorf("on a narrow screen:\n%s", got)
	}
	// The start weights have a column of their own: shares of their own sum, values otherwise.
	for scaleFree, want := range map[bool]string{
		true:  "  WEIGHT  SHARE  START  VALUE\n  first   75.0%  20.0%  3\n  second  25.0%  80.0%  1\n\n",
		false: "  WEIGHT  VALUE  START\n  first   3      2\n  second  1      8\n\n",
	} {
		got := writtenText(t, func(w *term.Screen) error {
			printWeights(w, weightsTable{space: space, result: tuning.Estimate{Weights: engines.Weights{3, 1}}, start: engines.Weights{2, 8}, scaleFree: scaleFree})
			return nil
		})
		if got != want {
			t.Error(cmp.Diff(want, got))
		}
	}
	chosen := writtenText(t, func(w *term.Screen) error { // a choice is no share
		space := engines.Space{{Name: "first", Max: 10}, engines.NewChoices("style", "", []string{"solid", "wild"}, "solid")}
		printWeights(w, weightsTable{space: space, result: tuning.Estimate{Weights: engines.Weights{3, 0}}, start: engines.Weights{2, 1}, scaleFree: true})
		return nil
	})
	if !slices.Contains(strings.Fields(chosen), "wild") {
		t.Errorf("the start of a choice is not in\n%s", chosen)
	}
	if got, want := formatWeightShares(space, engines.Weights{0, 0}, true), "first 0, second 0"; got != want {
		t.Errorf("no direction: %q, want %q", got, want)
	}
	if got, want := formatWeightShares(space, engines.Weights{1, -0.0001}, true), "first 100.0%, second 0.0%"; got != want {
		t.Errorf("all but nothing: %q, want %q", got, want)
	}
}

// The table of a grid has the largest numbers of correct etudes, without those of no point.
func TestHistogramOfAGrid(t *testing.T) {
	t.Parallel()
	few := grid.Result{Points: 8, Histogram: []int64{0, 2, 0, 6}}
	want := `CORRECT  POINTS  SHARE
1        2       25.0%
3        6       75.0%
`
	if got := writtenText(t, func(w *term.Screen) error { return printHistogram(w, few) }); got != want {
		t.Error(cmp.Diff(want, got))
	}
	many := grid.Result{Points: 100, Histogram: slices.Repeat([]int64{1}, 100)}
	lines := strings.Split(strings.TrimSpace(writtenText(t, func(w *term.Screen) error { return printHistogram(w, many) })), "\n")
	if len(lines) != 2+listedCounts || lines[0] != "Only the 20 largest values of CORRECT are listed; --json has all." || !strings.HasPrefix(lines[2], "80 ") || !strings.HasPrefix(lines[len(lines)-1], "99 ") {
		t.Errorf("%q", lines)
	}
}

// TestStoredForfeits checks that the tables of finished and unfinished stored tournaments contain the
// kinds of forfeits.
func TestStoredForfeits(t *testing.T) {
	t.Parallel()
	standings := []rating.Standing{{Agent: "own"}, {Agent: "bot", Forfeits: 3, ForfeitsByKind: map[string]int{"crashed": 2, "illegal": 1}}}
	finished := results.Record{Summary: results.Summary{Result: &results.Result{Standings: standings}}}
	unfinished := storedTournament{table: tournament.Table{Standings: standings}}
	for name, print := range map[string]func(w *term.Screen) error{
		"finished":   func(w *term.Screen) error { return printStoredTournament(w, finished) },
		"unfinished": func(w *term.Screen) error { return printUnfinishedTournament(w, unfinished) },
	} {
		if got := writtenText(t, print); !strings.Contains(got, "3 (illegal 1, crashed 2)") {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	m := rating.Standing{Agent: "default", Games: 200, Score: 0.6, Rating: 70, Forfeits: 2, ForfeitsByKind: tournament.ForfeitCounts{"crashed": 2}}
	m.Interval.Low, m.Interval.High = 40, 101
	playoff := tuning.Verification{Games: 800, PlayoffGames: 300, Playoff: []tuning.Placing{{Games: 300}, {Games: 300}}}
	alone := tuning.Verification{Games: 999, PlayoffGames: 399, Playoff: []tuning.Placing{{Games: 133}, {Games: 133}, {Games: 133}}}
	unmeasured := tuning.Verification{Games: 798, PlayoffGames: 798, Playoff: []tuning.Placing{{Games: 266}, {Games: 266}, {Games: 266}}}
	short := m
	short.Forfeits, short.Games, short.Variety = 0, 3000, rating.Variety{Distinct: 12, DistinctPairings: 6, Openings: 6}
	repeated := m
	repeated.Forfeits, repeated.Games, repeated.Variety = 0, 3000, rating.Variety{Distinct: 126, DistinctPairings: 63}
	space := engines.Space{{Name: "a"}, {Name: "b"}}
	exact := func(hits int, proven bool) string {
		return exactLine(space, grid.Result{Best: 7, Bound: &grid.Bound{Hits: hits, Weights: engines.Weights{1, 2.5}, Proven: proven}})
	}
	for got, want := range map[string]string{
		exact(7, true):      "Exact: no weights within the ranges have more than 7 correct; the grid has it already.",
		exact(8, true):      "Exact: weights that are not on the grid have 8 correct: a 1, b 2.5.",
		exact(7, false):     "Exact: the search was given up. Weights have 7 correct: a 1, b 2.5; more may be possible.",
		matchLine(short):    "against default: +70 Elo, too few different games for an interval (6), score 0.600 in 3000 games, 12 different (6 openings)",
		matchLine(repeated): "against default: +70 Elo [+40, +101], score 0.600 in 3000 games, 126 different",
		verifiedLine(tuning.Verification{Games: 3000, Variety: repeated.Variety}): "Verification: 3000 fresh games, 126 different.",
		matchLine(m):                                          "against default: +70 Elo [+40, +101], score 0.600 in 200 games, 2 of them forfeited (crashed 2)",
		verifiedLine(playoff):                                 "Verification: 800 fresh games, 300 to choose among 2 candidates, 500 to measure the result.",
		verifiedLine(alone):                                   "Verification: 999 fresh games, 399 to choose among 3 candidates, 600 to measure the result.",
		verifiedLine(unmeasured):                              "Verification: 798 fresh games, 798 to choose among 3 candidates.",
		verifiedLine(tuning.Verification{}):                   "Not verified: no fresh games show whether this is better than the start.",
		verifiedLine(tuning.Verification{Games: 10}):          "Verification: 10 fresh games.",
		formatNumber(math.MaxFloat64):                         "won",
		formatNumber(-math.MaxFloat64):                        "lost",
		formatNumber(1234.5678):                               "1234.57",
		firstSentence("It plays. More of it"):                 "It plays",
		formatSettings(map[string]string{"b": "2", "a": "1"}): "a=1 b=2",
		formatSettings(nil):                                   "-",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A long list of missed etudes is cut after 25 numbers.
func TestMissedEtudes(t *testing.T) {
	t.Parallel()
	first := "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25"
	for missed, want := range map[int]string{
		0:     "The chosen point misses no etude.\n",
		1:     "The chosen point misses etude 1.\n",
		3:     "The chosen point misses etudes 1, 2, 3.\n",
		25:    "The chosen point misses etudes " + first + ".\n",
		26:    "The chosen point misses etudes " + first + ", 1 more (--json has them).\n",
		20000: "The chosen point misses etudes " + first + ", 19975 more (--json has them).\n",
	} {
		var e results.EtudeEvidence
		e.Points = make([]results.EtudePoint, 1)
		for i := range missed {
			e.Points[0].Missed = append(e.Points[0].Missed, i+1)
		}
		if got := writtenText(t, func(w *term.Screen) error { return printMissed(w, nil, &e, 0) }); got != want {
			t.Errorf("%d missed: %q, want %q", missed, got, want)
		}
	}
}

// An explanation states that its column of games adds up to more than were played, if the games of the
// result count for every weight.
func TestSharedGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		played int
		want   string
	}{
		{3200, ""},
		{2400, "games: those of the result count for every weight, so that the column adds up to more than 2400."},
	} {
		e := results.Explanation{Games: c.played, Weights: []results.Contributed{{Games: 1600}, {Games: 1600}, {Contribution: results.Unmeasured}}}
		text := writtenText(t, func(w *term.Screen) error { printSharedGames(w, e); return w.Err() })
		if got := strings.Join(strings.Fields(text), " "); got != c.want {
			t.Errorf("%d games: %q, want %q", c.played, got, c.want)
		}
	}
}

// The table of several seeds has the most frequent choice of a weight whose values are choices, not the
// mean of their indices.
// The command that exports a result does not recommend weights that are not shown to be better.
func TestExportLine(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]*evidence.Verdict{
		"use them":                            {Better: true},
		"the weights, not shown to be better": {},
		"the weights, not verified":           nil,
	} {
		got := writtenText(t, func(w *term.Screen) error {
			printExport(w, advice{"lanista", " --db x.db"}, "risk-1", v)
			return w.Err()
		})
		if got != "lanista export risk-1 --output weights.json --db x.db   # "+want+"\n" {
			t.Errorf("%+v: %q", v, got)
		}
	}
}

func TestSeedsOfChoices(t *testing.T) {
	t.Parallel()
	r := runs.SeedsResult{
		Space: engines.Space{{Name: "hold", Max: 40}, engines.NewChoices("style", "", []string{"timid", "plain", "count"}, "timid")},
		Mean:  engines.Weights{20, 1}, Deviation: engines.Weights{2, 1},
	}
	for _, w := range []engines.Weights{{18, 0}, {22, 2}, {20, 2}} {
		r.Runs = append(r.Runs, runs.TuneResult{Verification: tuning.Verification{Result: tuning.Estimate{Weights: w}}})
	}
	text := writtenText(t, func(w *term.Screen) error { return printSeedsResult(w, r) })
	if want := "WEIGHT  MEAN             DEVIATION\nhold    20               2\nstyle   count in 2 of 3  -\n"; !strings.HasSuffix(text, want) {
		t.Errorf("%s\nwant the end %s", text, want)
	}
}

// If the interval over the seeds includes 0, or there is none because of a single seed, a sentence
// states that more seeds help. If there is none because that of a run is open, more games help.
func TestSeedsVerdict(t *testing.T) {
	t.Parallel()
	rated := func(low, high float64) *evidence.Verdict {
		v := evidence.NewVerdict(evidence.Rating{Elo: 51, Interval: rating.Interval{Low: low, High: high}, Games: 3600, Against: "default"}, false, nil)
		return &v
	}
	for _, c := range []struct {
		seeds   int
		verdict *evidence.Verdict
		want    string
	}{
		{1, rated(math.Inf(-1), math.Inf(1)), "risk by spsa, 1 seed. not shown to be better than default: +51 Elo, without an interval (one seed) An interval for the strategy needs several seeds, such as --seeds 1-5. SEED"},
		{3, rated(math.Inf(-1), math.Inf(1)), "risk by spsa, 3 seeds. not shown to be better than default: +51 Elo, without an interval (mean over the seeds) There is no interval because the interval of a run has an open end. More games of the verification close it, not more seeds. SEED"},
		{3, rated(-16, 119), "risk by spsa, 3 seeds. not shown to be better than default: +51 Elo [-16, +119] (mean over the seeds) More seeds narrow the interval, which includes how far the results of the seeds differ. SEED"},
		{3, rated(16, 86), "risk by spsa, 3 seeds. better than default: +51 Elo [+16, +86] (mean over the seeds) SEED"},
		{4, rated(16, 86), "risk by spsa, 4 seeds. better than default: +51 Elo [+16, +86] (mean over the seeds) The start was kept in 1 of 4 runs. The mean counts these runs with the weights that their searches found: with 0 it would count gains by chance in full, and losses by chance not at all. SEED"},
		{3, nil, "risk by spsa, 3 seeds. SEED"},
	} {
		r := runs.SeedsResult{Runs: make([]runs.TuneResult, c.seeds), Verdict: c.verdict}
		if c.seeds == 4 {
			r.KeptStart = 1
		}
		r.Runs[0].Record.Engine, r.Runs[0].Record.Strategy = "risk", "spsa"
		text := writtenText(t, func(w *term.Screen) error { return printSeedsResult(w, r) })
		if got := strings.Join(strings.Fields(text), " "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%d seeds: %s\nwant the beginning %s", c.seeds, got, c.want)
		}
	}
}

// A checkpoint that was better than the result is named with the rule, and with the commands that
// export and measure its weights.
func TestPrintEarlier(t *testing.T) {
	t.Parallel()
	c := results.Checkpoint{Round: 8, Against: "default", Rating: 90, Interval: rating.Interval{Low: 60, High: 120}, Played: 400}
	for config, want := range map[string]string{
		"engine: {name: othello}":                                   "lanista tournament run:x-1 --set 'agents=[run:x-1,weights.json]' --cycles 500 --db a.db",
		"engine: {name: race}\nprograms: {race: {command: [race]}}": "lanista tournament CONFIG --set 'agents=[run:x-1,weights.json]' --cycles 500 --db a.db",
	} {
		rec := results.Record{Summary: results.Summary{ID: "x-1", Info: results.Info{Config: config}}}
		text := writtenText(t, func(w *term.Screen) error { printEarlier(w, advice{"lanista", " --db a.db"}, rec, &c); return w.Err() })
		got := strings.Join(strings.Fields(text), " ")
		want = "Round 8 was better than the result against default, beyond three standard errors of the difference: +90 Elo [+60, +120] in 400 fresh games. " +
			"The best of several measurements is usually a lucky one, so measure its weights again before you use them: lanista export x-1 --round 8 --db a.db --output weights.json " + want
		if got != want {
			t.Errorf("%s: %s\nwant %s", config, got, want)
		}
	}
}

// A table shows how many games are different, which agents have no interval, and what the
// ratings do not describe.
func TestTableOfRepeatedGames(t *testing.T) {
	t.Parallel()
	var table tournament.Table
	table.Games, table.Pairings, table.Seats = 3000, 1500, []float64{0.5, 0.5}
	table.Variety = rating.Variety{Distinct: 126, DistinctPairings: 63, Openings: 64}
	table.Misfit = &tournament.Misfit{Agent: "a", Against: "c", Score: 0.584, Predicted: 0.692}
	for i, name := range []string{"a", "b", "c"} {
		s := rating.Standing{Rank: i + 1, Agent: name, Games: 2000, Interval: rating.Interval{Low: -4, High: 4}}
		if s.Variety = (rating.Variety{Distinct: 84, DistinctPairings: 42}); name == "c" {
			s.Variety = rating.Variety{Distinct: 12, DistinctPairings: 6}
			s.Interval = s.Covers(s.Interval)
		}
		if i < 2 {
			s.Next = &rating.Lead{Difference: 10, Interval: rating.Interval{Low: -3, High: 23}}
		}
		table.Standings, table.Crosstable = append(table.Standings, s), append(table.Crosstable, make([]*tournament.Cell, 3))
	}
	out := writtenText(t, func(w *term.Screen) error {
		return printTournamentResult(w, runs.TournamentResult{Record: results.Record{Summary: results.Summary{ID: "x-1"}}, Table: table})
	})
	text := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{
		"3000 games, 126 different (64 openings) in 1500 pairs", "[-3, +23] above b; 3000 games, 126 different (64 openings)",
		"c: too few different games for an interval (6)", "ratings do not describe a against c: 0.584, they predict 0.692", "[-4.0, +4.0]",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, out)
		}
	}
	if strings.Contains(text, "[open") {
		t.Errorf("an open interval is shown: %s", out)
	}
}

// A difference that rounds to 0 has no minus sign.
func TestTenthsHaveNoMinusZero(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		formatEloTenths(-0.04):  "+0.0",
		formatEloTenths(-12.34): "-12.3",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A worker that has only confirmed results of others has no stored host, slots and build.
func TestWorkersOfARun(t *testing.T) {
	t.Parallel()
	want := `Played by workers
WORKER  HOST  SLOTS  PAIRINGS  CONFIRMED  BUILD
a-1     a     2      126       12         1.0.0
b-2     -     -      0         0          -

`
	list := []results.Worker{{ID: "a-1", Host: "a", Build: "1.0.0", Slots: 2, Pairings: 126, Confirmed: 12}, {ID: "b-2"}}
	if got := writtenText(t, func(w *term.Screen) error { return printPlayedBy(w, list) }); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// The weights of a run without a verification are followed by a single empty line.
func TestNoTwoEmptyLinesBelowWeights(t *testing.T) {
	t.Parallel()
	var rec results.Record
	rec.ID, rec.Kind, rec.Engine, rec.Status = "r-1", results.Evolve, "risk", results.Interrupted
	rec.Space = engines.Space{{Name: "units", Kind: engines.Real, Max: 10}}
	rec.Generations = []results.Generation{{Number: 1, Games: 8, Best: results.Result{Weights: engines.Weights{3}}}}
	got := writtenText(t, func(w *term.Screen) error { return printRun(w, advice{program: "lanista"}, rec, nil, nil) })
	if !strings.Contains(got, "units") || strings.Contains(got, "\n\n\n") {
		t.Errorf("%q", got)
	}
}

// A forecast states how many openings there are also if the config chose them and none repeats.
func TestOpeningsOfAForecast(t *testing.T) {
	t.Parallel()
	for want, plan := range map[string]*runs.OpeningsPlan{
		"": nil,
		"Openings: about 130000 different ones.\n":                                                                            {Different: deals.Supply{Openings: 132632}, Deals: 100},
		"Openings: 3 random plies, 50 different ones (random_plies: auto).\n":                                                 {RandomPlies: 3, Auto: true, Different: deals.Supply{Openings: 50, Exact: true}, Deals: 40},
		"Openings: 50 different ones for 60 deals, so that openings repeat.\n":                                                {Different: deals.Supply{Openings: 50, Exact: true}, Deals: 60},
		"Openings: 4 different ones for 45 deals; 1 is set aside for the verification, and the search repeats the others.\n":  {Different: deals.Supply{Openings: 4, Exact: true}, Deals: 45, SetAside: 1},
		"Openings: 2 different ones for 45 deals; 1 is set aside for the verification, and the search repeats the other.\n":   {Different: deals.Supply{Openings: 2, Exact: true}, Deals: 45, SetAside: 1},
		"Openings: 9 different ones for 45 deals; 3 are set aside for the verification, and the search repeats the others.\n": {Different: deals.Supply{Openings: 9, Exact: true}, Deals: 45, SetAside: 3},
	} {
		if got := writtenText(t, func(w *term.Screen) error { printOpenings(w, plan); return w.Err() }); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The first line of an unfinished search has the games that are played and planned.
func TestHeadOfAnUnfinishedRun(t *testing.T) {
	t.Parallel()
	for status, want := range map[results.Status]string{
		results.Running:     "Run r-1 (evolve of risk by spsa, running, 927 of 3000 games)\n",
		results.Interrupted: "Run r-1 (evolve of risk by spsa, interrupted, 927 of 3000 games)\n",
		results.Finished:    "Run r-1 (evolve of risk by spsa, finished)\n",
	} {
		var rec results.Record
		rec.ID, rec.Kind, rec.Engine, rec.Strategy, rec.Status = "r-1", results.Evolve, "risk", "spsa", status
		rec.Games, rec.Config = 927, "engine: {name: risk}\nbudget: {games: 3000}\n"
		if got := writtenText(t, func(w *term.Screen) error { return printRun(w, advice{program: "lanista"}, rec, nil, nil) }); !strings.HasPrefix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// The name of a test that is longer than the usual ones moves its details to the right.
func TestFindingsWithLongNames(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	w := term.New(&out, func(string) string { return "" })
	printFinding(w, "pass", "seeds", "are used")
	printFinding(w, "fail", "a test with a long name", "is printed")
	if got, want := out.String(), "pass  seeds        are used\nfail  a test with a long name  is printed\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
