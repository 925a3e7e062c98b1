package runs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/engines"
)

// varietyTime bounds how long the deals of a game are tried before a run. Games
// that take longer are played all the same: they are seldom without chance.
const varietyTime = 2 * time.Second

// varied refuses a run whose deals do not differ, unless it is forced: its games
// between two agents would be one game, and every interval from them too narrow.
func (s *setup) varied(ctx context.Context, agent engines.Agent, o Options) error {
	if err := s.dealt(o); err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	played, different := 0, 0
	for _, deals := range []int{2, 8} { // two are enough for most games
		var err error
		played, different, err = engines.Variety(limited, s.engine, engines.VarietyOptions{
			Deals: deals, Seats: s.seats, Agent: agent, Openings: s.openings(), Seed: s.config.Seed,
		})
		if err != nil || played < 2 || different > 1 {
			return err
		}
	}
	if o.Force {
		o.warn("warning: %d deals gave one and the same game; ratings and intervals rest on far fewer games than they say", played)
		return nil
	}
	if _, err := engines.NewArena(s.engine, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 1}}); err != nil { // nothing to draw
		return s.refused("engine", errors.New(sameGames+"the game has no moves for an opening: use the seed in it, or a setting that varies its deals, or --force to play all the same"))
	}
	return s.refused("openings", errors.New(sameGames+
		"set random_plies here to 4 or so, or a setting of the game that varies its deals, or --force to play all the same"))
}

// leastDeals is the number of different deals below which a game that counts them is
// refused: players without chance would play the same games again.
const leastDeals = 50

// dealt refuses a game of a few deals, unless it is forced. Of games that do not count
// their deals it is found by playing that all are one.
func (s *setup) dealt(o Options) error {
	d, ok := s.engine.(engines.Dealer)
	if !ok || s.openings().RandomPlies > 0 {
		return nil
	}
	n := d.Deals()
	if n < 1 || n >= leastDeals {
		return nil
	}
	pairs := "all pairs"
	if games := s.config.Budget.Games; games > 0 {
		pairs = fmt.Sprintf("%d pairs", games/2)
	}
	openings := fmt.Sprintf("%d different openings", n)
	if n == 1 {
		openings = "1 different opening"
	}
	text := fmt.Sprintf("%s for %s: players without chance would play the same games again", openings, pairs)
	if o.Force {
		o.warn("warning: %s", text)
		return nil
	}
	return s.refused("engine.settings.openings", fmt.Errorf("%s; give at least %d, set random_plies, or --force to play all the same", text, leastDeals))
}

const sameGames = "the game is the same on every deal, so that a thousand games say no more than one and every interval is too narrow; "
