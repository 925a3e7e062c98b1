package rating

import (
	"math"
	"os"
	"testing"
)

// missed returns the probabilities that the 95% interval of a match lies below and above the true
// score p, of n clusters with three possible results of the given probabilities. It adds the
// probabilities of all possible matches, and computes the interval by the function interval.
func missed(law [3]float64, n int, interval func(*Repeated) Interval) (below, above float64) {
	p := law[1]/2 + law[2]
	factorial := func(k int) float64 {
		v, _ := math.Lgamma(float64(k + 1))
		return v
	}
	for lost := range n + 1 {
		for drawn := range n - lost + 1 {
			counts := [3]int{lost, drawn, n - lost - drawn}
			log := factorial(n)
			for k, m := range counts {
				log -= factorial(m)
				if m > 0 {
					log += float64(m) * math.Log(law[k])
				}
			}
			chance := math.Exp(log)
			if chance < 1e-8 {
				continue
			}
			r := NewRepeated(3)
			for k, m := range counts {
				for range m {
					r.Add(k, 1)
				}
			}
			switch i := interval(r); {
			case i.High < p:
				below += chance
			case i.Low > p:
				above += chance
			}
		}
	}
	return below, above
}

// The intervals of matches that one player wins nearly always contain the true score, and do not lie
// above it much more often than the nominal 2.5%. Student's intervals of the mean score do.
func TestIntervalsOfOneSidedMatchesCover(t *testing.T) {
	t.Parallel()
	sizes := []int{50, 100}
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		sizes = []int{20, 50, 100, 400, 1000}
	}
	worst := 0.0
	for _, n := range sizes {
		for _, p := range []float64{0.85, 0.88, 0.9, 0.92, 0.95, 0.97, 0.98, 0.99} {
			for name, law := range map[string][3]float64{
				"independent games": {(1 - p) * (1 - p), 2 * p * (1 - p), p * p},
				"equal games":       {1 - p, 0, p},
			} {
				below, above := missed(law, n, func(r *Repeated) Interval { return r.Interval(Confidence) })
				_, before := missed(law, n, func(r *Repeated) Interval {
					return ScoreInterval(r.Mean(), r.StdErr(), float64(n), student(float64(n-1)).Quantile((1+Confidence)/2))
				})
				worst = max(worst, before)
				t.Logf("%s, %d pairs, score %.2f: %.1f%% hold, %.1f%% lie above, %.1f%% before", name, n, p, 100*(1-below-above), 100*above, 100*before)
				if above > 0.045 || below+above > 0.075 {
					t.Errorf("%s, %d pairs, score %.2f: %.3f lie below and %.3f above", name, n, p, below, above)
				}
			}
		}
	}
	if worst < 0.06 {
		t.Errorf("at most %.3f of Student's intervals lie above: these matches do not need another one", worst)
	}
}

// A few pairs that are nearly all won show a winner: the interval does not contain 1/2, which the
// log-odds of eleven pairs with one loss do.
func TestIntervalOfFewPairsShowsAWinner(t *testing.T) {
	t.Parallel()
	for _, pairs := range []int{11, 12, 13, 20} {
		for mirrored, won := range [][2]int{{0, 2}, {2, 0}} { // one result, and all others
			r := NewRepeated(3)
			for range pairs - 1 {
				r.Add(won[1], 1)
			}
			r.Add(won[0], 1)
			i := r.Interval(Confidence)
			if mirrored == 0 && !(i.Low > 0.5) || mirrored == 1 && !(i.High < 0.5) {
				t.Errorf("%d of %d pairs with the result %d: %v", pairs-1, pairs, won[1], i)
			}
		}
	}
}
