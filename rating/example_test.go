package rating_test

import (
	"fmt"

	"github.com/lanista/lanista/rating"
)

// Three players meet in pairs of games with swapped seats. Each pair is one observation.
func Example() {
	names := []string{"high", "middle", "low"}
	results := rating.NewClusters(len(names))
	won, lost := 1, 2
	enter := func(first, second int, places ...int) {
		if err := results.Add([]int{first, second}, places); err != nil {
			panic(err)
		}
	}
	for range 20 {
		enter(0, 1, won, lost, won, lost) // both games won by the first player
		enter(0, 1, won, lost, lost, won)
		enter(1, 2, won, lost, lost, won)
		enter(1, 2, won, lost, won, won) // a win and a draw: the first place shared
		enter(0, 2, won, lost, lost, won)
		enter(0, 2, won, lost, won, lost)
	}
	e := results.Fit(rating.FitOptions{})
	for i, name := range names {
		line := e.Line(i, rating.Mean)
		fmt.Printf("%-6s %+4.0f Elo, 95%% in [%+.0f, %+.0f]\n", name, line.Elo, line.Interval.Low, line.Interval.High)
	}
	lead, interval, los := e.Against(0, 1)
	fmt.Printf("high leads middle by %.0f Elo [%.0f, %.0f], with probability %.3f\n", lead, interval.Low, interval.High, los)
	// Output:
	// high   +128 Elo, 95% in [+93, +163]
	// middle  -32 Elo, 95% in [-56, -8]
	// low     -96 Elo, 95% in [-123, -69]
	// high leads middle by 160 Elo [107, 214], with probability 1.000
}

// A matrix of wins is rated with intervals: each game becomes a cluster of its own, because it is
// not known which games share a start.
func ExampleClusters() {
	names := []string{"a", "b", "c"}
	wins := [][]int{ // of the row's player against the column's
		{0, 12, 15},
		{8, 0, 11},
		{5, 9, 0},
	}
	games := rating.NewClusters(len(names))
	for i, row := range wins {
		for j, won := range row {
			for range won {
				if err := games.Add([]int{i, j}, []int{1, 2}); err != nil {
					fmt.Println(err)
					return
				}
			}
		}
	}
	e := games.Fit(rating.FitOptions{})
	for i, name := range names {
		line := e.Line(i, rating.Mean)
		fmt.Printf("%s %+3.0f %s\n", name, line.Elo, line.Interval.FormatElo())
	}
	// Output:
	// a +85 [+6, +165]
	// b -12 [-90, +66]
	// c -73 [-151, +5]
}

// Ratings without intervals follow from the numbers of wins and ties alone.
func ExampleBradleyTerry() {
	d := rating.NewDuels(3)
	d.Win(0, 1, 10)
	d.Win(1, 0, 6)
	d.Tie(0, 1, 4)
	d.Win(1, 2, 12)
	d.Win(2, 1, 8)
	fit, err := rating.BradleyTerry(d, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, elo := range fit.Elo() {
		fmt.Printf("%.1f\n", elo)
	}
	// Output:
	// 70.4
	// 0.0
	// -70.4
}

func ExampleCounts() {
	c := rating.Counts{34, 54, 63, 64, 75} // pairs with 0, 1/2, 1, 3/2 and 2 points
	fmt.Printf("%.2f ± %.2f Elo, LOS %.4f\n", rating.Elo(c.Mean()), c.Normal(rating.Z()).Elo().Half(), c.LOS())
	fmt.Printf("%.2f ± %.2f nElo\n", c.NormalizedElo(), c.NormalizedError(rating.Z()))
	// Output:
	// 55.58 ± 27.65 Elo, LOS 1.0000
	// 57.94 ± 28.28 nElo
}

// A test of pairs of games: Add takes the candidate's points in a pair, in half points.
func ExampleSequentialTest() {
	test, err := rating.NewSequentialTest(rating.SPRT{Elo0: 0, Elo1: 100}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := 0; test.Decision() == rating.Undecided; i++ {
		test.Add([]int{2, 3, 4, 2, 3}[i%5])
	}
	fmt.Printf("%v after %d pairs, LLR %.2f\n", test.Decision(), test.Counts().Clusters(), test.LLR())
	// Output:
	// H1 accepted after 17 pairs, LLR 3.10
}

// The resolution of a match, and the length of a sequential test.
func Example_planning() {
	pairs := rating.Counts{34, 54, 63, 64, 75} // 0, 1/2, 1, 3/2 and 2 points
	fmt.Printf("score %.3f, %.1f Elo, LOS %.4f\n", pairs.Mean(), rating.Elo(pairs.Mean()), pairs.LOS())
	fmt.Printf("%.0f games show 10 Elo, %.1f Elo stand out after 5,000\n", rating.GamesNeeded(10, 0.5, 0.95, 0.5), rating.EloResolved(5000, 0.5, 0.95, 0.5))
	fmt.Printf("a test of 0 against 5 normalised Elo takes %.0f games at worst\n", rating.SPRT{Elo1: 5}.WorstCaseGames())
	// Output:
	// score 0.579, 55.6 Elo, LOS 1.0000
	// 2319 games show 10 Elo, 6.8 Elo stand out after 5,000
	// a test of 0 against 5 normalised Elo takes 41861 games at worst
}
