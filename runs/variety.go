package runs

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
)

// varietyTime bounds how long the deals of a game are tried before a run. Games
// that take longer are played all the same: they are seldom without chance.
const varietyTime = 2 * time.Second

// varied refuses a run whose deals do not differ, unless it is forced: all its games
// between two agents would be one game, and one observation.
func (s *setup) varied(ctx context.Context, agent engines.Agent, o Options) error {
	if s.dealing.distinct && s.dealing.plan.Different.Openings > 1 { // they were counted
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	played, different := 0, 0
	for _, n := range []int{2, 8} { // two are enough for most games
		var err error
		played, different, err = deals.Variety(limited, s.engine, deals.VarietyOptions{
			Deals: n, Seats: s.seats, Agent: agent, Openings: s.openings(), Seed: s.config.Seed,
		})
		if err != nil || played < 2 || different > 1 {
			return err
		}
	}
	if o.Force {
		o.warn("warning: %d deals gave one and the same game: all games are one observation, and there will be no intervals", played)
		return nil
	}
	if _, err := engines.NewArena(s.engine, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 1}}); err != nil { // nothing to draw
		return s.refused("engine", errors.New(sameGames+"the game has no moves for an opening: use the seed in it, or a setting that varies its deals, or --force to play all the same"))
	}
	return s.refused("openings", errors.New(sameGames+
		"set random_plies here to auto or to a number, or a setting of the game that varies its deals, or --force to play all the same"))
}

const sameGames = "the game is the same on every deal, so that a thousand games are one observation; "
