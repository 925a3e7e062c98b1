package runs_test

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// hill is a strength function for tests, in Elo.
type hill func(x []float64) float64

func (h hill) At(x []float64) float64 { return h(x) }

// newStrategy returns the named strategy with its defaults for a problem.
func newStrategy(t *testing.T, name string, p tuning.Problem) (tuning.Strategy, error) {
	t.Helper()
	none, err := configs.Parse([]byte("{}"), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range (runs.Catalog{}).AllStrategies() {
		if s.Name == name {
			options, err := s.Options(none, p)
			if err != nil {
				t.Fatal(err)
			}
			return s.New(p, options)
		}
	}
	t.Fatalf("there is no strategy %s", name)
	return nil, nil
}

// checked passes the games of a strategy on and checks the weights of every agent.
type checked struct {
	tuning.Strategy
	t     *testing.T
	check func([]float64) error
}

func (c checked) Ask() (tuning.Batch, error) {
	b, err := c.Strategy.Ask()
	for _, a := range b.Field {
		if wrong := c.check(a.Weights); wrong != nil {
			c.t.Errorf("round %d: %v", b.Round, wrong)
		}
	}
	return b, err
}

// The strength is highest outside of the constraints, so the best allowed weights lie on their
// edge. They were found by trying a fine grid of vectors, and all strategies must come near them.
func TestStrategiesFindTheBestWeightsThatConstraintsAllow(t *testing.T) {
	if testing.Short() {
		t.Skip("checks results alone, and takes long under the race detector")
	}
	t.Parallel()
	const near = 30 // Elo below the best allowed weights
	space := engines.Space{
		{Name: "x", Min: 0, Max: 10, Default: 1},
		{Name: "y", Min: 0, Max: 10, Default: 5},
		{Name: "k", Min: 0, Max: 10, Default: 1, Kind: engines.Integer},
	}
	most := 7.0
	limits, err := constraints.New(space, []constraints.Rule{{Order: []string{"x", "y"}}, {Sum: []string{"y", "k"}, Max: &most}})
	if err != nil {
		t.Fatal(err)
	}
	strength := hill(func(v []float64) float64 {
		return -6*(v[0]-8)*(v[0]-8) - 24*(v[1]-2)*(v[1]-2) - 10*(v[2]-5)*(v[2]-5)
	})
	best := math.Inf(-1)
	for x := 0.0; x <= 10; x += 0.05 {
		for y := x; y <= 10; y += 0.05 {
			for k := 0.0; k <= 10 && y+k <= most; k++ {
				best = max(best, strength([]float64{x, y, k}))
			}
		}
	}
	for _, s := range (runs.Catalog{}).AllStrategies() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			seeds, games := 1, 6000
			if exhaustive {
				seeds = 3
			} else if s.Name == "gp" {
				inLongForm(t, "its rounds take longest")
			}
			var missing []float64
			for seed := range uint64(seeds) {
				duel := bench.NewCustom(bench.Custom{Landscape: strength, Best: best, Optimum: []float64{3, 3, 4}, Weights: 3, Space: space, Run: seed})
				p := duel.Problem(games)
				p.Constraints = limits
				strategy, err := newStrategy(t, s.Name, p)
				if err != nil {
					t.Fatal(err)
				}
				watched := checked{strategy, t, limits.Check}
				if err := bench.Play(t.Context(), watched, &bench.Oracle{Arena: duel, Budget: int64(games)}); err != nil {
					t.Fatal(err)
				}
				result := strategy.Best().Weights
				if err := limits.Check(result); err != nil {
					t.Errorf("seed %d: result %v: %v", seed, result, err)
				}
				missing = append(missing, best-strength(result))
			}
			t.Logf("%.1f Elo below the best allowed weights", missing)
			slices.Sort(missing)
			if missing[len(missing)/2] > near {
				t.Errorf("%.1f Elo are missing", missing)
			}
		})
	}
}

func TestAStartThatViolatesAConstraintIsRefused(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "x", Max: 10, Default: 5}, {Name: "y", Max: 10, Default: 3}}
	limits, err := constraints.New(space, []constraints.Rule{{Order: []string{"x", "y"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range (runs.Catalog{}).AllStrategies() {
		_, err := newStrategy(t, s.Name, tuning.Problem{Space: space, Constraints: limits, Games: 1000})
		if err == nil {
			t.Errorf("%s starts at weights that violate a constraint", s.Name)
		}
	}
}
