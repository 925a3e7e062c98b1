package rating

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Circle returns a shortest list of agents in which each agent is stronger than the next, and the
// last agent is stronger than the first. No order of ratings explains such results. Circle
// returns nil if there is no such list. scores[i][j] is the mean score of agent i against agent
// j, in [0, 1], over games[i][j] games.
//
// An agent counts as stronger if its score is above 1/2 with 95% confidence for all pairs of agents
// together (Bonferroni). The test uses the standard error 1/(2 sqrt(games)), the largest possible
// one for independent games; copies of a game must not be counted. So chance produces a circle
// among equal agents in fewer than one case of twenty.
//
// Circle returns an error if scores and games are not square matrices of the same size.
func Circle(scores [][]float64, games [][]int) ([]int, error) {
	const level = 0.05
	n := len(scores)
	if err := errors.Join(checkSquare("scores", scores, n), checkSquare("games", games, n)); err != nil {
		return nil, err
	}
	z := distuv.UnitNormal.Quantile(1 - level/float64(max(n*(n-1), 1)))
	beats := func(i, j int) bool {
		return i != j && (scores[i][j]-0.5)*2*math.Sqrt(float64(games[i][j])) > z
	}
	var shortest []int
	for i := range n {
		if c := circleFrom(i, n, beats); c != nil && (shortest == nil || len(c) < len(shortest)) {
			shortest = c
		}
	}
	return shortest, nil
}

// circleFrom returns a shortest path from an agent back to itself on which each agent beats the
// next. It searches breadth first, and returns nil if there is no such path.
func circleFrom(from, n int, beats func(i, j int) bool) []int {
	before := make([]int, n) // predecessor on the path plus 1; 0 if the agent is not reached
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
