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
