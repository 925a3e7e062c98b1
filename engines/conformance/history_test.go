package conformance

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

// remembering is the game take with a history and an ending.
type remembering struct{ *take }

func (e remembering) NewGame(seats int, seed uint64) (engines.Game, error) {
	g, err := e.take.NewGame(seats, seed)
	if err != nil {
		return nil, err
	}
	return rememberingGame{g.(*takeGame)}, nil
}

func (e remembering) ParseGame(text string, seed uint64) (engines.Game, error) {
	g, err := e.take.ParseGame(text, seed)
	if err != nil {
		return nil, err
	}
	return rememberingGame{g.(*takeGame)}, nil
}

type rememberingGame struct{ *takeGame }

func (g rememberingGame) Clone() engines.Game    { return rememberingGame{g.takeGame.Clone().(*takeGame)} }
func (g rememberingGame) Start() string          { return "7 6 5 0" }
func (g rememberingGame) Played() []engines.Move { return slices.Clone(g.played) }
func (g rememberingGame) Ending() engines.Ending {
	if !g.Over() {
		panic("the game is not over")
	}
	return engines.ByRules
}

// The method Ending is called for finished games only, as its contract states.
func TestEndingsOfFinishedGames(t *testing.T) {
	t.Parallel()
	for _, test := range Tests() {
		if test.Name == "history" {
			if _, err := test.Run(t.Context(), remembering{newTake("")}, 2); err != nil {
				t.Error(err)
			}
		}
	}
}
