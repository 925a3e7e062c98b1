package models_test

import (
	"fmt"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/models"
)

// Two players play pairs of games with swapped seats. The fit separates the strength of a player
// from the advantage of the first seat.
func ExampleTally_Fit() {
	t := models.NewTally(2)
	for range 20 {
		t.Add(0, 1, models.Games{First: [3]int{1, 0, 0}, Second: [3]int{0, 0, 1}}) // both won by player 0
		t.Add(0, 1, models.Games{First: [3]int{1, 0, 0}, Second: [3]int{1, 0, 0}}) // both won by the first seat
		t.Add(0, 1, models.Games{First: [3]int{0, 1, 0}, Second: [3]int{0, 0, 1}}) // a draw, and one won by player 0
		t.Add(0, 1, models.Games{First: [3]int{0, 1, 0}, Second: [3]int{1, 0, 0}}) // a draw, and one lost by player 0
	}
	s, err := t.Fit(models.Options{Law: models.RaoKupper, FirstSeat: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := s.Line(0, rating.Mean)
	fmt.Printf("%+.1f in [%+.1f, %+.1f], first seat %+.0f, drawElo %.1f\n", l.Elo, l.Interval.Low, l.Interval.High, s.FirstSeat, s.DrawElo())
	// Output:
	// +40.9 in [+11.5, +70.2], first seat +82, drawElo 100.2
}
