package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// played returns matrices of scores and of numbers of games, in which every two players have played
// the same number of games.
func played(n, games int, expected func(i, j int) float64) (scores [][]float64, counts [][]int) {
	for i := range n {
		row, c := make([]float64, n), make([]int, n)
		for j := range n {
			if i != j {
				row[j], c[j] = expected(i, j), games
			}
		}
		scores, counts = append(scores, row), append(counts, c)
	}
	return scores, counts
}

func TestCircle(t *testing.T) {
	t.Parallel()
	order := func(i, j int) float64 { return Score(float64(40 * (j - i))) }
	around := func(i, j int) float64 { // 1 beats 2, 2 beats 3, 3 beats 1; all of them 4 and 0 all
		if i == 0 || j == 4 {
			return 0.8
		}
		if j == 0 || i == 4 {
			return 0.2
		}
		return []float64{0.5, 0.7, 0.3}[(j-i+3)%3]
	}
	for _, c := range []struct {
		name     string
		n, games int
		expected func(i, j int) float64
		want     []int
	}{
		{"nobody", 0, 1, order, nil},
		{"an order", 6, 1000, order, nil},
		{"three in a circle", 5, 200, around, []int{1, 2, 3}},
		{"too few games to show it", 5, 20, around, nil},
	} {
		if got, err := Circle(played(c.n, c.games, c.expected)); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	scores, games := played(4, 400, func(i, j int) float64 { // of four, 0 and 2, 1 and 3 have not met
		return []float64{0.5, 0.7, 0.5, 0.3}[(j-i+4)%4]
	})
	for i := range 4 {
		games[i][(i+2)%4] = 0
	}
	if got, err := Circle(scores, games); err != nil || !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("four in a circle: %v", got)
	}
}

// A score counts for a circle if its probability among equal agents, times the number of ordered
// pairs of agents, is below 5%. The agent's own entry does not count.
func TestCircleAtItsLevel(t *testing.T) {
	t.Parallel()
	const games = 10_000
	for _, n := range []int{3, 5} {
		for z := 1.5; z < 4; z += 0.005 {
			tail := math.Erfc(z/math.Sqrt2) / 2
			scores, counts := played(n, games, func(i, j int) float64 {
				if i > 2 || j > 2 {
					return 0.5
				}
				return []float64{0, 0.5 + z/(2*math.Sqrt(games)), 0.5 - z/(2*math.Sqrt(games))}[(j-i+3)%3]
			})
			scores[0][0], counts[0][0] = 1, games
			got, err := Circle(scores, counts)
			if want := tail*float64(n*(n-1)) < 0.05; err != nil || (len(got) == 3) != want || (got == nil) == want {
				t.Fatalf("%d agents, %.3f standard errors: %v, %v, want a circle: %v", n, z, got, err, want)
			}
		}
	}
}

// Among agents of equal strength a circle is rarely found.
func TestCircleOfLuck(t *testing.T) {
	t.Parallel()
	const tries, n, games = 200, 12, 100
	rng, circles := rand.New(rand.NewPCG(1, 2)), 0
	for range tries {
		scores, counts := played(n, games, func(int, int) float64 { return 0.5 })
		for i := range n {
			for j := range i {
				won := 0
				for range games {
					won += rng.IntN(2)
				}
				scores[i][j], scores[j][i] = float64(won)/games, 1-float64(won)/games
			}
		}
		if c, err := Circle(scores, counts); c != nil || err != nil {
			circles++
		}
	}
	if circles > tries/20 {
		t.Errorf("%d circles in %d tournaments of equals", circles, tries)
	}
}
