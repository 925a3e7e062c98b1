package results

import (
	"iter"
	"math"

	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// Crosstable contains the score of every agent of a tournament against every other agent.
type Crosstable struct {
	Agents []string
	// Scores contains the mean score of the row's agent against the column's agent, from 0 to 1. It
	// is NaN if the two have not played each other.
	Scores [][]float64
	Games  [][]int // number of games for each score
}

// newCrosstable computes the crosstable of a tournament from the results of its pairings. In
// games of more than two seats, every two seats of a game count as one result.
func newCrosstable(agents []string, pairings iter.Seq2[tournament.Result, error]) (Crosstable, error) {
	n := len(agents)
	t := Crosstable{Agents: agents, Scores: make([][]float64, n), Games: make([][]int, n)}
	for i := range n {
		t.Scores[i], t.Games[i] = make([]float64, n), make([]int, n)
	}
	for c, err := range pairings {
		if err != nil {
			return Crosstable{}, err
		}
		t.add(c)
	}
	for i := range n {
		for j := range n {
			if t.Games[i][j] == 0 {
				t.Scores[i][j] = math.NaN()
			} else {
				t.Scores[i][j] /= float64(t.Games[i][j])
			}
		}
	}
	return t, nil
}

func (t *Crosstable) add(c tournament.Result) {
	c = c.Met()
	for r, g := range c.Games {
		seats := g.Outcome.Seats()
		for a := range seats {
			for b := range seats {
				i, j := c.Pairing.Seat(r, a), c.Pairing.Seat(r, b)
				if i == j || i >= len(t.Agents) || j >= len(t.Agents) {
					continue
				}
				t.Games[i][j]++
				switch mine, theirs := g.Outcome.Place(a), g.Outcome.Place(b); {
				case mine < theirs:
					t.Scores[i][j]++
				case mine == theirs:
					t.Scores[i][j] += 0.5
				}
			}
		}
	}
}

// Circle returns a list of agents in which each is stronger than the next, and the last is stronger
// than the first. It returns nil if there is no such list, and if Scores or Games do not have a row
// and a column for every agent. played contains the numbers of games of the tournament; nil means
// that all games are different.
func (t *Crosstable) Circle(played *evidence.Played) *evidence.Circle {
	if len(t.Scores) != len(t.Agents) || len(t.Games) != len(t.Agents) {
		return nil
	}
	for i := range t.Agents {
		if len(t.Scores[i]) != len(t.Agents) || len(t.Games[i]) != len(t.Agents) {
			return nil
		}
	}
	if played == nil {
		played = &evidence.Played{}
	}
	return evidence.NewCircle(t.Agents, *played, func(i, j int) (float64, int) { return t.Scores[i][j], t.Games[i][j] })
}
