package runs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/spsa"
)

// named counts what explanations state against the truth.
type named struct {
	runs, wrongRuns    int // runs, and those in which a weight was named against the truth
	matters, found     int // weights that bring or cost at least matters Elo, and those that were named
	without, misnamed  int // weights without effect, and those that were named
	measured, coverage int // weights with an interval, and intervals that contain the truth
}

// mattersElo is the contribution from which a weight should be named.
const mattersElo = 60

// add compares an explanation with the true contributions by name.
func (n *named) add(e results.Explanation, truth map[string]float64) {
	wrong := false
	for _, c := range e.Weights {
		elo := truth[c.Weight]
		if c.Contribution == results.Unmeasured {
			continue
		}
		n.measured++
		if c.Interval.Contains(elo) {
			n.coverage++
		}
		shown := c.Contribution != results.NotShown
		if math.Abs(elo) >= mattersElo {
			n.matters++
			if shown {
				n.found++
			}
		}
		if elo == 0 {
			n.without++
			if shown {
				n.misnamed++
			}
		}
		wrong = wrong || c.Contribution == results.Gain && elo <= 0 || c.Contribution == results.Loss && elo >= 0
	}
	if n.runs++; wrong {
		n.wrongRuns++
	}
}

// check fails for shares that a right explanation has with a probability of less than a
// thousandth.
func (n named) check(t *testing.T, what string) {
	t.Helper()
	t.Logf("%s: wrong in %d of %d runs; %d of %d that matter named; %d of %d without effect named; %d of %d intervals cover",
		what, n.wrongRuns, n.runs, n.found, n.matters, n.misnamed, n.without, n.coverage, n.measured)
	most := func(share float64, of int) float64 {
		return share*float64(of) + 3.1*math.Sqrt(share*(1-share)*float64(of)) + 0.5
	}
	if float64(n.wrongRuns) > most(0.05, n.runs) {
		t.Errorf("%s: a weight was named against the truth in %d of %d runs", what, n.wrongRuns, n.runs)
	}
	if missed := n.measured - n.coverage; float64(missed) > most(0.05, n.measured) {
		t.Errorf("%s: %d of %d intervals do not cover the truth", what, missed, n.measured)
	}
	if missed := n.matters - n.found; float64(missed) > most(0.05, n.matters) {
		t.Errorf("%s: %d of %d weights that bring or cost %d Elo or more were not named", what, missed, n.matters, mattersElo)
	}
}

// seedsOfExplanations is 20 in the long form, and 1 otherwise.
func seedsOfExplanations() int {
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		return 20
	}
	return 1
}

// The result of a search on a duel is explained. The contribution of every weight is known, and
// three weights have no effect.
func TestExplanationsOfDuels(t *testing.T) {
	t.Parallel()
	for _, kind := range bench.Kinds {
		for _, dim := range bench.Dims {
			t.Run(fmt.Sprint(kind, dim), func(t *testing.T) {
				t.Parallel()
				if dim > 10 && seedsOfExplanations() == 1 {
					t.Skip("4 and 10 weights in the short form: with LANISTA_EXHAUSTIVE=1")
				}
				var n named
				for seed := range seedsOfExplanations() {
					duel, err := bench.NewDuel(kind, dim, uint64(seed+1), bench.Variant{Dead: 3, Deal: 50})
					if err != nil {
						t.Fatal(err)
					}
					e, truth := explainedDuel(t, duel, dim, uint64(seed))
					n.add(e, truth)
				}
				n.check(t, fmt.Sprintf("%s %d", kind, dim))
			})
		}
	}
}

// explainedDuel searches a duel, explains the result by 1000 games for each weight, and returns
// the true contributions.
func explainedDuel(t *testing.T, duel *bench.Duel, dim int, seed uint64) (results.Explanation, map[string]float64) {
	t.Helper()
	problem := duel.Problem(500 * dim)
	s, err := spsa.New(problem, spsa.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: duel, Budget: int64(problem.Games)}); err != nil {
		t.Fatal(err)
	}
	answer, start := s.Best().Weights, problem.Space.Default()
	truth := make(map[string]float64)
	x := explanation{r: &Resolved{Space: problem.Space}, agents: []engines.Agent{{Name: "the result", Weights: answer}}, back: make([]float64, len(answer))}
	for i, w := range problem.Space {
		v := withBack(answer, start, i, false)
		if x.back[i] = v[i]; v[i] == answer[i] {
			continue
		}
		x.changed = append(x.changed, i)
		x.agents = append(x.agents, engines.Agent{Name: w.Name, Weights: v})
		truth[w.Name] = duel.Regret(v) - duel.Regret(answer)
	}
	e, err := x.contributions(t.Context(), tournament.Local{Arena: duel, Workers: 1},
		tuning.VerifyOptions{Games: 1000 * len(x.changed), Seed: engines.Seed(seed, engines.Purpose("explain"))})
	if err != nil {
		t.Fatal(err)
	}
	return e, truth
}

// The results of searches in Risk and Hare are explained with many seeds. What the weights bring
// is known from an explanation by many games.
func TestExplanationsOfGames(t *testing.T) {
	t.Parallel()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("takes minutes: LANISTA_EXHAUSTIVE=1")
	}
	catalog := Catalog{Games: engines.Registry{risk.New(), hare.New()}}
	for _, game := range []struct{ preset, set string }{{"risk", "engine.settings.depth=1"}, {"hare", "engine.settings.depth=1"}} {
		t.Run(game.preset, func(t *testing.T) {
			t.Parallel()
			db := filepath.Join(t.TempDir(), "runs.db")
			if _, err := catalog.Tune(t.Context(), Options{
				Source: game.preset, Store: db, Set: []string{game.set, "budget={games: 6000}", "verification.games=1000"},
			}, nil); err != nil {
				t.Fatal(err)
			}
			store, err := OpenReadOnly(db)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = store.Close() }()
			x, err := newExplanation(t.Context(), catalog, store, ExplainOptions{Run: "last", Store: db})
			if err != nil {
				t.Fatal(err)
			}
			defer x.r.Close()
			explain := func(games int, seed uint64) results.Explanation {
				executor, err := x.r.local(2)
				if err != nil {
					t.Fatal(err)
				}
				e, err := x.contributions(t.Context(), executor, matchOptions(x.r, games*len(x.changed), engines.Seed(seed, engines.Purpose("explain")), nil))
				if err != nil {
					t.Fatal(err)
				}
				return e
			}
			long := explain(20_000, 1)
			t.Logf("by 20,000 games each: %s", long.Text)
			truth := make(map[string]float64)
			for _, c := range long.Weights {
				truth[c.Weight] = float64(c.Rating)
			}
			var n named
			for seed := range seedsOfExplanations() {
				n.add(explain(1000, uint64(seed+2)), truth)
			}
			n.check(t, game.preset)
		})
	}
}

// A weight is set back to its start value, or to its share of the start weights.
func TestWithBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer, start engines.Weights
		i             int
		free          bool
		want          float64
	}{
		{engines.Weights{9, 2, 4}, engines.Weights{1, 1, 1}, 0, false, 1},
		{engines.Weights{9, 2, 4}, engines.Weights{1, 1, 1}, 0, true, 3},  // a third of 9
		{engines.Weights{9, 2, 4}, engines.Weights{2, 2, 4}, 2, true, 11}, // half of 22
		{engines.Weights{9, 2, -4}, engines.Weights{2, 2, -4}, 2, true, -11},
		{engines.Weights{9, 2, 4}, engines.Weights{1, 0, 1}, 1, true, 0},
		{engines.Weights{8, 2, 6}, engines.Weights{4, 1, 3}, 1, true, 2}, // the same direction
		{engines.Weights{8, 0, 0}, engines.Weights{-1, 1, 1}, 0, true, -8},
		{engines.Weights{8, 1, 1}, engines.Weights{1, 0, 0}, 0, true, 10},
	} {
		if got := withBack(c.answer, c.start, c.i, c.free); math.Abs(got[c.i]-c.want) > 1e-9 {
			t.Errorf("%v with weight %d of %v: %v, want %v there", c.answer, c.i, c.start, got, c.want)
		}
	}
	if got := within(engines.Space{{Max: 10}, {Min: -5, Max: 5}}, engines.Weights{20, -4}); got[0] != 10 || got[1] != -2 {
		t.Error(got)
	}
	if got := within(engines.Space{{Max: 10}, {Min: -1, Max: 10}}, engines.Weights{8, -4}); got[0] != 2 || got[1] != -1 {
		t.Error(got)
	}
	box := engines.Space{{Name: "a", Min: -50, Max: 50}, {Name: "b", Min: -50, Max: 50}, {Name: "c", Max: 0.3}}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 { // a product with the scale may be rounded up
		v := engines.Weights{rng.NormFloat64() * 100, rng.NormFloat64() * 100, rng.Float64()}
		if err := box.Check(within(box, v)); err != nil {
			t.Fatalf("%v: %v", v, err)
		}
	}
}
