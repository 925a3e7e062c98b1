package evidence

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/rating"
)

// Circle is a list of agents of a tournament in which each is stronger than the next, and the last
// is stronger than the first. No single rating per agent can explain such results.
type Circle struct {
	// Agents are the names of the agents, each one stronger than the next, and the last one
	// stronger than the first.
	Agents []string `json:"agents"`
	// Nash contains the agents of a mixed strategy that no agent beats on average, with their
	// probabilities; see [rating.Nash]. Probabilities below half a percent are left out. It is nil
	// if some agents have not played each other.
	Nash []Share `json:"nash,omitempty"`
}

// Share is an agent in a mixed strategy, with its probability.
type Share struct {
	Agent string  `json:"agent"`
	Share float64 `json:"share" doc:"probability in the mixed strategy, from 0 to 1"`
}

// NewCircle searches the results of a tournament for a circle of agents: each is stronger than the
// next, and the last is stronger than the first. It returns nil if there is none. score must return
// the mean score of agent i against agent j, and how often they met. If games repeat the moves of
// others, NewCircle reduces the numbers of meetings in the ratio of different games to all games,
// which played contains.
func NewCircle(agents []string, played Played, score func(i, j int) (score float64, met int)) *Circle {
	n := len(agents)
	scores, games, elo := make([][]float64, n), make([][]int, n), make([][]float64, n)
	all := true
	for i := range n {
		scores[i], games[i], elo[i] = make([]float64, n), make([]int, n), make([]float64, n)
		for j := range n {
			if i == j {
				continue
			}
			s, met := score(i, j)
			if met == 0 {
				all = false
				continue
			}
			scores[i][j], games[i][j] = s, int(float64(met)*min(1, played.share())) // the estimated number of different games
			elo[i][j] = rating.Elo((s*float64(met) + 0.5) / float64(met+1))         // finite also where all were won
		}
	}
	places, err := rating.Circle(scores, games)
	if err != nil || places == nil { // the matrices are square: there is no error
		return nil
	}
	c := new(Circle)
	for _, i := range places {
		c.Agents = append(c.Agents, agents[i])
	}
	if !all {
		return c
	}
	const least = 0.005
	shares, err := rating.Nash(elo)
	if err != nil {
		return c // elo is square and has no NaN: there is no error
	}
	for i, share := range shares {
		if share >= least {
			c.Nash = append(c.Nash, Share{agents[i], share})
		}
	}
	return c
}

// String returns sentences that name the agents of the circle, and the mixture of agents that no
// agent beats (see [Circle].Nash) if it is known.
func (c *Circle) String() string {
	var beats, shares []string
	for k, name := range c.Agents {
		beats = append(beats, fmt.Sprintf("%s beats %s", name, c.Agents[(k+1)%len(c.Agents)]))
	}
	s := "Results go round in a circle, which no rating can show: " + strings.Join(beats, ", ") + "."
	for _, of := range c.Nash {
		shares = append(shares, fmt.Sprintf("%s %.0f%%", of.Agent, 100*of.Share))
	}
	if len(shares) > 0 {
		s += " No agent beats the mixture of " + strings.Join(shares, ", ") + " (Nash averaging)."
	}
	return s
}
