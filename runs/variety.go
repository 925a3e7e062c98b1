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

// refuseAlike returns a mistake if the deals of a run do not differ, unless the options force
// it: all its games between two agents would be one game, and one observation.
func refuseAlike(ctx context.Context, r *Resolved, m *mistakes, agent engines.Agent, o Options) error {
	if r.dealing.distinct && r.dealing.plan.Different.Openings > 1 { // they were counted
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	played, different := 0, 0
	for _, n := range []int{2, 8} { // two are enough for most games
		var err error
		played, different, err = deals.Variety(limited, r.Engine, deals.VarietyOptions{
			Deals: n, Seats: r.Seats, Agent: agent, Openings: r.openings(), Seed: r.Config.Seed,
		})
		if err != nil || played < 2 || different > 1 {
			return err
		}
	}
	if o.Force {
		o.warn("warning: %d deals gave one and the same game: all games are one observation, and there will be no intervals", played)
		return nil
	}
	if _, err := engines.NewArena(r.Engine, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 1}}); err != nil { // nothing to draw
		return m.fail("engine", errors.New(sameGames+"the game has no moves for an opening: use the seed in it, or a setting that varies its deals, or --force to play all the same"))
	}
	return m.fail("openings", errors.New(sameGames+
		"set random_plies here to auto or to a number, or a setting of the game that varies its deals, or --force to play all the same"))
}

const sameGames = "the game is the same on every deal, so that a thousand games are one observation; "
