package ratinglist

import (
	"fmt"

	"github.com/lanista/lanista/rating/gamefile"
)

// model takes games in and rates groups of agents who met.
type model interface {
	// add enters a game.
	add(g gamefile.Game) error
	// finish says that there are no more.
	finish()
	// rate rates some agents, who are numbered in the order given.
	rate(members []int) (ratedTable, error)
}

// counting is a model that counts games that were played before once.
type counting interface {
	model
	// observed returns the counts of different observations.
	observed() *copies
}

// newModel returns the model of the options for a file that shows deals or not.
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

// ofTwo refuses a game that is not between two.
func ofTwo(g gamefile.Game, model string) error {
	if k := len(g.Players); k != 2 {
		return fmt.Errorf("%s rates games of two, not of %d (plackett-luce, trueskill and weng-lin do)", model, k)
	}
	return nil
}
