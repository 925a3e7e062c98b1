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
	if one := fisher(NewDuels(1), []float64{0}, 2); one.SymmetricDim() != 1 || one.At(0, 0) != 0.5 {
		t.Errorf("of one player: %v", mat.Formatted(one))
	}
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
		{-1, 0, inf, 0},
		{inf, inf, 1, 1},
		{-inf, inf, inf, 0},
		{1, 1, 1, 0.75},
		{2, 4, 1, 0.5 + math.Atan(0.5)/math.Pi},
		{-6, 3, inf, 0.0227501},
		{1, 1, math.Inf(1), 0.8413447},
	} {
		near(t, "superiority", []float64{superiority(c.difference, c.err, c.freedom)}, []float64{c.want}, 1e-6)
	}
}

// relative returns the covariance of strengths relative to their mean. The covariance of the strengths
// themselves is root·rootᵀ; each row of root belongs to a player.
func relative(root [][]float64) [][]float64 {
	n := len(root)
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
		for j := range out {
			for k := range root[0] {
				meanK := 0.0
				for _, row := range root {
					meanK += row[k] / float64(n)
				}
				out[i][j] += (root[i][k] - meanK) * (root[j][k] - meanK)
			}
		}
	}
	return out
}

// equalCovariance reports an error unless all elements of a covariance are as given, read in random
// order.
func equalCovariance(t *testing.T, what string, c Covariance, want [][]float64) {
	t.Helper()
	if c.Players() != len(want) {
		t.Fatalf("%s: %d players, want %d", what, c.Players(), len(want))
	}
	dense := c.dense()
	rng := seeded(17, 0)
	for range 40 {
		for _, k := range rng.Perm(len(want) * len(want)) {
			i, j := k/len(want), k%len(want)
			near(t, what, []float64{c.At(i, j), dense.At(i, j)}, []float64{want[i][j], want[i][j]}, 1e-12)
		}
	}
}

// The covariance of independent strengths, one that is given by a root, and those of some of the
// players are covariances relative to the mean of these players.
func TestCovarianceRelativeToTheMean(t *testing.T) {
	variances := []float64{0.04, 0.01, 0.09, 0.25, 0.16, 0.36, 0.49}
	n := len(variances)
	diagonal, root := make([][]float64, n), make([][]float64, n)
	rng := seeded(18, 0)
	for i := range n {
		diagonal[i], root[i] = make([]float64, n), make([]float64, 3)
		diagonal[i][i] = math.Sqrt(variances[i])
		for k := range root[i] {
			root[i][k] = rng.NormFloat64()
		}
	}
	independent := NewIndependentCovariance(variances)
	rooted := NewRootCovariance(n, func(weights []float64) []float64 {
		sum := make([]float64, 3)
		for i, w := range weights {
			for k, v := range root[i] {
				sum[k] += w * v
			}
		}
		return sum
	})
	stored := NewCovariance(rooted.dense())
	equalCovariance(t, "independent", independent, relative(diagonal))
	equalCovariance(t, "by a root", rooted, relative(root))
	equalCovariance(t, "stored", stored, relative(root))
	for _, players := range [][]int{{2}, {4, 1}, {6, 0, 3}, {1, 1, 5, 2}, {0, 1, 2, 3, 4, 5, 6}} {
		var someDiagonal, someRoot [][]float64
		for _, p := range players {
			someDiagonal, someRoot = append(someDiagonal, diagonal[p]), append(someRoot, root[p])
		}
		equalCovariance(t, "some independent", independent.Among(players), relative(someDiagonal))
		equalCovariance(t, "some by a root", rooted.Among(players), relative(someRoot))
		equalCovariance(t, "some stored", stored.Among(players), relative(someRoot))
	}
	elo := []float64{30, 20, 10, 0, -10, -20, -30}
	near(t, "drawn from a root", rooted.ProbabilityBest(elo, nil, 1000, seeded(1, 0)), stored.ProbabilityBest(elo, nil, 1000, seeded(1, 0)), 0)
}

// The vectors of the four players that were used last are not computed again.
func TestRootCovarianceKeepsVectors(t *testing.T) {
	calls := 0
	c := NewRootCovariance(6, func(weights []float64) []float64 {
		calls++
		return append([]float64(nil), weights...)
	})
	for _, step := range []struct{ player, calls int }{
		{0, 2}, {0, 2}, {1, 3}, {2, 4}, {3, 5}, {0, 5}, {4, 6}, {0, 6}, {2, 6}, {3, 6}, {4, 6}, {1, 7}, {0, 8},
	} {
		if c.At(step.player, step.player); calls != step.calls {
			t.Fatalf("player %d: %d vectors, want %d", step.player, calls, step.calls)
		}
	}
	if c.At(0, 1); calls != 8 {
		t.Errorf("two stored players: %d vectors, want 8", calls)
	}
}

// Two independent players are compared as by Superiority, the probabilities add up to one, and
// a seed determines the draws.
func TestProbabilityBest(t *testing.T) {
	cov := Covariance{sym: mat.NewSymDense(3, []float64{0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01})}
	elo := []float64{20, 0, -1000}
	best := cov.ProbabilityBest(elo, nil, 10_000, seeded(1, 0))
	want := cov.Superiority(elo, 0, 1)
	near(t, "probability", best, []float64{want, 1 - want, 0}, 0.015)
	// Student's distribution with 3 degrees of freedom: P(T < x) = 1/2 + (x/√3/(1+x²/3) + atan(x/√3))/π
	student := func(x float64) float64 {
		x /= math.Sqrt(3)
		return 0.5 + (x/(1+x*x)+math.Atan(x))/math.Pi
	}
	want = student(20 / (EloPerLogit * math.Sqrt(0.02)))
	near(t, "of Student's distribution", cov.ProbabilityBest(elo, []float64{3, 3, 3}, 40_000, seeded(1, 0))[:2], []float64{want, 1 - want}, 0.01)
	far := []float64{8 * EloPerLogit * math.Sqrt(0.02), 0, -1e6}
	near(t, "eight standard errors behind", cov.ProbabilityBest(far, []float64{3, 3, 3}, 40_000, seeded(1, 0))[1:2], []float64{1 - student(8)}, 0.0007)
	certain := Covariance{sym: mat.NewSymDense(2, []float64{1e-12, 0, 0, 0.01})}
	near(t, "one with Student's distribution", certain.ProbabilityBest([]float64{2 * EloPerLogit * 0.1, 0}, []float64{inf, 3}, 20_000, seeded(1, 0))[1:], []float64{1 - student(2)}, 0.006)
	near(t, "sum", []float64{best[0] + best[1] + best[2]}, []float64{1}, 1e-12)
	for i := range elo {
		elo[i] += 5000
	}
	near(t, "all ratings are higher", cov.ProbabilityBest(elo, nil, 10_000, seeded(1, 0)), best, 0)
	if one := cov.ProbabilityBest(elo, nil, 1, seeded(1, 0)); one[0]+one[1] != 1 {
		t.Errorf("one draw: %v", one)
	}
	near(t, "no draw", cov.ProbabilityBest(elo, nil, 0, seeded(1, 0)), []float64{0, 0, 0}, 0)
	exact := NewCovariance(mat.NewSymDense(2, nil))
	near(t, "equal ratings without an error", exact.ProbabilityBest([]float64{7, 7}, nil, 10, seeded(1, 0)), []float64{1, 0}, 0)
	near(t, "drawn again", cov.ProbabilityBest(elo, nil, 10_000, seeded(1, 0)), best, 0)
	if got := (Covariance{}).ProbabilityBest(nil, nil, 10, seeded(1, 0)); len(got) != 0 {
		t.Errorf("of nobody: %v", got)
	}
}
