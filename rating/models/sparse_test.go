package models

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// meetingPlan returns who meets whom.
func meetingPlan(shape string, n int, rng *rand.Rand) (pairs [][2]int) {
	for i := range n - 1 {
		switch shape {
		case "chain", "ring":
			pairs = append(pairs, [2]int{i, i + 1})
		case "star":
			pairs = append(pairs, [2]int{0, i + 1})
		case "tree":
			pairs = append(pairs, [2]int{rng.IntN(i + 1), i + 1})
		}
	}
	switch shape {
	case "ring":
		pairs = append(pairs, [2]int{n - 1, 0})
	case "two groups":
		for i := range n - 2 {
			pairs = append(pairs, [2]int{i, i + 2})
		}
	}
	return pairs
}

// played returns the games of pairs of players, with copies of clusters and results in both seats.
// If lopsided is true, one player wins everything.
func played(pairs [][2]int, lopsided bool, rng *rand.Rand) *Tally {
	t := NewTally(0)
	for _, p := range pairs {
		for k := range 6 {
			var g Games
			switch result := (k + rng.IntN(2)) % 3; {
			case lopsided && p[1] == 3:
				g.First[lost], g.Second[won] = 1, 1
			case rng.IntN(2) == 0:
				g.First[result], g.Second[rng.IntN(3)] = 1, 1
			default:
				g.First[result] = 1
			}
			t.AddCopy(p[0], p[1], g, 1)
			if k == 0 {
				t.AddCopy(p[0], p[1], g, 2)
			}
		}
	}
	return t
}

// A fit with a sparse matrix gives the ratings and errors of a fit with a dense matrix, for
// different sets of meetings, every model and every option.
func TestSparseFitIsTheDenseFit(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 24
	near := func(t *testing.T, what string, a, b float64) {
		t.Helper()
		if !(math.Abs(a-b) <= 1e-6*(1+math.Abs(b))) && !(math.IsInf(a, 1) && math.IsInf(b, 1)) {
			t.Errorf("%s: %v, with a dense matrix %v", what, a, b)
		}
	}
	for _, shape := range []string{"chain", "ring", "star", "tree", "two groups"} {
		for name, o := range map[string]Options{
			"half draws": {}, "first seat": {FirstSeat: true}, "davidson": {Law: Davidson}, "rao-kupper and first seat": {Law: RaoKupper, FirstSeat: true},
			"prior": {Prior: 2}, "spread": {Spread: 2}, "anchors": {Anchors: map[int]float64{1: 50, 4: -30, 7: 0}},
		} {
			for _, lopsided := range []bool{false, true} {
				t.Run(shape+" "+name, func(t *testing.T) {
					tally := played(meetingPlan(shape, n, rng), lopsided, rng)
					dense, err := tally.fit(o, n)
					if err != nil {
						t.Fatal(err)
					}
					sparse, err := tally.fit(o, 0)
					if err != nil {
						t.Fatal(err)
					}
					near(t, "first seat", sparse.FirstSeat, dense.FirstSeat)
					near(t, "error of the first seat", sparse.FirstSeatError, dense.FirstSeatError)
					near(t, "draw", sparse.Draw, dense.Draw)
					near(t, "freedom", sparse.Freedom, dense.Freedom)
					for i := range n {
						a, b := sparse.Line(i, -1), dense.Line(i, -1)
						near(t, "rating", a.Elo, b.Elo)
						near(t, "error", a.Error, b.Error)
						near(t, "los", a.LOS, b.LOS)
						near(t, "against", sparse.Line(i, (i+5)%n).Error, dense.Line(i, (i+5)%n).Error)
					}
				})
			}
		}
	}
}

// If many players met at random, so that the matrix would be too large, Fit returns an error.
func TestTooManyMeetings(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	tally := NewTally(0)
	for range 20_000 {
		if i, j := rng.IntN(mostDense+1000), rng.IntN(mostDense+1000); i != j {
			tally.Add(i, j, Games{First: [3]int{rng.IntN(2), 1, rng.IntN(2)}})
		}
	}
	if _, err := tally.Fit(Options{}); err == nil || !strings.Contains(err.Error(), "met in so many combinations") {
		t.Error(err)
	}
}

// Small tallies with players who won or lost everything, all games drawn, or the same seats in all
// games have the same intervals with a sparse matrix as with a dense one.
func TestSparseFitsOfFewGames(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	same := func(a, b float64) bool {
		return math.Abs(a-b) <= 1e-4*(1+math.Abs(b)) || math.IsInf(a, 1) && math.IsInf(b, 1)
	}
	runs := 200
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		runs = 600
	}
	for run := range runs {
		n := 5 + rng.IntN(3)
		tally := NewTally(n)
		for range 1 + rng.IntN(60) {
			first, second, result := rng.IntN(n), rng.IntN(n), rng.IntN(3)
			if first == second {
				continue
			}
			switch stronger := first < n/2 && second >= n/2; {
			case run%4 == 1:
				result = drawn
			case run%4 == 2 && stronger:
				result = won
			case run%4 == 2 && second < n/2 && first >= n/2:
				result = lost
			}
			var games Games
			games.First[result]++
			if run%3 == 0 {
				games.Second[rng.IntN(3)]++
			}
			for nth := range 1 + rng.IntN(2) {
				tally.AddCopy(first, second, games, nth+1)
			}
		}
		o := Options{Law: Law(run % 3), FirstSeat: rng.IntN(2) == 0, Prior: []float64{0, 0, 1}[rng.IntN(3)], Spread: []float64{0, 0, 2}[rng.IntN(3)]}
		dense, err := tally.fit(o, n)
		if err != nil {
			t.Fatal(err)
		}
		sparse, err := tally.fit(o, 0)
		if err != nil {
			t.Fatal(err)
		}
		if !same(dense.FirstSeatError, sparse.FirstSeatError) {
			t.Errorf("run %d, %+v: error of the first seat %v, with a dense matrix %v", run, o, sparse.FirstSeatError, dense.FirstSeatError)
		}
		for i := range n {
			for j := range i {
				_, one, _ := dense.Against(i, j)
				_, other, _ := sparse.Against(i, j)
				if !same(one.Low, other.Low) || !same(one.High, other.High) {
					t.Errorf("run %d, %+v: %d against %d is %v, with a dense matrix %v", run, o, i, j, other, one)
				}
			}
		}
	}
}
