package ratinglist

import (
	"fmt"

	"github.com/lanista/lanista/rating/gamefile"
)

// model is a rating model. It receives the games of a file one by one and then rates groups of
// agents who met.
type model interface {
	// add passes the next game of the file to the model.
	add(g gamefile.Game) error
	// finish enters the games that were held back until their cluster or rating period was
	// complete. It must be called once after the last game.
	finish()
	// rate returns the ratings of the given agents, in the given order.
	rate(members []int) (ratedTable, error)
	// observed returns the count of different observations, which decides whether intervals are
	// possible. Games with the moves of an earlier game count once.
	observed() *copies
}

// newModel returns the rating model that the options select. deals states whether it is known which
// games of the file began from the same start.
func newModel(o Options, deals bool) model {
	switch o.Model {
	case PlackettLuce:
		return newRanked(o)
	case TrueSkill, WengLin:
		return newSkills(o)
	case Glicko2:
		return newGlicko2(o)
	}
	return newTwoSeats(o, deals)
}

// These limits keep the memory and time of the model plackett-luce low; larger files are refused.
// mostAgents limits the agents, because the model has matrices of all agents. mostPlaces limits the
// players in a game, because the model sums over all players for each place.
const (
	mostAgents = 4000 // 665 MB and 6 seconds, measured
	mostPlaces = 120  // 2.4 seconds for one game, measured
)

// checkSize returns an error if a game has too many players or agents for the model.
func checkSize(g gamefile.Game, model string) error {
	if k := len(g.Players); k > mostPlaces {
		return fmt.Errorf("a game of %d players; %s takes at most %d (trueskill and weng-lin any number)", k, model, mostPlaces)
	}
	for _, player := range g.Players {
		if player >= mostAgents {
			return fmt.Errorf("agent number %d of the file; %s takes at most %d, because its memory grows with the square of their number (glicko2, trueskill and weng-lin take any number; --include chooses agents)", player+1, model, mostAgents)
		}
	}
	return nil
}

func ofTwo(g gamefile.Game, model string) error {
	if k := len(g.Players); k != 2 {
		return fmt.Errorf("%s rates games of two seats, not of %d; plackett-luce, trueskill and weng-lin rate any number", model, k)
	}
	return nil
}
