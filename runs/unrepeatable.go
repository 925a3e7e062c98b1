package runs

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// refuseUnrepeatable plays a few games of an agent against itself twice before a run with
// programs. It adds a mistake if the agent loses all of them by failing, or if the programs
// declare that they are deterministic and a game is another the second time. With
// Options.Force it is a warning.
func refuseUnrepeatable(ctx context.Context, r *Resolved, m *mistakes, agent engines.Agent, o Options) error {
	if r.Programs == nil {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	found, err := findUnrepeatable(limited, r, agent)
	switch {
	case limited.Err() != nil && ctx.Err() == nil: // the games are too long
		return nil
	case err != nil || found == nil:
		return err
	case o.Force:
		o.warn("warning: %s", found)
		return nil
	}
	return m.fail("engine", fmt.Errorf("%w; use the verb check to see all mistakes, or --force to play all the same", found))
}

// findUnrepeatable returns what is wrong with the games of an agent, nil for nothing.
func findUnrepeatable(ctx context.Context, r *Resolved, agent engines.Agent) (found, err error) {
	const games = 4
	arena, err := engines.NewArena(r.Engine, engines.ArenaOptions{Openings: r.openings(), Moves: true})
	if err != nil {
		return nil, err
	}
	if f, ok := arena.(engines.PerGoroutine); ok {
		arena = f.Fork()
		defer func() { err = errors.Join(err, engines.Close(arena)) }()
	}
	seats := make([]engines.Agent, r.Seats)
	for i := range seats {
		seats[i] = agent
	}
	var texts [games]string
	var lost *engines.Forfeit
	forfeits := 0
	for i := range 2 * games {
		game := i % games
		seed := engines.Seed(r.Config.Seed, engines.Purpose("repeats"), uint64(game))
		played, err := arena.Play(ctx, seats, seed)
		if err != nil {
			return nil, err
		}
		text := fmt.Sprint(played.Moves(), played.Plies, played.Outcome)
		switch {
		case played.Forfeit != nil:
			forfeits, lost = forfeits+1, played.Forfeit
		case i < games:
			texts[game] = text
		case texts[game] != "" && texts[game] != text && irreproducible(r) == nil:
			return fmt.Errorf("the same game was played twice and was another the second time (seed %d), although the hello of the program declares \"deterministic\": true", seed), nil
		}
	}
	if forfeits == 2*games {
		return fmt.Errorf("the agent %s lost %d of %d games by failing; the last (%s): %s", agent.Name, forfeits, 2*games, lost.Kind, lost.Reason), nil
	}
	return nil, nil
}
