package rating

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Circle is a shortest list of agents each of whom is shown to be stronger than the next,
// and the last than the first: results that no order explains. It is nil where there is
// none. scores[i][j] is what i scored against j, in [0, 1], in games[i][j] games.
//
// A score counts as shown where it lies above one half with 95%, for all pairs of agents
// at once (Bonferroni), by an error of at most 1/(2 sqrt(games)): so among many equal
// agents luck makes a circle in less than one case of twenty.
//
// Circle returns an error if scores and games are not square and of one size.
func Circle(scores [][]float64, games [][]int) ([]int, error) {
	const level = 0.05
	n := len(scores)
	if err := errors.Join(checkSquare("scores", scores, n), checkSquare("games", games, n)); err != nil {
		return nil, err
	}
	z := distuv.UnitNormal.Quantile(1 - level/float64(max(n*(n-1), 1)))
	beats := func(i, j int) bool {
		return i != j && games[i][j] > 0 && (scores[i][j]-0.5)*2*math.Sqrt(float64(games[i][j])) > z
	}
	var shortest []int
	for i := range n {
		if c := circleFrom(i, n, beats); c != nil && (shortest == nil || len(c) < len(shortest)) {
			shortest = c
		}
	}
	return shortest, nil
}

// circleFrom is a shortest way from an agent back to itself, by breadth first.
func circleFrom(from, n int, beats func(i, j int) bool) []int {
	before := make([]int, n) // one more than who was there before; 0 where nobody was
	queue := []int{from}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for j := range n {
			if !beats(i, j) {
				continue
			}
			if j == from {
				way := []int{i}
				for i != from {
					i = before[i] - 1
					way = append(way, i)
				}
				slices.Reverse(way)
				return way
			}
			if before[j] == 0 {
				before[j] = i + 1
				queue = append(queue, j)
			}
		}
	}
	return nil
}
