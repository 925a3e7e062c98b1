package arms

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// An equally strong combination of choices seldom replaces the winner of the race, with any number of
// deals. The probability is added up over all results of two games a deal, each won or lost by lot, with
// some of the games drawn.
func TestEqualArmsSeldomReplaceTheWinner(t *testing.T) {
	t.Parallel()
	points := []float64{0, 0.25, 0.5, 0.75, 1}
	for _, draws := range []float64{0, 0.2, 0.5, 0.8} {
		win := (1 - draws) / 2
		chance := []float64{win * win, 2 * win * draws, 2*win*win + draws*draws, 2 * win * draws, win * win}
		for deals := 2; deals <= 7; deals++ {
			p := pairwise.Proposal{}
			for range deals {
				p.Pairs = append(p.Pairs, pairwise.Pair{A: 1})
			}
			replaced := 0.0
			for n := range int(math.Pow(5, float64(deals))) {
				scores, probability := make([]float64, deals), 1.0
				for k := range scores {
					scores[k] = points[n%5]
					probability *= chance[n%5]
					n /= 5
				}
				trial := &test{arms: make([]engines.Weights, 2), deals: deals}
				if err := trial.Learn(1, p, scores); err != nil {
					t.Fatal(err)
				}
				if trial.best == 1 {
					replaced += probability
				}
			}
			if replaced > 0.08 || deals >= leastDeals && replaced < 0.002 {
				t.Errorf("%d deals, %v of the games drawn: replaced with the probability %.3f", deals, draws, replaced)
			}
		}
	}
}

// In the test, every other arm plays the winner of the race from the same starts.
func TestEveryArmPlaysTheWinner(t *testing.T) {
	t.Parallel()
	trial := &test{arms: make([]engines.Weights, 3), deals: 2}
	var got [][2]int
	deals := map[uint64]int{}
	for _, p := range trial.Propose(1).Pairs {
		got = append(got, [2]int{p.A, p.B})
		deals[p.Deal]++
	}
	if want := [][2]int{{1, 0}, {2, 0}, {1, 0}, {2, 0}}; !slices.Equal(got, want) {
		t.Errorf("the pairs %v, want %v", got, want)
	}
	if deals[trial.setup.Deal(1, 0)] != 2 || deals[trial.setup.Deal(1, 1)] != 2 {
		t.Errorf("pairs by deal: %v", deals)
	}
}

// Arms with equal sums of scores keep their order in the race.
func TestTiesOfTheRaceAreExact(t *testing.T) {
	t.Parallel()
	const deals = 7
	rng := rand.New(rand.NewPCG(1, 2))
	ties := 0
	for range 3000 {
		r := newRace(pairwise.Setup{}, make([]engines.Weights, 4), []int{deals})
		p := r.propose()
		scores, quarters := make([]float64, len(p)), [4]int{}
		for k, pair := range p {
			q := rng.IntN(5)
			scores[k] = float64(q) / 4
			quarters[pair.A] += q
			quarters[pair.B] += 4 - q
		}
		if err := r.Learn(1, pairwise.Proposal{Pairs: p}, scores); err != nil {
			t.Fatal(err)
		}
		order := r.ranking()
		for k, arm := range order[1:] {
			before := order[k]
			if quarters[before] == quarters[arm] {
				ties++
			}
			if quarters[before] < quarters[arm] || quarters[before] == quarters[arm] && before > arm {
				t.Fatalf("order %v of the quarters of points %v", order, quarters)
			}
		}
	}
	if ties < 100 {
		t.Errorf("%d ties: the test shows little", ties)
	}
}

// propose returns the pairs of the next round of a race whose deals are those of no game.
func (r *race) propose() (pairs []pairwise.Pair) {
	for range r.rounds[0] {
		for i := range r.left {
			for j := i + 1; j < len(r.left); j++ {
				pairs = append(pairs, pairwise.Pair{A: i, B: j})
			}
		}
	}
	return pairs
}
