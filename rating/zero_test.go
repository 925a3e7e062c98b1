package rating_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating"
)

// Invalid arguments return errors.
func TestMistakesAreErrors(t *testing.T) {
	t.Parallel()
	two := rating.NewClusters(2)
	add := func(c *rating.Clusters, players, places []int) func() error {
		return func() error { return c.Add(players, places) }
	}
	for want, do := range map[string]func() error{
		"player 5 of 2":                  add(two, []int{0, 5}, []int{1, 2}),
		"player -1 of 2":                 add(two, []int{-1, 1}, []int{1, 2}),
		"player 1 is at one table twice": add(two, []int{1, 1}, []int{1, 2}),
		"a cluster of 0 players":         add(two, nil, nil),
		"a cluster of 1 players":         add(two, []int{0}, []int{1}),
		"0 places in games of 2 players": add(two, []int{0, 1}, nil),
		"3 places in games of 2 players": add(two, []int{0, 1}, []int{1, 2, 1}),
		"player 0 of 0":                  add(new(rating.Clusters), []int{0, 1}, []int{1, 2}),
		"player 1 of 0":                  add(rating.NewClusters(-3), []int{1, 0}, []int{1, 2}),
		"copy 0 of a cluster":            func() error { return two.AddCopy([]int{0, 1}, []int{1, 2}, 0) },
		"no table of results":            func() error { _, err := rating.BradleyTerry(nil, 0); return err },
		"-1 is not a number of virtual":  func() error { _, err := rating.BradleyTerry(rating.NewDuels(2), -1); return err },
		"NaN is not a number of virtual": func() error { _, err := rating.BradleyTerry(nil, math.NaN()); return err },
		"elo: row 1 has 1 values; 2 are": func() error { _, err := rating.Nash([][]float64{{0, 1}, {1}}); return err },
		"elo: row 1 has NaN in column 0": func() error { _, err := rating.Nash([][]float64{{0, 1}, {math.NaN(), 0}}); return err },
		"elo: rows 1 and 0 have the same infinity for each other": func() error {
			_, err := rating.Nash([][]float64{{0, math.Inf(1)}, {math.Inf(1), 0}})
			return err
		},
		"elo: row 0 has 2 values; 1 are":    func() error { _, err := rating.Nash([][]float64{{0, 1}}); return err },
		"scores: row 0 has 0 values; 1 are": func() error { _, err := rating.Circle([][]float64{nil}, [][]int{{0}}); return err },
		"games has 0 rows; 1 are":           func() error { _, err := rating.Circle([][]float64{{0}}, nil); return err },
		"games: row 1 has 1 values; 2 are": func() error {
			_, err := rating.Circle([][]float64{{0, 1}, {1, 0}}, [][]int{{0, 1}, {0}})
			return err
		},
		"games: 0 is not within [1, 1000000]": func() error {
			_, err := rating.NewSequentialTest(rating.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}, 0)
			return err
		},
		"games: 9.223372036854776e+18 is not within [1, 1000000]": func() error {
			_, err := rating.NewSequentialTest(rating.SPRT{Elo1: 5}, math.MaxInt)
			return err
		},
		"players 0 and 1: NaN wins, 0 losses and 0 ties":  func() error { return duels(math.NaN(), 0) },
		"players 0 and 1: -3 wins, 0 losses and 0 ties":   func() error { return duels(-3, 0) },
		"players 0 and 1: 0 wins, 0 losses and -1 ties":   func() error { return duels(0, -1) },
		"players 0 and 1: +Inf wins, 0 losses and 0 ties": func() error { return duels(math.Inf(1), 0) },
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if line := two.Fit(rating.FitOptions{}).Line(0, rating.Mean); line.Elo != 0 {
		t.Errorf("refused clusters were entered: %+v", line)
	}
}

// duels rates two players with the given results of the first.
func duels(wins, ties float64) error {
	d := rating.NewDuels(2)
	d.Win(0, 1, wins)
	d.Tie(0, 1, ties)
	_, err := rating.BradleyTerry(d, rating.DefaultPrior)
	return err
}

// Zero values and empty arguments return results without data, and never panic.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	estimates := map[string]*rating.Estimate{
		"no players":  rating.NewClusters(0).Fit(rating.FitOptions{}),
		"zero value":  new(rating.Clusters).Fit(rating.FitOptions{}),
		"no games":    rating.NewClusters(3).Fit(rating.FitOptions{}),
		"nothing fit": rating.Fitted{}.Estimate(0.95),
	}
	for name, e := range estimates {
		for _, player := range []int{rating.Mean, 0, 1, 99, -7} {
			for _, anchor := range []int{rating.Mean, 0, 2, 99} {
				if l := e.Line(player, anchor); l.Elo != 0 || l.LOS != 0.5 {
					t.Errorf("%s: line of %d against %d: %+v", name, player, anchor, l)
				}
			}
		}
		if best := e.Best(10, rng()); len(best) > 3 {
			t.Errorf("%s: %v", name, best)
		}
	}
	for name, c := range map[string]*rating.Clusters{"no players": rating.NewClusters(0), "zero value": {}, "two": rating.NewClusters(2)} {
		w, d, l := c.Record(0, 9)
		if w+d+l != 0 || c.Duels().Players() > 2 || c.Misfit(c.Fit(rating.FitOptions{})) != nil {
			t.Errorf("%s: results where there are none", name)
		}
	}
	for _, c := range []rating.Counts{nil, {}, {0}, {3}, {0, 0}, {0, 0, 0}, rating.Trinomial(0, 0, 0)} {
		numbers := []float64{
			c.Mean(), c.LOS(), c.StdErr(), c.Variance(), c.NormalizedElo(), c.NormalizedError(1.96), c.NormalizedErrorDelta(rating.Confidence),
			c.EffectiveGames(), rating.LLR(c, rating.LogisticModel, 0, 5), rating.LLR(c, rating.NormalizedModel, 0, 5), float64(c.Games()),
		}
		_, _, _, _ = c.Normal(1.96), c.Student(0.95), c.Interval(1.96), c.Wilson(1.96)
		_, _, _ = c.EloError(), c.PairsRatio(), rating.PairingGain(c, c)
		if numbers[0] != 0.5 || numbers[1] != 0.5 || numbers[2] != 0 || numbers[3] != 0 || numbers[8] != 0 && c.Clusters() == 0 {
			t.Errorf("%v: mean %v, LOS %v, error %v, variance %v", c, numbers[0], numbers[1], numbers[2], numbers[3])
		}
	}
	if r, err := rating.BradleyTerry(rating.NewDuels(0), 0); err != nil || len(r.Elo()) != 0 {
		t.Errorf("no players: %v, %v", r, err)
	}
	if r, err := rating.BradleyTerry(new(rating.Duels), rating.DefaultPrior); err != nil || len(r.Elo()) != 0 {
		t.Errorf("zero value: %v, %v", r, err)
	}
	var covariance rating.Covariance
	if best := covariance.ProbabilityBest(nil, nil, 10, rng()); covariance.Players() != 0 || len(best) != 0 {
		t.Errorf("no covariance: %v", best)
	}
	var repeated rating.Repeated
	if repeated.Mean() != 0.5 || repeated.LOS() != 0.5 || new(rating.Copies).Effective() != 0 || rating.Decision(9).String() != "Decision(9)" {
		t.Error("zero values of Repeated, Copies or Decision")
	}
	_, _ = repeated.Interval(rating.Confidence), rating.Wilson(0, 0, 1.96)
	if !math.IsNaN(rating.LOSExact(-1, 2)) || !math.IsNaN(rating.LOSExact(2, math.NaN())) {
		t.Error("negative numbers of games have a likelihood of superiority")
	}
	if len(rating.Components(new(rating.Duels))) != 0 || len(rating.Groups(new(rating.Duels))) != 0 || rating.Core(new(rating.Duels), nil) != -1 {
		t.Error("no players have components")
	}
}

// Probabilities outside (0, 1) have no quantiles.
func TestImpossibleProbabilities(t *testing.T) {
	t.Parallel()
	for _, p := range []float64{-1, 0, 1, 2, math.NaN()} {
		for name, v := range map[string]float64{
			"GamesNeeded, confidence": rating.GamesNeeded(5, 0, p, 0.5),
			"GamesNeeded, power":      rating.GamesNeeded(5, 0, 0.95, p),
			"EloResolved, confidence": rating.EloResolved(100, 0, p, 0.5),
			"EloResolved, power":      rating.EloResolved(100, 0, 0.95, p),
		} {
			if !math.IsNaN(v) {
				t.Errorf("%s of %v: %v", name, p, v)
			}
		}
		if i := (rating.Counts{1, 2, 3}).Student(p); i != (rating.Interval{Low: 0, High: 1}) {
			t.Errorf("Student(%v): %v", p, i)
		}
		repeated := rating.NewRepeated(3)
		for i := range 3 {
			repeated.Add(i, 1)
		}
		if i := repeated.Interval(p); i != (rating.Interval{Low: 0, High: 1}) {
			t.Errorf("Repeated.Interval(%v): %v", p, i)
		}
		if half := (rating.Counts{1, 2, 3}).NormalizedErrorDelta(p); !math.IsInf(half, 1) {
			t.Errorf("NormalizedErrorDelta(%v): %v", p, half)
		}
	}
}

// Functions without an error panic with a message for impossible arguments.
func TestImpossibleArgumentsPanic(t *testing.T) {
	t.Parallel()
	for want, call := range map[string]func(){
		"rating: prior: NaN":                                func() { rating.NewClusters(2).Fit(rating.FitOptions{Prior: math.NaN()}) },
		"rating: confidence: 2":                             func() { rating.NewClusters(2).Fit(rating.FitOptions{Confidence: 2}) },
		"rating: confidence: -1":                            func() { rating.Fitted{Log: []float64{1, -1}}.Estimate(-1) },
		"rating: 5 half points in a cluster of 2 games":     func() { sequential(rating.LogisticModel).Add(5) },
		"rating: -1 half points in a cluster of 2 games":    func() { sequential(rating.LogisticModel).Add(-1) },
		"rating: the Bayesian model needs one call of AddR": func() { sequential(rating.BayesianModel).Add(3) },
		"rating: the Bayesian model needs one call of Add": func() {
			t := sequential(rating.BayesianModel)
			t.AddResults(1, 1, 0)
			t.Add(3)
			t.Add(3)
		},
		"rating: 3 wins, -1 draws and 0 losses": func() { sequential(rating.BayesianModel).AddResults(3, -1, 0) },
		"rating: the Bayesian model needs one call of AddRe": func() {
			t := sequential(rating.BayesianModel)
			t.AddResults(1, 0, 0) // one of two games
			t.Add(3)
		},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasPrefix(got, want) {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			call()
		}()
	}
}

// sequential returns a test of pairs of games.
func sequential(m rating.Model) *rating.SequentialTest {
	t, err := rating.NewSequentialTest(rating.SPRT{Elo1: 20, Model: m}, 2)
	if err != nil {
		panic(err)
	}
	return t
}

// The methods of Duels panic with a message if a player number is invalid.
func TestDuelsPanic(t *testing.T) {
	t.Parallel()
	d := rating.NewDuels(2)
	for name, call := range map[string]func(i, j int){
		"Win":   func(i, j int) { d.Win(i, j, 1) },
		"Tie":   func(i, j int) { d.Tie(i, j, 1) },
		"Wins":  func(i, j int) { d.Wins(i, j) },
		"Games": func(i, j int) { d.Games(i, j) },
	} {
		for _, pair := range [][2]int{{0, 2}, {2, 0}, {-1, 1}, {0, 3}} { // 0 and 3 would be the entry of 1 and 1
			func() {
				defer func() {
					want := fmt.Sprintf("rating: players %d and %d in a table of 2, counted from 0", pair[0], pair[1])
					if got := recover(); got != want {
						t.Errorf("%s panics with %v, want %q", name, got, want)
					}
				}()
				call(pair[0], pair[1])
			}()
		}
	}
	if n := rating.NewDuels(-3).Players(); n != 0 {
		t.Errorf("%d players", n)
	}
}

// Nil tables, estimates of other players and impossible numbers give no results instead of a panic.
func TestImpossibleArguments(t *testing.T) {
	t.Parallel()
	if c, g := rating.Components(nil), rating.Groups(nil); len(c)+len(g) > 0 || rating.Core(nil, nil) != -1 {
		t.Errorf("a nil table has components %v, groups %v, core %d", c, g, rating.Core(nil, nil))
	}
	four := rating.NewClusters(4)
	for i := range 40 {
		if err := four.Add([]int{i % 4, (i + 1) % 4}, []int{1, 2}); err != nil {
			t.Fatal(err)
		}
	}
	if m, o := rating.NewClusters(2).Misfit(four.Fit(rating.FitOptions{})), four.Misfit(nil); m != nil || o != nil {
		t.Errorf("misfits %v, %v", m, o)
	}
	counts := rating.Trinomial(3, 2, 5)
	for _, m := range []rating.Model{rating.NormalizedModel, rating.LogisticModel, rating.BayesianModel} {
		if a, b := rating.LLR(counts, m, math.NaN(), 5), rating.LLR(counts, m, 0, math.NaN()); !math.IsNaN(a) || !math.IsNaN(b) {
			t.Errorf("%v: %v, %v", m, a, b)
		}
	}
	if e := (rating.Counts{1, -1, -1}).NormalizedErrorDelta(0.5); !math.IsInf(e, 1) {
		t.Errorf("the error of impossible counts is %v", e)
	}
	if n := (rating.Covariance{}).Among(nil).Players() + rating.NewIndependentCovariance([]float64{1, 2}).Among(nil).Players(); n != 0 {
		t.Errorf("the covariance of no players has %d", n)
	}
	if r := rating.NewRepeated(-1); r.Mean() != 0.5 || len(r.Played) != 0 {
		t.Errorf("%+v", r)
	}
}
