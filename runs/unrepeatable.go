package runs

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// refuseUnrepeatable adds a mistake to m if external programs declare that they are deterministic
// but a game played again has other moves. It plays some games of an agent against itself twice.
// With Options.Force it only warns. Games that a program loses by failing do not count.
func refuseUnrepeatable(ctx context.Context, r *Resolved, m *mistakes, agent engines.Agent, o Options) error {
	if r.Programs == nil || irreproducible(r) != nil {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	seed, found, err := findUnrepeatable(limited, r, agent)
	switch {
	case limited.Err() != nil && ctx.Err() == nil: // the games are too long
		return nil
	case err != nil || !found:
		return err
	}
	const text = "the same game was played twice and was another the second time (seed %d), although the hello of the program declares \"deterministic\": true"
	if o.Force {
		o.warn("warning: "+text, seed)
		return nil
	}
	return m.fail("engine", fmt.Errorf(text+"; use the verb check to see all mistakes, or --force to play all the same", seed))
}

// findUnrepeatable plays some games of an agent against itself twice. If a game differs the second
// time, found is true and seed is the seed of the game.
func findUnrepeatable(ctx context.Context, r *Resolved, agent engines.Agent) (seed uint64, found bool, err error) {
	const games = 4
	arena, err := engines.NewArena(r.Engine, engines.ArenaOptions{Openings: r.openings(), Moves: true})
	if err != nil {
		return 0, false, err
	}
	if f, ok := arena.(engines.PerGoroutine); ok {
		arena = f.Fork()
		defer func() { err = errors.Join(err, engines.Close(arena)) }()
	}
	seats := make([]engines.Agent, r.Seats)
	for i := range seats {
		seats[i] = agent
	}
	var first [games]string
	for i := range 2 * games {
		game := i % games
		seed := engines.Seed(r.Config.Seed, engines.Purpose("repeats"), uint64(game))
		played, err := arena.Play(ctx, seats, seed)
		if err != nil {
			return 0, false, err
		}
		text := fmt.Sprint(played.Moves(), played.Plies, played.Outcome)
		switch {
		case played.Forfeit != nil:
		case i < games:
			first[game] = text
		case first[game] != "" && first[game] != text:
			return seed, true, nil
		}
	}
	return 0, false, nil
}
