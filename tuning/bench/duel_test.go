package bench

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func newDuel(t *testing.T, kind Kind, dim int, v Variant) *Duel {
	t.Helper()
	d, err := NewDuel(kind, dim, 2, v)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// score plays n games with the seeds 0, 1, ... and returns the mean score of the weights x, in the
// first seat, against y, and the share of draws.
func score(t *testing.T, d *Duel, x, y []float64, n int) (mean, draws float64) {
	t.Helper()
	seats := []engines.Agent{{Weights: x}, {Weights: y}}
	for seed := range n {
		r, err := d.Play(t.Context(), seats, uint64(seed))
		if err != nil || r.Forfeit != nil {
			t.Fatal(err, r.Forfeit)
		}
		mean += r.Outcome.Points(0)
		if r.Outcome == engines.Draw(2) {
			draws++
		}
	}
	return mean / float64(n), draws / float64(n)
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.4f, want %.4f within %.4f", what, got, want, tolerance)
	}
}

const games = 20000

// tolerance is four standard errors of the mean score in so many games.
var tolerance = 4 * 0.5 / math.Sqrt(games)

func TestStrongerPointWinsByElo(t *testing.T) {
	d := newDuel(t, Quad, 4, Variant{})
	x, y := d.Optimum(), []float64{5, 5, 5, 5}
	got, draws := score(t, d, x, y, games)
	near(t, "score of the optimum", got, 1/(1+math.Pow(10, -d.Regret(y)/400)), tolerance)
	near(t, "share of draws", draws, 0, 0)
	back, _ := score(t, d, y, x, games)
	near(t, "score in the other seat", back, 1-got, 2*tolerance)
}

// A weight without an effect is best anywhere; the optimum has the middle of its range.
func TestOptimumOfWeightsWithoutEffect(t *testing.T) {
	space := engines.Space{{Name: "a", Max: 1, Default: 1}, {Name: "b", Min: -4, Max: 2, Default: 1}}
	custom := NewCustom(Custom{Landscape: flat{}, Optimum: []float64{0.25}, Weights: 1, Space: space})
	if got := custom.Optimum(); !slices.Equal(got, []float64{0.25, -1}) {
		t.Errorf("optimum %v", got)
	}
	if got := newDuel(t, Quad, 2, Variant{Dead: 1, Wide: 4}).Optimum(); len(got) != 3 || got[2] != 5 {
		t.Errorf("optimum %v of a duel", got)
	}
}

type flat struct{}

func (flat) At([]float64) float64 { return 0 }

// With scores and little noise, the value of a game is the probability of winning the same game that is
// won or lost. With more noise scores differ by this noise.
func TestScored(t *testing.T) {
	d := newDuel(t, Quad, 4, Variant{})
	x, y := d.Optimum(), []float64{5, 5, 5, 5}
	want, _ := score(t, d, x, y, games)
	quiet := d.Scored(0.01)
	r, err := quiet.Play(t.Context(), []engines.Agent{{Weights: x}, {Weights: y}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "value of a game", quiet.Objective().Points(r.Outcome, 0), want, tolerance)
	if !quiet.Problem(10).Graded || d.Problem(10).Graded || d.Objective().ByScore() {
		t.Error("scores count in the wrong problem")
	}
	const noise = 50
	squares := 0.0
	for seed := range games {
		r, err := d.Scored(noise).Play(t.Context(), []engines.Agent{{Weights: x}, {Weights: x}}, uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		mine, _ := r.Outcome.Score(0)
		theirs, _ := r.Outcome.Score(1)
		squares += (mine - theirs) * (mine - theirs)
	}
	near(t, "deviation of a difference", math.Sqrt(squares/games), noise*math.Sqrt2, 4*noise/math.Sqrt(games))
}

// The two games of a pair on one seed are independent.
func TestGamesOfAPairAreIndependent(t *testing.T) {
	d := newDuel(t, Quad, 4, Variant{})
	x, y := engines.Agent{Weights: []float64{5, 5, 5, 5}}, engines.Agent{Weights: []float64{5, 5, 5, 5.001}}
	covariance := 0.0
	for seed := range games {
		a, _ := d.Play(t.Context(), []engines.Agent{x, y}, uint64(seed))
		b, _ := d.Play(t.Context(), []engines.Agent{y, x}, uint64(seed))
		covariance += (a.Outcome.Points(0) - 0.5) * (b.Outcome.Points(1) - 0.5)
	}
	near(t, "correlation within a pair", 4*covariance/games, 0, 4/math.Sqrt(games))
}

// middle is the centre of the box for four weights.
var middle = []float64{5, 5, 5, 5}

// Draws, an advantage of the first seat, luck of the start, and cycles have the configured sizes.
func TestVariantsOfGames(t *testing.T) {
	t.Run("draws", func(t *testing.T) {
		d := newDuel(t, Quad, 4, Variant{Draws: 0.3})
		mean, draws := score(t, d, middle, middle, games)
		near(t, "share of draws", draws, 0.3, tolerance)
		near(t, "score", mean, 0.5, tolerance)
	})
	t.Run("first seat", func(t *testing.T) {
		mean, _ := score(t, newDuel(t, Quad, 4, Variant{FirstSeat: 100}), middle, middle, games)
		near(t, "score of the first seat", mean, win(100), tolerance)
	})
	t.Run("deal", func(t *testing.T) {
		d := newDuel(t, Quad, 4, Variant{Deal: 800})
		x, y := engines.Agent{Weights: middle}, engines.Agent{Weights: []float64{5, 5, 5, 5.001}}
		variance := 0.0
		for seed := range games {
			a, _ := d.Play(t.Context(), []engines.Agent{x, y}, uint64(seed))
			b, _ := d.Play(t.Context(), []engines.Agent{y, x}, uint64(seed))
			v := (a.Outcome.Points(0)+b.Outcome.Points(1))/2 - 0.5
			variance += v * v / games
		}
		// With deals of 800 Elo a pair is worth 3.10 games on different deals.
		near(t, "gain of a pair", 0.125/variance, 3.10, 0.2)
	})
	t.Run("cycle", func(t *testing.T) {
		d := newDuel(t, Quad, 4, Variant{Cycle: 300})
		x, y, z := []float64{10, 5, 5, 5}, []float64{2.5, 9.33, 5, 5}, []float64{2.5, 0.67, 5, 5}
		for _, p := range [][2][]float64{{x, y}, {y, z}, {z, x}} {
			gain := d.difference(p[0], p[1]) - (d.Regret(p[1]) - d.Regret(p[0]))
			near(t, "gain along the cycle", gain, 300*math.Sqrt(3)/4, 1)
			if back := d.difference(p[1], p[0]); back != -d.difference(p[0], p[1]) {
				t.Errorf("the game is not fair: %v and %v", d.difference(p[0], p[1]), back)
			}
		}
	})
	t.Run("cycle in wide ranges", func(t *testing.T) {
		d := newDuel(t, Quad, 4, Variant{Cycle: 300, Wide: 3})
		outside, nearest, other := []float64{20, -10, 5, 5}, []float64{10, 0, 5, 5}, []float64{2, 9, 5, 5}
		near(t, "gain outside the box", d.difference(outside, other), d.difference(nearest, other), 0)
		near(t, "loss outside the box", d.difference(other, outside), d.difference(other, nearest), 0)
	})
	t.Run("cycle of directions", func(t *testing.T) {
		d := newDuel(t, Quad, 4, Variant{Cycle: 300, ScaleFree: true})
		x, twice, other := []float64{4, 1, 2, 3}, []float64{8, 2, 4, 6}, []float64{2, 9, 5, 5}
		near(t, "gain of the longer vector", d.difference(twice, other), d.difference(x, other), 1e-9)
		if gain := d.difference(x, other) - (d.Regret(other) - d.Regret(x)); math.Abs(gain) < 1 {
			t.Errorf("the cycle gives %v", gain)
		}
	})
}

// Scale, weights without effect, whole-number weights, weights of which only the ratios matter, and
// more seats have the documented effects.
func TestVariantsOfWeights(t *testing.T) {
	t.Run("scale", func(t *testing.T) {
		steep, usual := newDuel(t, Multi, 4, Variant{Scale: 4}), newDuel(t, Multi, 4, Variant{})
		near(t, "regret on the steep problem", steep.Regret(middle), 4*usual.Regret(middle), 1e-9)
	})
	t.Run("dead", func(t *testing.T) {
		d := newDuel(t, Quad, 4, Variant{Dead: 2})
		if len(d.Problem(1).Space) != 6 {
			t.Fatalf("%d weights, want 6", len(d.Problem(1).Space))
		}
		a, b := d.Regret([]float64{1, 2, 3, 4, 0, 0}), d.Regret([]float64{1, 2, 3, 4, 10, 7})
		near(t, "effect of dead weights", a-b, 0, 0)
	})
	t.Run("integer", func(t *testing.T) {
		d := newDuel(t, Quad, 4, Variant{Integer: 2})
		bad := engines.Agent{Weights: []float64{1, 2.5, 3.5, 4.5}}
		r, err := d.Play(t.Context(), []engines.Agent{{Weights: middle}, bad}, 1)
		if err != nil || !r.Forfeited(1) {
			t.Errorf("a fraction in a whole-number weight gave %+v, %v", r, err)
		}
	})
	t.Run("scale free", func(t *testing.T) {
		d := newDuel(t, Ill, 4, Variant{ScaleFree: true})
		near(t, "effect of scale", d.Regret([]float64{1, 2, 3, 4})-d.Regret([]float64{2, 4, 6, 8}), 0, 1e-9)
		half := d.Optimum()
		for i := range half {
			half[i] /= 2
		}
		near(t, "regret of half the optimum", d.Regret(half), 0, 1e-9)
		if !d.Problem(1).ScaleFree {
			t.Error("the problem does not say that it is scale-free")
		}
	})
	t.Run("seats", func(t *testing.T) {
		d := newDuel(t, Quad, 4, Variant{Seats: 3})
		best := 0.0
		seats := []engines.Agent{{Weights: middle}, {Weights: d.Optimum()}, {Weights: middle}}
		for seed := range games {
			r, err := d.Play(t.Context(), seats, uint64(seed))
			if err != nil {
				t.Fatal(err)
			}
			if r.Outcome.Place(1) == 1 {
				best++
			}
		}
		e := math.Exp(d.Regret(middle) * perElo)
		near(t, "share of first places", best/games, e/(e+2), tolerance)
	})
}

func TestInvalidVariantsAreRefused(t *testing.T) {
	for _, v := range []Variant{{Draws: 1}, {Scale: -1}, {Draws: math.NaN()}, {Deal: -1}, {Cycle: math.Inf(1)}, {Integer: -1}, {Seats: 9}, {Seats: 1}} {
		if _, err := NewDuel(Quad, 4, 1, v); err == nil {
			t.Errorf("%+v was taken", v)
		}
	}
}

func TestOracleRefusesTheGamePastTheBudget(t *testing.T) {
	d := newDuel(t, Quad, 4, Variant{})
	o := Oracle{Arena: d, Budget: 3}
	seats := []engines.Agent{{Weights: d.Optimum()}, {Weights: d.Optimum()}}
	for i := range 5 {
		_, err := o.Play(context.Background(), seats, uint64(i))
		if refused := errors.Is(err, errBudget); refused != (i >= 3) {
			t.Errorf("game %d: %v", i+1, err)
		}
	}
	if o.Played() != 3 {
		t.Errorf("%d games counted, want 3", o.Played())
	}
}

func TestGamesAllocateNothing(t *testing.T) {
	for _, kind := range Kinds {
		d := newDuel(t, kind, 10, Variant{})
		seats := []engines.Agent{{Weights: d.Optimum()}, {Weights: d.Optimum()}}
		if n := testing.AllocsPerRun(100, func() { _, _ = d.Play(t.Context(), seats, 1) }); n != 0 {
			t.Errorf("%s: %v allocations a game", kind, n)
		}
	}
}

func BenchmarkGame(b *testing.B) {
	for _, kind := range Kinds {
		b.Run(string(kind), func(b *testing.B) {
			d, _ := NewDuel(kind, 32, 1, Variant{})
			seats := []engines.Agent{{Weights: d.Optimum()}, {Weights: d.Optimum()}}
			b.ReportAllocs()
			for i := range b.N {
				_, _ = d.Play(b.Context(), seats, uint64(i))
			}
		})
	}
}

func TestParseVariant(t *testing.T) {
	t.Parallel()
	v, err := ParseVariant([]string{"draws=0.4", "first_seat=200"})
	if err != nil || v.Draws != 0.4 || v.FirstSeat != 200 {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := ParseVariant(nil); err != nil || v != (Variant{}) {
		t.Errorf("%+v, %v", v, err)
	}
	for typed, want := range map[string]string{
		"draws": "draws: expected name=value", "drows=1": `drows=1: unknown "drows" (did you mean draws?)`, "draws=x": "draws=x: the value must be a number, true or false",
		"draws=true": "draws=true: cannot unmarshal bool",
	} {
		if _, err := ParseVariant([]string{typed}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", typed, err, want)
		}
	}
}
