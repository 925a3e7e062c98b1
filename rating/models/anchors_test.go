package models

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Several anchors keep their differences. The points of every other player, and those of all
// anchors together against the others, are those that the ratings predict: these are the equations
// of the maximum of the likelihood. The anchors have the smallest, a middle and the largest number,
// so that pairs of every order occur.
func TestAnchorsMeetTheEquationsOfTheMaximum(t *testing.T) {
	t.Parallel()
	const players = 6
	anchors := map[int]float64{0: 130, 2: -70, 5: 15}
	truth := []float64{130, 40, -70, -120, 90, 15}
	tally, r := NewTally(players), engines.Rand(5)
	var games, points [players][players]float64
	for range 20 {
		for i := range players {
			for j := range players {
				if i == j {
					continue
				}
				var g Games
				result := 0 // won by i
				if r.Float64() > rating.Score(truth[i]-truth[j]) {
					result = 2
				}
				g.First[result]++
				tally.Add(i, j, g)
				games[i][j]++
				games[j][i]++
				points[i][j] += 1 - float64(result)/2
				points[j][i] += float64(result) / 2
			}
		}
	}
	s, err := tally.Fit(Options{Anchors: anchors})
	if err != nil {
		t.Fatal(err)
	}
	pool := 0.0 // the points of all anchors minus their points by the ratings
	for i := range players {
		_, anchored := anchors[i]
		surprise := 0.0
		for j := range players {
			if _, both := anchors[j]; anchored && both {
				if difference, interval, _ := s.Against(i, j); math.Abs(difference-(anchors[i]-anchors[j])) > 1e-9 || interval.Half() > 1e-6 {
					t.Errorf("anchors %d and %d are %v %v apart", i, j, difference, interval)
				}
				continue
			}
			surprise += points[i][j] - games[i][j]*rating.Logistic(s.Log[i]-s.Log[j])
		}
		switch {
		case anchored:
			pool += surprise
		case math.Abs(surprise) > 1e-6:
			t.Errorf("player %d has %v points more than its rating predicts", i, surprise)
		}
	}
	if math.Abs(pool) > 1e-6 {
		t.Errorf("the anchors have %v points more than their ratings predict", pool)
	}
}

// A player who won everything against anchors has the interval of the score test, which is Wilson's
// if the anchors are equal. That no player of the core has an unknown rating does not make the
// interval wider, and where the scale begins does not matter.
func TestPlayerApartBesideAnchors(t *testing.T) {
	t.Parallel()
	interval := func(first, second float64, pairs int) (elo float64, limits rating.Interval) {
		tally := NewTally(3)
		tally.Add(0, 1, Games{First: [3]int{3, 0, 2}, Second: [3]int{2, 0, 3}})
		for range pairs {
			for anchor := range 2 {
				tally.Add(2, anchor, Games{First: [3]int{1, 0, 0}, Second: [3]int{0, 0, 1}})
			}
		}
		s, err := tally.Fit(Options{Anchors: map[int]float64{0: first, 1: second}, FirstSeat: true})
		if err != nil {
			t.Fatal(err)
		}
		if difference, exact, _ := s.Against(0, 1); math.Abs(difference-(first-second)) > 1e-9 || exact.Half() != 0 {
			t.Errorf("the anchors are %v %v apart", difference, exact)
		}
		if !math.IsInf(s.FirstSeatError, 1) {
			t.Errorf("the first seat is worth %v ± %v, although no game shows it", s.FirstSeat, s.FirstSeatError)
		}
		elo, limits, _ = s.Against(2, 0)
		return elo, limits
	}
	for _, pairs := range []int{4, 30} {
		_, got := interval(0, 0, pairs)
		want := rating.Elo(rating.Wilson(float64(2*pairs), float64(2*pairs), rating.Z()).Low)
		if math.Abs(got.Low-want) > 20 { // the virtual draws of the prior
			t.Errorf("%d pairs against each anchor: at least %.1f Elo, want about %.1f", pairs, got.Low, want)
		}
	}
	elo, limits := interval(0, -60, 6)
	if same, other := interval(2000, 1940, 6); math.Abs(elo-same) > 1e-6 || math.Abs(limits.Low-other.Low) > 1e-6 || math.Abs(limits.High-other.High) > 1e-6 {
		t.Errorf("%v %v, on a scale that begins elsewhere %v %v", elo, limits, same, other)
	}
}
