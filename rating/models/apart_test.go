package models

import (
	"math"
	"testing"

	"github.com/lanista/lanista/rating"
)

// The intervals of two players who won all games against three others, and half of those against each
// other, are the same by all models that describe mean scores.
func TestPlayersApartTogether(t *testing.T) {
	const n = 20
	clusters, tally, orders := rating.NewClusters(5), NewTally(5), NewOrders(5, false)
	enter := func(winner, loser int) {
		if err := clusters.Add([]int{winner, loser}, []int{1, 2}); err != nil {
			t.Fatal(err)
		}
		tally.Add(winner, loser, Games{First: [3]int{won: 1}})
		if err := orders.Add([]int{winner, loser}, []int{1, 2}); err != nil {
			t.Fatal(err)
		}
	}
	for k := range n {
		for i := range 3 {
			for j := range i {
				enter([]int{i, j}[k%2], []int{j, i}[k%2])
			}
			enter(3, i)
			enter(4, i)
		}
		enter(3+k%2, 4-k%2)
	}
	want := clusters.Fit(rating.FitOptions{})
	fitted, err := tally.Fit(Options{})
	if err != nil {
		t.Fatal(err)
	}
	ordered, err := orders.Fit(rating.FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for player := 3; player < 5; player++ {
		w := want.Line(player, rating.Mean)
		for name, e := range map[string]*rating.Estimate{"tally": fitted.Estimate, "orders": ordered} {
			l := e.Line(player, rating.Mean)
			if !e.Apart(player) || math.Abs(l.Interval.Low-w.Interval.Low) > 1e-3 || math.Abs(l.Interval.High-w.Interval.High) > 1e-3 {
				t.Errorf("%s: player %d: %+v, want %+v", name, player, l, w)
			}
		}
	}
}

// TestMirroredResults reverses every result, which reverses the ratings and their intervals. With
// virtual draws of [Options].Spread alone, players 3 and 5, who have met no player of the core, had an
// interval of 3,500 Elo below their rating and of 300 above it, whether they had won or lost.
func TestMirroredResults(t *testing.T) {
	fit := func(mirrored bool) *Strengths {
		tally := NewTally(6)
		for _, g := range [][3]int{{5, 2, won}, {2, 0, lost}, {4, 0, lost}, {0, 4, won}, {4, 0, won}, {1, 3, won}, {4, 1, lost}, {1, 4, won}} {
			var games Games
			result := g[2]
			if mirrored {
				result = lost - result
			}
			games.First[result]++
			tally.Add(g[0], g[1], games)
		}
		s, err := tally.Fit(Options{Law: RaoKupper, Spread: 1})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s, mirrored := fit(false), fit(true)
	for player := range 6 {
		l, m := s.Line(player, rating.Mean), mirrored.Line(player, rating.Mean)
		near(t, "player "+string(rune('0'+player)), []float64{l.Elo, l.Interval.Low, l.Interval.High, l.LOS}, []float64{-m.Elo, -m.Interval.High, -m.Interval.Low, 1 - m.LOS}, 1e-6)
	}
}
