package rating

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

type sandwichVector struct {
	ID    string `json:"id"`
	Pairs []struct {
		A      int    `json:"a"`
		B      int    `json:"b"`
		Counts Counts `json:"counts"`
	} `json:"pairs"`
	Elo      []float64 `json:"elo"`
	Naive    []float64 `json:"naive"`
	Sandwich []float64 `json:"sandwich"`
	Diff     []float64 `json:"diff"` // naive and sandwich error of the difference of 0 and 1
}

// modelCovariance returns the inverse of the information. It is the covariance of the strengths if
// every game is an independent random result of the model.
func modelCovariance(info *mat.SymDense) Covariance {
	return sandwich(info, info)
}

// clusters enters the pairs.
func (v sandwichVector) clusters() *Clusters {
	c := NewClusters(len(v.Elo))
	for _, p := range v.Pairs {
		for halves, times := range p.Counts {
			for range times {
				addTo(c, []int{p.A, p.B}, pairPlaces(halves))
			}
		}
	}
	return c
}

func TestSandwich(t *testing.T) {
	for _, v := range load[sandwichVector](t, "sandwich.json") {
		t.Run(v.ID, func(t *testing.T) {
			c := v.clusters()
			d := c.Duels()
			fit, err := BradleyTerry(d, 0)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "Elo", fit.Elo(), v.Elo, 1e-4)
			bread := fisher(d, fit.Log, 0)
			naive := modelCovariance(bread)
			near(t, "naive errors", meanErrors(naive), v.Naive, 1e-4)
			meat := mat.NewSymDense(d.n, nil)
			c.pairs.meat(fit.Log, func(int) bool { return true }, meat)
			cov := sandwich(bread, meat)
			near(t, "errors", meanErrors(cov), v.Sandwich, 1e-4)
			near(t, "errors of the difference", []float64{naive.PairError(0, 1), cov.PairError(0, 1)}, v.Diff, 1e-4)
			if len(v.Pairs) == 1 {
				near(t, "delta method", []float64{cov.PairError(0, 1)}, []float64{v.Pairs[0].Counts.EloError()}, 1e-6)
			}
			e := c.Fit(FitOptions{})
			for i, elo := range v.Elo {
				near(t, "rating of the estimate", []float64{e.Line(i, Mean).Elo}, []float64{elo}, 1e-4)
			}
			finite(t, e)
		})
	}
}

// A virtual draw is a game against a player of strength 0.
func TestFisherCountsVirtualDraws(t *testing.T) {
	d := NewDuels(2)
	d.Win(0, 1, 3)
	d.Tie(0, 1, 2)
	log := []float64{0.4, -0.1}
	of := func(x float64) float64 { return Logistic(x) * (1 - Logistic(x)) }
	met := 5 * of(0.5)
	info := fisher(d, log, 1.5)
	near(t, "information", []float64{info.At(0, 0), info.At(0, 1), info.At(1, 1)},
		[]float64{met + 1.5*of(0.4), -met, met + 1.5*of(-0.1)}, 1e-12)
}

func TestSuperiority(t *testing.T) {
	cov := Covariance{sym: mat.NewSymDense(2, []float64{0.01, 0, 0, 0.01})}
	err := cov.PairError(0, 1)
	near(t, "error", []float64{err}, []float64{EloPerLogit * math.Sqrt(0.02)}, 1e-9)
	elo := []float64{Z() * err, 0}
	near(t, "superiority", []float64{cov.Superiority(elo, 0, 1), cov.Superiority(elo, 1, 0)}, []float64{0.975, 0.025}, 1e-9)
	for _, c := range []struct{ difference, err, freedom, want float64 }{
		{0, 0, 1, 0.5},
		{1, 0, 1, 1},
		{-1, 0, 1, 0},
		{math.Inf(1), 1, 1, 1},
		{math.NaN(), 1, 1, 0.5},
		{1, 1, 1, 0.75},
		{1, 1, math.Inf(1), 0.8413447},
	} {
		near(t, "superiority", []float64{superiority(c.difference, c.err, c.freedom)}, []float64{c.want}, 1e-6)
	}
}

// Two independent players are compared as by Superiority, the probabilities add up to one, and
// a seed determines the draws.
func TestProbabilityBest(t *testing.T) {
	cov := Covariance{sym: mat.NewSymDense(3, []float64{0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01})}
	elo := []float64{20, 0, -1000}
	best := cov.ProbabilityBest(elo, 10_000, seeded(1, 0))
	want := cov.Superiority(elo, 0, 1)
	near(t, "probability", best, []float64{want, 1 - want, 0}, 0.015)
	near(t, "sum", []float64{best[0] + best[1] + best[2]}, []float64{1}, 1e-12)
	near(t, "drawn again", cov.ProbabilityBest(elo, 10_000, seeded(1, 0)), best, 0)
	if got := (Covariance{}).ProbabilityBest(nil, 10, seeded(1, 0)); len(got) != 0 {
		t.Errorf("of nobody: %v", got)
	}
}
