package runs_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

const onTwoBudgets = `config:
  engine: {name: track}
strategies:
  - spsa
  - {name: genetic, population: 4, label: small}
seeds: 3-5
budgets: [40, 120]
verification: {games: 40, opponents: [default, sprinter]}
match: {games: 60}
`

// sameExperiment compares two results but for ids and times.
func sameExperiment(got, want runs.ExperimentResult) string {
	return cmp.Diff(want, got, cmpopts.EquateNaNs(),
		cmpopts.IgnoreFields(runs.ExperimentRun{}, "Run", "Elapsed"), cmpopts.IgnoreFields(runs.ExperimentCell{}, "Seconds"))
}

// wholeExperiment is the experiment onTwoBudgets, which is played once for all tests.
var wholeExperiment = sync.OnceValues(func() (r runs.ExperimentResult, err error) {
	dir, err := os.MkdirTemp("", "experiment")
	if err != nil {
		return r, err
	}
	r, err = runs.Experiment(context.Background(), both(), runs.Options{Text: onTwoBudgets, Store: filepath.Join(dir, "runs.db"), Name: "whole"})
	return r, errors.Join(err, os.RemoveAll(dir))
})

// An experiment that is stopped again and again, in searches, in verifications and in the common
// match, ends like one that was not.
func TestExperimentIsResumed(t *testing.T) {
	t.Parallel()
	want, err := wholeExperiment()
	if err != nil {
		t.Fatal(err)
	}
	if want.Version == "" || want.Version != runs.BuildInfo().Version {
		t.Errorf("begun by version %q", want.Version)
	}
	want.Name = "parts"
	db := inStore(t)
	var got runs.ExperimentResult
	stopped := 0
	steps, stops := 60, 3
	if exhaustive {
		steps, stops = 40, 5
	}
	for attempt := 0; ; attempt++ {
		ctx, cancel := context.WithCancel(t.Context())
		left := steps + attempt%5
		step := func() {
			if left--; left == 0 {
				cancel()
			}
		}
		o := runs.Options{Text: onTwoBudgets, Store: db, Name: "parts", Workers: 1 + attempt%2}
		if attempt > 0 && attempt%3 == 0 { // by what the store has
			o = runs.Options{Resume: "last", Store: db}
		}
		o.Events = tuning.Events{RoundSaved: func(tuning.Round) { step() }, ResultFinished: func(p tuning.Phase, _ tournament.Result) {
			if p == tuning.Verifying && attempt%2 == 0 {
				step()
			}
		}}
		got, err = runs.Experiment(ctx, both(), o)
		cancel()
		var interrupted *runs.ExperimentInterruptedError
		if errors.As(err, &interrupted) {
			stopped++
			if interrupted.Of != 12 || interrupted.Finished > 12 || interrupted.Experiment != "parts" {
				t.Errorf("%+v", interrupted)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if diff := sameExperiment(got, want); diff != "" {
		t.Error(diff)
	}
	t.Logf("stopped %d times", stopped)
	if stopped < stops {
		t.Errorf("it was stopped %d times only", stopped)
	}
	list, err := runs.List(t.Context(), db, results.Query{Tag: "parts"})
	if err != nil || len(list) != 12 {
		t.Errorf("%d runs have the tag: %v", len(list), err)
	}
	again, err := runs.Experiment(t.Context(), both(), runs.Options{Resume: "parts", Store: db})
	if diff := cmp.Diff(got, again, cmpopts.EquateNaNs()); err != nil || diff != "" {
		t.Errorf("asked again: %v %s", err, diff)
	}
}

// The cells and comparisons are those of the strengths of the runs, computed here in another way.
func TestExperimentTable(t *testing.T) {
	t.Parallel()
	r, err := wholeExperiment()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"default", "sprinter"}, r.Against); diff != "" {
		t.Fatal(diff)
	}
	if len(r.Runs) != 12 || len(r.Cells) != 8 || len(r.Comparisons) != 4 || len(r.Caveats) == 0 {
		t.Fatalf("%d runs, %d cells, %d comparisons, %q", len(r.Runs), len(r.Cells), len(r.Comparisons), r.Caveats)
	}
	strength := func(against int, strategy string, budget int) (list, errs [3]float64) {
		for _, run := range r.Runs {
			if run.Strategy == strategy && run.Budget == budget {
				list[run.Seed-3], errs[run.Seed-3] = run.Strengths[against], run.Errors[against]
			}
		}
		return list, errs
	}
	const t2 = 4.302652729911275 // the 97.5% quantile of Student's t with 2 degrees of freedom
	spread := func(x [3]float64) (mean, half float64) {
		mean = (x[0] + x[1] + x[2]) / 3
		return mean, t2 * math.Sqrt(((x[0]-mean)*(x[0]-mean)+(x[1]-mean)*(x[1]-mean)+(x[2]-mean)*(x[2]-mean))/2/3)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-6 || math.IsNaN(got) {
			t.Errorf("%s: %v, not %v", what, got, want)
		}
	}
	place := map[string]int{"default": 0, "sprinter": 1}
	for _, c := range r.Cells {
		x, errs := strength(place[c.Against], c.Strategy, c.Budget)
		mean, half := spread(x)
		half = max(half, 1.959963984540054*math.Sqrt(errs[0]*errs[0]+errs[1]*errs[1]+errs[2]*errs[2])/3)
		near("mean", float64(c.Rating), mean)
		near("low", c.Interval.Low, mean-half)
		near("high", c.Interval.High, mean+half)
		near("worst", float64(c.Worst), min(x[0], x[1], x[2]))
		near("the worst seed", x[c.WorstSeed[0]-'3'], min(x[0], x[1], x[2]))
		if c.Games > float64(c.Budget) || c.Games == 0 || c.Seeds != 3 {
			t.Errorf("%+v", c)
		}
	}
	for i, c := range r.Comparisons {
		a, _ := strength(place[c.Against], c.First, c.Budget)
		b, _ := strength(place[c.Against], c.Second, c.Budget)
		mean, half := spread([3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]})
		near("difference", float64(c.Difference), mean)
		near("high", c.Interval.High, mean+half)
		if half > 0 {
			statistic := mean / half * t2
			near("p", c.P, 1-math.Abs(statistic)/math.Sqrt(2+statistic*statistic)) // in closed form for 2 degrees of freedom
		}
		family := r.Comparisons[2*place[c.Against]:][:2] // of two
		other := family[1-i%2]
		want := min(1, 2*c.P)
		if c.P > other.P {
			want = max(c.P, min(1, 2*other.P))
		}
		near("adjusted", c.Adjusted, want)
	}
}

// In the common match the results of one seed play the same deals, and those of another seed others.
// With the same deals for all, equal results would have equal strengths, so that the spread over the
// seeds would not contain the error of the measurement.
func TestExperimentDeals(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	text := "config: {engine: {name: track, weights: {way: {min: 1, max: 2, kind: integer}, fuel: {kind: fixed}}}}\n" +
		"strategies: [spsa, {name: spsa, label: again}]\nseeds: 1-3\nbudgets: [20]\nverification: {games: 8, opponents: [sprinter]}\nmatch: {games: 60}\n"
	r, err := runs.Experiment(t.Context(), both(), runs.Options{Text: text, Store: db})
	if err != nil {
		t.Fatal(err)
	}
	bySeed, byResult := make(map[uint64]float64), make(map[string][]float64)
	for _, run := range r.Runs {
		strength := run.Strengths[0]
		if first, ok := bySeed[run.Seed]; !ok {
			bySeed[run.Seed] = strength
		} else if first != strength {
			t.Errorf("seed %d: equal searches with strengths %v and %v", run.Seed, first, strength)
		}
		if run.Strategy == "again" {
			continue
		}
		rec, err := runs.Record(t.Context(), db, run.Run)
		if err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint(rec.Result.Weights)
		byResult[key] = append(byResult[key], strength)
	}
	for weights, strengths := range byResult {
		if len(strengths) > 1 && slices.Min(strengths) == slices.Max(strengths) {
			t.Errorf("%s: the strength is %v on the deals of every seed", weights, strengths)
		}
	}
	if len(byResult) > 2 {
		t.Errorf("%d results of three searches; at most two are possible", len(byResult))
	}
}

// In games of one seat an experiment also compares the points of the results. Here the points are a
// known function of the weights plus the luck of the deal, so that the difference from an opponent on the
// same deals is known exactly. Results that win every game against an opponent have equal strengths, but
// not equal points.
func TestExperimentScores(t *testing.T) {
	t.Parallel()
	height := func(x, y float64) float64 { return -(x-3)*(x-3) - (y-6)*(y-6)/4 }
	spec := engines.Spec{Name: "hill", Weights: engines.Space{{Name: "x", Max: 10, Default: 9}, {Name: "y", Max: 10, Default: 1}}}
	score := func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
		return height(a.Weights[0], a.Weights[1]) + engines.Rand(seed).Float64(), nil
	}
	catalog := runs.Catalog{Games: engines.Registry{solo.Func(spec, score)}}
	text := "config: {engine: {name: hill}}\nstrategies: [spsa, de]\nseeds: 1-3\nbudgets: [60]\n" +
		"verification: {games: 40, opponents: [default, {name: peak, weights: {x: 3, y: 6}}]}\nmatch: {games: 40}\n"
	db := inStore(t)
	r, err := runs.Experiment(t.Context(), catalog, runs.Options{Text: text, Store: db})
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 || math.IsNaN(got) {
			t.Errorf("%s: %v, not %v", what, got, want)
		}
	}
	of := make(map[string][3]float64) // heights of the results, by strategy and seed
	luck := make(map[uint64]float64)
	for _, run := range r.Runs {
		rec, err := runs.Record(t.Context(), db, run.Run)
		if err != nil {
			t.Fatal(err)
		}
		if !run.Extreme {
			t.Errorf("%s of seed %d won some of the games and lost others; the points show nothing", run.Strategy, run.Seed)
		}
		own := height(rec.Result.Weights[0], rec.Result.Weights[1])
		near("above default", run.Scores[0].Difference, own-height(9, 1))
		near("above the peak", run.Scores[1].Difference, own)
		if first, have := luck[run.Seed]; have {
			near("luck of the deals", run.Scores[0].Mean-own, first)
		}
		luck[run.Seed] = run.Scores[0].Mean - own
		if luck[run.Seed] < 0.3 || luck[run.Seed] > 0.7 {
			t.Errorf("mean luck %v", luck[run.Seed])
		}
		list := of[run.Strategy]
		list[run.Seed-1] = own
		of[run.Strategy] = list
	}
	spread := func(x [3]float64) (mean, half float64) {
		mean = (x[0] + x[1] + x[2]) / 3
		const t2 = 4.302652729911275 // the 97.5% quantile of Student's t with 2 degrees of freedom
		return mean, t2 * math.Sqrt(((x[0]-mean)*(x[0]-mean)+(x[1]-mean)*(x[1]-mean)+(x[2]-mean)*(x[2]-mean))/2/3)
	}
	for _, c := range r.Cells {
		below := map[string]float64{"default": height(9, 1), "peak": 0}[c.Against]
		x := of[c.Strategy]
		mean, half := spread(x)
		near("mean difference", float64(c.Score.Difference), mean-below)
		near("low", c.Score.Interval.Low, mean-below-half)
		near("high", c.Score.Interval.High, mean-below+half)
		near("worst", float64(c.Score.Worst), min(x[0], x[1], x[2])-below)
		near("worst seed", x[c.Score.WorstSeed[0]-'1'], min(x[0], x[1], x[2]))
		near("mean", float64(c.Score.Mean), mean+(luck[1]+luck[2]+luck[3])/3)
	}
	for _, c := range r.Comparisons {
		a, b := of[c.First], of[c.Second]
		mean, half := spread([3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]})
		near("difference of strategies", float64(c.Score.Difference), mean)
		near("its high end", c.Score.Interval.High, mean+half)
		const t2 = 4.302652729911275
		statistic := mean / half * t2
		near("p", c.Score.P, 1-math.Abs(statistic)/math.Sqrt(2+statistic*statistic)) // in closed form for 2 degrees of freedom
		near("adjusted", c.Score.Adjusted, c.Score.P)                                // one comparison against each opponent
	}
	if !slices.ContainsFunc(r.Caveats, func(s string) bool { return strings.Contains(s, "compare the mean scores") }) {
		t.Errorf("%q", r.Caveats)
	}
	if _, err := r.Figure("default"); err != nil {
		t.Error(err)
	}

	// The verifications of the runs have the points, too.
	verified, err := runs.Experiment(t.Context(), catalog, runs.Options{Text: text, Store: db, Name: "verified", Set: []string{"match.games=0"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range verified.Runs {
		near("verified", run.Scores[0].Difference, r.Runs[i].Scores[0].Difference)
	}

	// A result that plays like the opponent differs from it by 0 points. It played no game.
	top := runs.Options{Text: strings.Replace(text, "{name: hill}", "{name: hill, weights: {x: {start: 3}, y: {start: 6}}}", 1), Store: db, Name: "top"}
	r, err = runs.Experiment(t.Context(), catalog, top)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range r.Runs {
		near("the peak above itself", run.Scores[1].Difference, 0)
		if !math.IsNaN(run.Scores[1].Mean) || math.IsNaN(run.Scores[0].Mean) {
			t.Errorf("%+v", run.Scores)
		}
	}
	if c := r.Cells[len(r.Cells)-1]; c.Against != "peak" || c.Score.Mean.Known() || c.Score.Difference != 0 {
		t.Errorf("%+v", c)
	}
}

// The runs of an experiment are measured by their verifications if there is no common match.
func TestExperimentWithoutMatch(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	r, err := runs.Experiment(t.Context(), both(), runs.Options{Text: onTwoBudgets, Store: db, Set: []string{"match.games=0", "budgets=[40]", "seeds=1-2"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Runs) != 4 || r.MatchGames != 0 {
		t.Fatalf("%+v", r)
	}
	for _, run := range r.Runs {
		rec, err := runs.Record(t.Context(), db, run.Run)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := run.StrengthAgainst(0), float64(rec.Result.Rating.Elo); got != want || rec.Name != "experiment:"+run.Strategy+":40:"+map[uint64]string{1: "1", 2: "2"}[run.Seed] {
			t.Errorf("%s: %v, not %v", rec.Name, got, want)
		}
	}
}

// Variants change the config of their runs alone.
func TestExperimentVariants(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	text := "config: {engine: {name: risk, settings: {depth: 1}}}\nstrategies: [spsa]\nseeds: 1-2\nbudgets: [20]\nverification: {games: 20}\nmatch: {games: 20}\n" +
		"variants: {small: {engine: {settings: {size: 3}}}, large: {engine: {settings: {size: 4}}}}\n"
	r, err := runs.Experiment(t.Context(), both(), runs.Options{Text: text, Store: db})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Runs) != 4 || len(r.Cells) != 2 || r.Against[0] != tuning.StartName {
		t.Fatalf("%+v", r)
	}
	for _, run := range r.Runs {
		rec, err := runs.Record(t.Context(), db, run.Run)
		if err != nil {
			t.Fatal(err)
		}
		size := map[string]string{"small": "size: \"3\"", "large": "size: \"4\""}[run.Variant]
		if !strings.Contains(strings.ReplaceAll(rec.Config, "'", `"`), size) && !strings.Contains(rec.Config, strings.ReplaceAll(size, `"`, "")) {
			t.Errorf("%s has not %s:\n%s", run.Variant, size, rec.Config)
		}
	}
}

// Every mistake of a file is reported with its line, before anything is stored.
func TestExperimentMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		text string
		want []string
	}{
		{"config: {engine: {name: track}}\nstrategies: [spsa, spsa]\nseeds: 3\nmatch: {game: 2}\n", []string{
			"x.yaml:2: strategies[1]: two strategies are called spsa", "x.yaml:3: seeds: 3 is not a range", "x.yaml:4: match.game: unknown key",
		}},
		{"config:\n  engine: {name: trak}\nstrategies: [spsa]\n", []string{"x.yaml:2: engine.name: unknown engine"}},
		{"config: {engine: {name: track}}\nstrategies:\n  - spas\n  - {name: genetic, populaton: 4}\n", []string{
			"x.yaml:3: strategy.name: unknown strategy", "x.yaml:4: strategy.populaton: unknown key",
		}},
		{"config: {engine: {name: track}}\nstrategies: [spsa]\nbudgets:\n  - 200\n  - 1\n", []string{"x.yaml:5: budget.games: "}},
		{"config: {engine: {name: track}}\nstrategies: [spsa]\nbudgets:\n  - 0\n", []string{"x.yaml:4: budgets[0]: 0 is below the minimum 1"}},
		{"config: {engine: {name: track}}\nstrategies: [spsa]\nverification:\n  games: -1\n", []string{"x.yaml:4: verification.games: "}},
		{"config: {engine: {name: track}}\nstrategies: [spsa]\nvariants:\n  a: {seed: 3}\n", []string{"x.yaml:4: variants.a.seed: a variant cannot change it"}},
		{"strategies: [spsa]\n", []string{"config: missing"}},
		{"config: nothing\nstrategies: [spsa]\n", []string{"x.yaml:1: config: unknown preset"}},
		{"config: {engine: {name: track}}\n", []string{"strategies: missing"}},
		{"config: {engine: {name: track}, agents: [default, random]}\nstrategies: [spsa]\n", []string{"x.yaml:1: config: it is played by the verb tournament"}},
		{"config: {engine: {name: track}}\nstrategies: [spsa]\nmatch: {games: 0}\n", []string{"x.yaml:3: match.games: 0, but"}},
		{"config: {engine: {name: track}}\nstrategies: [{label: a}]\n", []string{"x.yaml:2: strategies[0]: a strategy is its name"}},
		{"config: {engine: {name: duel}}\nstrategies: [spsa]\nmatch:\n  games: 200\n", []string{"x.yaml:4: match.games: 200, but the best weights of this game are known"}},
		{"config: {engine: {name: duel}}\nstrategies: [spsa]\nseed_keys: [seed]\n", []string{`x.yaml:3: seed_keys[0]: "seed" is not a setting of the game`}},
		{"config: {engine: {name: duel}}\nstrategies: [spsa]\nseed_keys: [engine.settings.instanc]\n", []string{"engine.settings.instanc: unknown setting"}},
		{"config: {engine: {name: duel}}\nstrategies: [spsa]\nvariants: {a: {}, b: {engine: {name: track}}}\n", []string{"b: its results cannot be compared with those of the other variants"}},
		{"config: {engine: {name: track}}\nstrategies: [spsa]\nname: a b\n", []string{`x.yaml:3: name: "a b" has the character ' '`}},
	} {
		file := filepath.Join(dir, "x.yaml")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		db := filepath.Join(dir, "runs.db")
		_, err := runs.Experiment(t.Context(), both(), runs.Options{Source: file, Store: db})
		var asked *runs.MistakeError
		if !errors.As(err, &asked) {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q is not in %v", want, err)
			}
		}
		if _, err := os.Stat(db); err == nil {
			t.Errorf("%s left a store", c.text)
		}
	}
}

// A dry run counts the games of the verification of every variant, and a fifth of them for checkpoints
// and a fifth for the results against themselves.
func TestForecastExperiment(t *testing.T) {
	t.Parallel()
	o := runs.Options{Store: inStore(t), Text: "config: {engine: {name: track}, verification: {games: 400, opponents: [random]}}\n" +
		"strategies: [spsa]\nseeds: 1-3\nbudgets: [50, 60]\nmatch: {games: 20}\nvariants: {as: {}, few: {verification: {games: 100}}}\n"}
	got, err := runs.ForecastExperiment(t.Context(), both(), o)
	want := runs.ExperimentSize{
		Name: "experiment", Strategies: 1, Budgets: []int{50, 60}, Variants: 2, Seeds: 3, Runs: 12,
		Search: 6 * (50 + 60), Verification: 6 * (400 + 100), Checkpoints: 6 * (160 + 40), Match: 12 * 20,
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, %s", err, diff)
	}
}

// An experiment is one config: another one of its name is refused, and one in another layout is
// the same.
func TestExperimentOfAnotherConfig(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	text := "config: {engine: {name: track}}\nstrategies: [spsa]\nseeds: 1-2\nbudgets: [20]\nverification: {games: 20}\nmatch: {games: 20}\n"
	if _, err := runs.Experiment(t.Context(), both(), runs.Options{Text: text, Store: db}); err != nil {
		t.Fatal(err)
	}
	same := "# a comment\nbudgets: [20]\nseeds: 1-2\nmatch: {games: 20}\nconfig:\n  engine:\n    name: track # here\nstrategies:\n  - spsa\nverification:\n  games: 20\n"
	if _, err := runs.Experiment(t.Context(), both(), runs.Options{Text: same, Store: db}); err != nil {
		t.Error(err)
	}
	_, err := runs.Experiment(t.Context(), both(), runs.Options{Text: text, Store: db, Set: []string{"seeds=1-3"}})
	if !errors.Is(err, results.ErrOtherConfig) || !strings.Contains(err.Error(), "seeds was 1-2 and is 1-3 now") {
		t.Error(err)
	}
	if _, err := runs.ForecastExperiment(t.Context(), both(), runs.Options{Text: text, Store: db, Set: []string{"seeds=1-3"}}); !errors.Is(err, results.ErrOtherConfig) {
		t.Error(err)
	}
	size, err := runs.ForecastExperiment(t.Context(), both(), runs.Options{Text: text, Store: db})
	if err != nil || size.Runs != 2 || size.Finished != 2 || size.Search != 40 || size.Match != 40 || size.Verification != 40 {
		t.Errorf("%+v, %v", size, err)
	}
	// A run that is deleted is played again. The list begins with the newest run.
	list, err := runs.List(t.Context(), db, results.Query{Tag: "experiment"})
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	store, err := runs.OpenStore(db)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Delete(t.Context(), list[1].ID), store.Close()); err != nil {
		t.Fatal(err)
	}
	r, err := runs.Experiment(t.Context(), both(), runs.Options{Resume: "last", Store: db})
	if err != nil || len(r.Runs) != 2 || r.Runs[0].Run == list[1].ID || r.Runs[1].Run != list[0].ID {
		t.Errorf("%+v %v", r.Runs, err)
	}
}

// Without a common match an experiment marks the results whose verification kept the start weights.
func TestExperimentMarksKeptStarts(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	text := "config: {engine: {name: risk, settings: {size: 3, depth: 1}}}\nstrategies: [spsa]\nseeds: 1-8\nbudgets: [60]\nverification: {games: 100, opponents: [default]}\nmatch: {games: 0}\n"
	got, err := runs.Experiment(t.Context(), both(), runs.Options{Text: text, Store: db})
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, run := range got.Runs {
		rec, err := runs.Record(t.Context(), db, run.Run)
		if err != nil {
			t.Fatal(err)
		}
		if run.KeptStart != (rec.Result.Refused != nil) {
			t.Errorf("seed %d: marked %v, refused %v", run.Seed, run.KeptStart, rec.Result.Refused)
		}
		if run.KeptStart {
			kept++
		}
	}
	if kept == 0 || kept == len(got.Runs) {
		t.Errorf("%d of %d runs kept the start: the test shows little", kept, len(got.Runs))
	}
}
