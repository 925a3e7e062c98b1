package crew

import (
	"context"
	"errors"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/workers"
)

// Player is how this program plays what it is sent: its games, and programs that may play here.
func Player(games engines.Registry, guests runs.Guests) workers.Player {
	b := runs.BuildInfo()
	return workers.Player{
		Build: workers.ThisBuild(b.Version, b.Revision, b.Modified), Rules: workers.Rules(games),
		Open: func(ctx context.Context, h workers.Header) (engines.Arena, func() error, error) {
			return arena(ctx, h, games, guests)
		},
		Programs: guests.Names(),
	}
}

// arena opens what is played by a message: a game of this program, with those programs
// at its table that were allowed here.
func arena(ctx context.Context, h workers.Header, games engines.Registry, guests runs.Guests) (engines.Arena, func() error, error) {
	var game engines.Engine
	var end func() error
	var err error
	if len(h.Game.Programs) > 0 {
		game, end, err = guests.Table(ctx, games, h.Game)
	} else {
		game, err = games.Find(h.Game.Name)
	}
	if err != nil {
		return nil, nil, err
	}
	made, err := workers.Arena(game, h)
	if err != nil && end != nil {
		err = errors.Join(err, end())
	}
	return made, end, err
}
