package ratinglist

import (
	"fmt"

	"github.com/lanista/lanista/rating/gamefile"
)

// model receives games and rates groups of agents who met.
type model interface {
	// add enters a game.
	add(g gamefile.Game) error
	// finish is called after the last game.
	finish()
	// rate rates the given agents; the result numbers them in this order.
	rate(members []int) (ratedTable, error)
}

// counting is a model that counts repeated games once.
type counting interface {
	model
	// observed returns the numbers of different observations.
	observed() *copies
}

// newModel returns the model that the options name. deals states that the file contains deals.
func newModel(o Options, deals bool) counting {
	switch o.Model {
	case PlackettLuce:
		return newRanked(o)
	case TrueSkill, WengLin:
		return &once{model: newSkills(o), copies: newCopies(o)}
	case Glicko2:
		return &once{model: newPeriods(o), copies: newCopies(o)}
	}
	return newTwoSeats(o, deals)
}

// ofTwo returns an error for a game that does not have two players.
func ofTwo(g gamefile.Game, model string) error {
	if k := len(g.Players); k != 2 {
		return fmt.Errorf("%s rates games of two seats, not of %d; plackett-luce, trueskill and weng-lin rate any number", model, k)
	}
	return nil
}
