package auto

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// The table of transitions leads from the beginning to every phase.
func TestTransitionsReachEveryPhase(t *testing.T) {
	reached := []name{begin}
	for i := 0; i < len(reached); i++ {
		for _, row := range transitions {
			if row.from == reached[i] && !slices.Contains(reached, row.to) {
				reached = append(reached, row.to)
			}
		}
	}
	for _, n := range []name{gpModel, gpPeak, probe, surface, spsaSearch, evolution, confirm} {
		if !slices.Contains(reached, n) {
			t.Errorf("no row leads to %s", n)
		}
	}
	for _, row := range transitions {
		if row.from == row.to || row.to == begin {
			t.Errorf("a row leads from %s to %s", row.from, row.to)
		}
	}
}

// A name without a case in enter is an error and not the phase confirm.
func TestNamesWithoutAPhase(t *testing.T) {
	for _, n := range []name{begin, "none", ""} {
		if p, err := new(method).enter(n, 1); p != nil || err == nil {
			t.Errorf("%q: %v, %v", n, p, err)
		}
	}
}

// A run enters the right phases for its strength function, in order, and plays its whole budget.
func TestPhasesByStrength(t *testing.T) {
	t.Parallel()
	ratios := two()
	ratios.Games, ratios.ScaleFree = 1000, true
	ratios.Space = engines.Space{{Name: "a", Min: 0.5, Max: 2, Default: 1}, {Name: "b", Min: 0.5, Max: 2, Default: 1}, {Name: "c", Min: 0.5, Max: 2, Default: 1}}
	steep := func(w engines.Weights) float64 { return 2 * (bowl(w[:2]) + bowl(w[2:])) }
	for what, c := range map[string]struct {
		problem  tuning.Problem
		strength func(engines.Weights) float64
		want     []name
	}{
		"two ratios": {ratios, func(w engines.Weights) float64 {
			return sawtooth(engines.Weights{w[0] / w[2] / 2, w[1] / w[2] / 2})
		}, []name{gpModel}},
		"four weights, a bowl":     {four(), steep, []name{probe, surface}},
		"four weights, a far hill": {four(), far, []name{probe, surface, evolution}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			if c.problem.ScaleFree {
				pairwisetest.Exhaustive(t)
			}
			s := newStrategy(t, c.problem)
			walk(t, s, -1, c.strength)
			checkPhases(t, s, c.want...)
		})
	}
}

// checkPhases checks which phases but for the last test a finished run has entered, and that it has
// played its whole budget.
func checkPhases(t *testing.T, s *Strategy, want ...name) {
	t.Helper()
	var got []name
	sum := 0
	for _, stage := range stages(s) {
		got = append(got, stage.name)
		sum += stage.games
	}
	got = slices.DeleteFunc(got, func(n name) bool { return n == confirm })
	if !slices.Equal(got, want) {
		t.Errorf("phases %v, want %v", got, want)
	}
	if sum != s.PlannedGames() || s.Best().Games != sum {
		t.Errorf("%d games in all phases, %d planned, the result has %d", sum, s.PlannedGames(), s.Best().Games)
	}
}

// If only the ratios of the weights matter, SPSA follows the response surface after the share
// RSMShare of the games, without a lack-of-fit test. With a share of 1 or below 0, or if a weight may
// be negative, the surface plays to the end.
func TestDirectionsNeedNoTest(t *testing.T) {
	signed := pairwisetest.Directions()
	positive := slices.Clone(signed)
	for i := range positive {
		positive[i].Min = 0
	}
	for what, c := range map[string]struct {
		space   engines.Space
		options Options
		after   int // games before SPSA; 0 for none
	}{
		"default": {positive, Options{Rounds: 10}, 120},
		"half":    {positive, Options{Rounds: 10, RSMShare: 0.5}, 200},
		"all":     {positive, Options{Rounds: 10, RSMShare: 1}, 0},
		"never":   {positive, Options{Rounds: 10, RSMShare: -1}, 0},
		"signed":  {signed, Options{Rounds: 10}, 0},
	} {
		p := tuning.Problem{Space: c.space, ScaleFree: true, Games: 400, Seed: 3}
		s, err := New(p, c.options)
		if err != nil {
			t.Fatal(err)
		}
		pairwisetest.Play(t, s, p, 8)
		_, entered := games(s, spsaSearch)
		if f := s.Candidates(); entered != (c.after > 0) || entered && f[1].Games != c.after {
			t.Errorf("%s: phases %v, want SPSA after %d games", what, stages(s), c.after)
		}
	}
}

// If the budget is small, the probe for the size of the region may take more games than the share of
// the response surface. The surface still follows it.
func TestSurfaceFollowsALongProbe(t *testing.T) {
	t.Parallel()
	p := four()
	p.Games = 1000
	s := newStrategy(t, p)
	// The start is better by far, whatever the distance, so that the probe has seven rounds.
	walk(t, s, -1, func(w engines.Weights) float64 {
		if slices.Equal(w, p.Space.Default()) {
			return 500
		}
		return 0
	})
	if n, _ := games(s, probe); n < 300 {
		t.Fatalf("the probe has played %d games, want more than the surface's share", n)
	}
	if next := stages(s)[1].name; next != surface {
		t.Errorf("the probe is followed by %s", next)
	}
}

// If strength is a quadratic, the response surface plays all games, and the report contains standard
// errors and importances.
func TestSurfacePlaysAQuadraticToTheEnd(t *testing.T) {
	t.Parallel()
	s, _ := played(t, bench.Quad, 6000, Options{})
	if last := stages(s)[len(stages(s))-1]; last.name != surface || len(s.Candidates()) != 1 || s.Progress().Games != 6000 {
		t.Errorf("phases %v", stages(s))
	}
	r := s.Report()
	if e := r.Error; len(e) != 3 || !(e[0] > 0 && e[0] < 1) {
		t.Errorf("standard errors %v", e)
	}
	if len(r.Importance) != 3 || r.Importance[0] <= 3*r.ImportanceError[0] {
		t.Errorf("report %+v", r)
	}
}

// The run begins with the Gaussian process only if strength can vary in two directions and the
// budget is at least 1,000 games.
func TestTwoDirectionsBeginWithTheGaussianProcess(t *testing.T) {
	t.Parallel()
	for weights, want := range map[int]name{3: gpModel, 4: probe} {
		p := tuning.Problem{ScaleFree: true, Games: 1000, Seed: 1}
		for i := range weights {
			p.Space = append(p.Space, engines.Weight{Name: string(rune('a' + i)), Min: 0.5, Max: 2, Default: 1})
		}
		if got := stages(newStrategy(t, p))[0].name; got != want {
			t.Errorf("%d weights: the run begins with %s, want %s", weights, got, want)
		}
	}
	few := two()
	few.Games = 900
	if got := stages(newStrategy(t, few))[0].name; got == gpModel {
		t.Error("the Gaussian process begins with 900 games")
	}
}
