package runs

import (
	"context"
	"errors"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
)

// unplayed is the config of a stored run with programs, for those who look at it
// and play nothing.
func (c Catalog) unplayed(doc *configs.Document) (*setup, error) {
	config, err := doc.Config()
	if err != nil {
		return nil, mistake(err)
	}
	name := config.Engine.Name
	spec := engines.Spec{Name: name, Title: name, MinSeats: 1, MaxSeats: engines.MaxSeats}
	return &setup{catalog: c, doc: doc, config: config, engine: unplayable{spec}, seats: config.Engine.Seats}, nil
}

// unplayable is a game of which the description alone is there.
type unplayable struct{ spec engines.Spec }

var errUnplayable = errors.New("the programs of a stored run are not started")

// Spec describes the game.
func (u unplayable) Spec() engines.Spec { return u.spec }

// With returns the same game.
func (u unplayable) With(engines.Settings) (engines.Engine, error) { return u, nil }

// NewGame refuses.
func (unplayable) NewGame(int, uint64) (engines.Game, error) { return nil, errUnplayable }

// ParseGame refuses.
func (unplayable) ParseGame(string, uint64) (engines.Game, error) { return nil, errUnplayable }

// NewPlayer refuses.
func (unplayable) NewPlayer(context.Context, engines.Agent) (engines.Player, error) {
	return nil, errUnplayable
}
