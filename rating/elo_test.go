package rating

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestSingleGames(t *testing.T) {
	for _, row := range vectors(t, "trinomial.txt") {
		t.Run(row[0], func(t *testing.T) {
			v := counts(t, row[1:4]...)
			c := Trinomial(v[0], v[1], v[2])
			printed(t, "mean", c.Mean(), row[4])
			printed(t, "variance", c.Variance(), row[5])
			printed(t, "Elo", Elo(c.Mean()), row[6])
			printed(t, "error", c.Normal(Z()).Elo().Half(), row[7])
			printed(t, "lower end", c.Normal(Z()).Elo().Low, row[8])
			printed(t, "upper end", c.Normal(Z()).Elo().High, row[9])
			printed(t, "normalized Elo", c.NormalizedElo(), row[10])
			printed(t, "its error", c.NormalizedError(Z()), row[11])
			printed(t, "LOS", c.LOS(), row[12])
			printed(t, "exact LOS", LOSExact(float64(v[0]), float64(v[1])), row[13])
		})
	}
}

func TestPairsOfGames(t *testing.T) {
	for _, row := range vectors(t, "pentanomial.txt") {
		t.Run(row[0], func(t *testing.T) {
			c := counts(t, row[1:6]...)
			printed(t, "pairs", float64(c.Clusters()), row[6])
			printed(t, "mean", c.Mean(), row[7])
			printed(t, "variance", c.Variance(), row[8])
			printed(t, "Elo", Elo(c.Mean()), row[9])
			printed(t, "error", c.Normal(Z()).Elo().Half(), row[10])
			printed(t, "Student's upper arm", c.Student(0.95).Elo().High-Elo(c.Mean()), row[11])
			printed(t, "LOS", c.LOS(), row[12])
			printed(t, "normalized Elo", c.NormalizedElo(), row[13])
			printed(t, "its error", c.NormalizedError(Z()), row[14])
			printed(t, "its error by the delta method", c.NormalizedErrorDelta(Z()), row[15])
			printed(t, "pairs ratio", c.PairsRatio(), row[16])
			if c.Games() != 2*c.Clusters() {
				t.Errorf("%d games in %d pairs", c.Games(), c.Clusters())
			}
		})
	}
}

func TestEloIsTheInverseOfScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elo := rapid.Float64Range(-2000, 2000).Draw(t, "elo")
		if got := Elo(Score(elo)); math.Abs(got-elo) > 1e-6 {
			t.Fatalf("Elo(Score(%v)) = %v", elo, got)
		}
	})
	if !math.IsInf(Elo(0), -1) || !math.IsInf(Elo(1), 1) {
		t.Error("scores of 0 and 1 are infinite")
	}
}

// For any counts, even none or all equal, no value is NaN, and the reported interval has a
// width and contains the mean.
func TestCountsAtTheEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SampledFrom([]int{3, 5, 7}).Draw(t, "kinds")
		c := Counts(rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 0, 1, 2, 50}), kinds, kinds).Draw(t, "counts"))
		for name, v := range map[string]float64{
			"mean": c.Mean(), "error": c.StdErr(), "LOS": c.LOS(), "nElo": c.NormalizedElo(), "PairsRatio": c.PairsRatio(),
			"nElo error": c.NormalizedError(Z()), "delta": c.NormalizedErrorDelta(Z()), "EloError": c.EloError(),
			"LLR": LLR(c, NormalizedModel, 0, 5), "logistic LLR": LLR(c, LogisticModel, 0, 5),
		} {
			if math.IsNaN(v) {
				t.Errorf("%v: %s is NaN", c, name)
			}
		}
		i := c.Interval(Z())
		if !i.Contains(c.Mean()) || i.Half() <= 0 || i.Low < 0 || i.High > 1 {
			t.Errorf("%v: interval %v around %v", c, i, c.Mean())
		}
	})
}

func ExampleCounts() {
	c := Counts{34, 54, 63, 64, 75} // pairs with 0, 1/2, 1, 3/2 and 2 points
	fmt.Printf("%.2f ± %.2f Elo, LOS %.4f\n", Elo(c.Mean()), c.Normal(Z()).Elo().Half(), c.LOS())
	fmt.Printf("%.2f ± %.2f nElo\n", c.NormalizedElo(), c.NormalizedError(Z()))
	// Output:
	// 55.58 ± 27.65 Elo, LOS 1.0000
	// 57.94 ± 28.28 nElo
}
