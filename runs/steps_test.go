package runs

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// Every strategy begins with the steps of the weights, or refuses them.
func TestStrategiesBeginWithSteps(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{
		Space: engines.Space{{Name: "x", Max: 100, Default: 40}, {Name: "y", Max: 100, Default: 40}, {Name: "z", Max: 100, Default: 40}},
		Steps: []float64{1, 4, 0}, Games: 4000, Seed: 5,
	}
	within := map[string][2]float64{ // of the root mean square distance from the start, in steps
		"spsa": {1, 2}, "rsm": {0.5, 5}, "auto": {0.5, 5}, // the others: one step
	}
	entries, err := BenchEntry(Catalog{}, "genetic-bred")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range append(BenchEntries(Catalog{}), entries...) {
		s, err := e.New(p)
		if e.Name == "gp" {
			if err == nil || !strings.Contains(err.Error(), "has no use for a step") {
				t.Errorf("gp: %v", err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		batch, err := s.Ask()
		if err != nil {
			t.Fatal(err)
		}
		var squares [3]float64
		for _, a := range batch.Field {
			for i, w := range a.Weights {
				squares[i] += (w - 40) * (w - 40) / float64(len(batch.Field))
			}
		}
		limits, ok := within[e.Name]
		if !ok {
			limits = [2]float64{0.6, 1.4}
		}
		for i, step := range p.Steps[:2] {
			if got := math.Sqrt(squares[i]) / step; got < limits[0] || got > limits[1] {
				t.Errorf("%s: points lie %.2f steps from the start along %s", e.Name, got, p.Space[i].Name)
			}
		}
		if far := math.Sqrt(squares[2]); far < 4 {
			t.Errorf("%s: points lie %.2f from the start along z, which has no step", e.Name, far)
		}
	}
}

// Steps hold a search near a good start within ranges that are far too wide, and do not keep it from
// an optimum that is many steps away.
func TestStepsInWideRanges(t *testing.T) {
	t.Parallel()
	entries, err := BenchEntry(Catalog{}, "rsm")
	if err != nil {
		t.Fatal(err)
	}
	for _, distance := range []float64{1, 12} { // of the optimum, in steps
		left := 0.0
		for seed := range uint64(4) {
			land := hill{[]float64{500 + 2*distance, 500 - 2*distance}}
			d := bench.NewCustom(bench.Custom{
				Landscape: land, Optimum: land.top, Weights: 2, Run: seed,
				Space: engines.Space{{Name: "x", Max: 1000, Default: 500}, {Name: "y", Max: 1000, Default: 500}},
			})
			e := entries[0]
			stepped := bench.Entry{Name: e.Name, New: func(p tuning.Problem) (tuning.Strategy, error) {
				p.Steps = []float64{2, 2}
				return e.New(p)
			}}
			r, err := d.Left(t.Context(), stepped, 4000, 1)
			if err != nil {
				t.Fatal(err)
			}
			left += r / 4
		}
		if left > 15 {
			t.Errorf("an optimum %v steps away: %.1f Elo are left", distance, left)
		}
	}
}

// hill is a round hill that loses 100 Elo at a distance of 10.
type hill struct{ top []float64 }

func (h hill) At(x []float64) float64 {
	sum := 0.0
	for i, v := range h.top {
		sum += (x[i] - v) * (x[i] - v)
	}
	return -sum
}
