package models

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/lanista/lanista/rating"
)

// world simulates games of two seats with the probabilities of a model.
type world struct {
	law        Law
	elo        []float64 // with mean 0
	seat, draw float64   // the worth of the first seat in Elo, and the logarithm of θ or ν
}

// result returns a random result for the first seat.
func (w world) result(rng *rand.Rand, first, second int) int {
	terms := w.law.terms((w.elo[first]-w.elo[second]+w.seat)/rating.EloPerLogit, w.draw)
	at := rng.Float64()
	for r, term := range terms {
		if w.law == HalfDraws && r == drawn {
			continue
		}
		if at -= math.Exp(term.value); at < 0 {
			return r
		}
	}
	return lost
}

// The 95% intervals of ratings, differences and the first seat's advantage contain the true
// values in 95% of many tournaments drawn from a model, for pairs and for single games.
func TestIntervalsCover(t *testing.T) {
	t.Parallel()
	elo := []float64{90, 30, -40, -80}
	runs := 300
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		runs = 600
	}
	for name, w := range map[string]world{
		"half draws": {HalfDraws, elo, 60, 0},
		"Rao-Kupper": {RaoKupper, elo, 60, math.Log(1.8)},
		"Davidson":   {Davidson, elo, 60, math.Log(0.9)},
	} {
		var inside, of [3]float64 // ratings, differences, seats
		for run := range runs {
			rng := rand.New(rand.NewPCG(21, uint64(run)))
			tally := NewTally(len(elo))
			for range 20 {
				for i := range elo {
					for j := range i {
						var g Games
						g.First[w.result(rng, i, j)]++
						if run%2 == 0 {
							g.Second[w.result(rng, j, i)]++
						}
						tally.Add(i, j, g)
					}
				}
			}
			s := fitted(t, tally, Options{Law: w.law, FirstSeat: true})
			count := func(what int, held bool) {
				of[what]++
				if held {
					inside[what]++
				}
			}
			for i := range elo {
				count(0, s.Line(i, rating.Mean).Interval.Contains(elo[i]))
				for j := range i {
					_, interval, _ := s.Against(i, j)
					count(1, interval.Contains(elo[i]-elo[j]))
				}
			}
			count(2, math.Abs(s.FirstSeat-w.seat) < rating.Z()*s.FirstSeatError)
		}
		for what, share := range inside {
			share /= of[what]
			tolerance := [3]float64{0.02, 0.02, 0.025}[what]
			t.Logf("%s: %d: %.3f", name, what, share)
			if math.Abs(share-0.95) > tolerance {
				t.Errorf("%s: intervals of kind %d cover %.3f", name, what, share)
			}
		}
	}
}

// The intervals of a match with an advantage of the first seat contain the true values although one
// of the players may have won every game in the first seat, so that the games bound neither the
// advantage nor its strength.
func TestSeatIntervalsCover(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]world{
		"half draws": {HalfDraws, []float64{50, -50}, 300, 0},
		"Rao-Kupper": {RaoKupper, []float64{50, -50}, 300, math.Log(1.8)},
		"Davidson":   {Davidson, []float64{50, -50}, 60, math.Log(6)},
	} {
		for _, pairs := range []int{10, 20} {
			var seat, difference float64
			const runs = 600
			for run := range runs {
				rng := rand.New(rand.NewPCG(22, uint64(run)))
				tally := NewTally(2)
				for range pairs {
					for _, first := range []int{0, 1} {
						var g Games
						g.First[w.result(rng, first, 1-first)]++
						tally.Add(first, 1-first, g)
					}
				}
				s := fitted(t, tally, Options{Law: w.law, FirstSeat: true})
				if s.FirstSeatInterval(rating.Confidence).Contains(w.seat) {
					seat += 1.0 / runs
				}
				if _, interval, _ := s.Against(0, 1); interval.Contains(w.elo[0] - w.elo[1]) {
					difference += 1.0 / runs
				}
			}
			t.Logf("%s, %d pairs: first seat %.3f, difference %.3f", name, pairs, seat, difference)
			if seat < 0.92 || difference < 0.92 {
				t.Errorf("%s: the intervals of %d pairs cover %.3f of the first seat and %.3f of the differences", name, pairs, seat, difference)
			}
		}
	}
}
