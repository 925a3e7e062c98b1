package auto

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// If strength has ripples, SPSA follows the response surface, whose maximum remains a candidate. The
// result of SPSA is better.
func TestSPSATakesOverOnRipples(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	s, d := played(t, bench.Multi, 6000, Options{})
	candidates := s.Candidates()
	if _, entered := games(s, spsaSearch); !entered || len(candidates) != 2 {
		t.Fatalf("SPSA has not taken over: %v", stages(s))
	}
	if g := candidates[1].Games; g < 1800 || g > 4200 || candidates[0].Games != 6000 {
		t.Errorf("SPSA took over after %d games, and the result has %d", g, candidates[0].Games)
	}
	if got := d.Regret(s.Best().Weights); got > 5 || got >= d.Regret(candidates[1].Weights) {
		t.Errorf("regret %.1f Elo, that of the surface %.1f", got, d.Regret(candidates[1].Weights))
	}
	for i, e := range s.Report().Error {
		if !(e > 0 && e < 1.5) {
			t.Errorf("weight %d: a standard error of %.3f of 10", i+1, e)
		}
	}
	alone, _ := played(t, bench.Multi, 6000, Options{RSMShare: -1})
	if _, entered := games(alone, spsaSearch); entered {
		t.Error("SPSA took over against the options")
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	again := newStrategy(t, d.Problem(6000))
	if err := again.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Best().Weights, s.Best().Weights) {
		t.Errorf("restored to %v, want %v", again.Best().Weights, s.Best().Weights)
	}
}

// If strength falls more steeply on one side of its maximum, SPSA follows the response surface, and
// its result is better than the maximum of the surface.
func TestSPSAMovesOnWhereStrengthLeans(t *testing.T) {
	t.Parallel()
	leaning := func(w engines.Weights) float64 {
		loss := 0.0
		for _, v := range w {
			d := v - 0.8
			loss += 20 * (math.Exp(8*d) - 1 - 8*d) // Elo
		}
		return -loss
	}
	p := four()
	p.Games = 8000
	s := newStrategy(t, p)
	walk(t, s, -1, leaning)
	if _, entered := games(s, spsaSearch); !entered {
		t.Fatalf("SPSA has not taken over: %v", stages(s))
	}
	if f := s.Candidates(); leaning(f[0].Weights) <= leaning(f[1].Weights) {
		t.Errorf("the result loses %.1f Elo, the maximum of the surface %.1f", -leaning(f[0].Weights), -leaning(f[1].Weights))
	}
}

func TestHalvings(t *testing.T) {
	constants := Defaults()
	for _, c := range []struct {
		games         int
		sharper, want float64
	}{
		{4000, 0, 1},
		{16000, 2, 2},
		{16000, 3, 1},            // sharper than the surface by three errors
		{64000, math.Inf(1), 1},  // not tested
		{64000, math.Inf(-1), 3}, // blunter
		{1000, math.Inf(-1), 1},  // few games
	} {
		if got := constants.halvings(c.games, c.sharper); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%d games, sharper by %v: %v halvings, want %v", c.games, c.sharper, got, c.want)
		}
	}
}

// If only directions count, every doubling of SPSA's games above 20 for the square of the weights halves
// the distance once more, but at least twice in all.
func TestWideHalvings(t *testing.T) {
	constants := Defaults()
	for _, c := range []struct {
		games, weights int
		want           float64
	}{
		{320, 4, 2},
		{1280, 4, 2},
		{2560, 4, 3},
		{20480, 4, 6},
		{16000, 10, 3},
		{20000, 32, 2},
	} {
		if got := constants.wideHalvings(c.games, c.weights); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d games, %d weights: %v halvings, want %v", c.games, c.weights, got, c.want)
		}
	}
}

// With the gain that the function gain returns, SPSA halves its distance to the maximum. The gain is
// limited if the surface is flat.
func TestGain(t *testing.T) {
	for _, c := range []struct {
		games               int
		curvature, halvings float64
		want                float64
	}{
		{1000, 50, 1, math.Ln2 / (0.0049 * 50 * 1000)},
		{1000, 50, 2, math.Log(4) / (0.0049 * 50 * 1000)},
		{400, 0, 1, 2.2 / 20},
		{400, 0, 2, 4.4 / 20},
	} {
		if got := gain(c.games, 0.07, c.curvature, c.halvings); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d games, curvature %v, %v halvings: gain %v, want %v", c.games, c.curvature, c.halvings, got, c.want)
		}
	}
}

// If only the ratios of the weights count, SPSA follows the response surface with few weights. With
// many weights in relation to the games the surface goes on, and its result is much better than the
// start.
func TestDirectionsOfManyWeights(t *testing.T) {
	t.Parallel()
	const budget = 2000
	for weights, want := range map[int]name{4: spsaSearch, 12: surface} {
		d, err := bench.NewDuel(bench.Quad, weights, 5, bench.Variant{ScaleFree: true})
		if err != nil {
			t.Fatal(err)
		}
		p := d.Problem(budget)
		s := newStrategy(t, p)
		if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: budget}); err != nil {
			t.Fatal(err)
		}
		if _, spsa := games(s, spsaSearch); spsa != (want == spsaSearch) {
			t.Errorf("%d weights: the phases are %v", weights, stages(s))
		}
		if got, start := d.Regret(s.Best().Weights), d.Regret(p.Space.Default()); got > start/4 {
			t.Errorf("%d weights: a regret of %.1f Elo, that of the start is %.1f", weights, got, start)
		}
	}
}
