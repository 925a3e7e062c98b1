package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating"
)

func TestCircle(t *testing.T) {
	t.Parallel()
	names := []string{"rock", "paper", "scissors", "well"}
	const games = 300
	against := [4][4]float64{{0.5, 0.3, 0.7, 0.9}, {0.7, 0.5, 0.3, 0.9}, {0.3, 0.7, 0.5, 0.9}, {0.1, 0.1, 0.1, 0.5}}
	all := func(i, j int) (float64, int) { return against[i][j], games }
	c := NewCircle(names, Played{}, all)
	if c == nil || len(c.Agents) != 3 || len(c.Nash) != 3 {
		t.Fatalf("the circle is %+v", c)
	}
	for _, share := range c.Nash {
		if share.Agent == "well" || math.Abs(share.Share-1.0/3) > 0.01 {
			t.Errorf("share %+v", share)
		}
	}
	const want = "Results go round in a circle, which no rating can show: rock beats scissors, scissors beats paper, paper beats rock. " +
		"No agent beats the mixture of rock 33%, paper 33%, scissors 33% (Nash averaging)."
	if got := c.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if c := NewCircle(names, Played{}, func(i, j int) (float64, int) { return 0.5 + 0.1*float64(j-i), games }); c != nil {
		t.Errorf("an order is a circle: %v", c)
	}
	c = NewCircle(names, Played{}, func(i, j int) (float64, int) { // no games of the well
		if i == 3 || j == 3 {
			return math.NaN(), 0
		}
		return all(i, j)
	})
	if c == nil || c.Nash != nil || strings.Contains(c.String(), "Nash") {
		t.Errorf("where some have not met: %+v", c)
	}
}

// Eight equal agents that always choose the same moves play 64 openings again and again. Chance
// produces a circle in at most one of twenty such tournaments; with every copy as evidence it is more
// than one of five.
func TestCircleOfCopies(t *testing.T) {
	t.Parallel()
	const agents, openings, games = 8, 64, 1000
	rng := rand.New(rand.NewPCG(5, 1))
	names := slices.Repeat([]string{"agent"}, agents)
	share := func(played Played, tournaments int) float64 {
		circles := 0.0
		for range tournaments {
			var scores [agents][agents]float64
			for i := range agents {
				for j := range i {
					won := 0
					for range 2 * openings {
						won += rng.IntN(2)
					}
					scores[i][j] = float64(won) / (2 * openings)
					scores[j][i] = 1 - scores[i][j]
				}
			}
			if NewCircle(names, played, func(i, j int) (float64, int) { return scores[i][j], games }) != nil {
				circles++
			}
		}
		return circles / float64(tournaments)
	}
	pairs := agents * (agents - 1) / 2
	copies := Played{Games: games * pairs, Variety: rating.Variety{Distinct: 2 * openings * pairs, DistinctPairings: openings * pairs}}
	if got := share(copies, 200); got > 0.05 {
		t.Errorf("circles in %.2f of the tournaments", got)
	}
	if got := share(Played{}, 12); got < 0.05 {
		t.Errorf("circles in %.2f of the tournaments with every copy as evidence", got)
	}
}
