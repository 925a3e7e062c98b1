package runs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
)

// refuseUnrepeatable adds a mistake to m if external programs declare that they are deterministic,
// but do not repeat their moves. It plays some games of an agent against itself twice. Games that a
// program loses by failing do not count. With Options.Force it warns instead.
func refuseUnrepeatable(ctx context.Context, r *Resolved, m *mistakes, agent engines.Agent, o Options) error {
	if r.Programs == nil || irreproducible(r) != nil {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, varietyTime)
	defer cancel()
	found, err := findUnrepeatable(limited, r, agent)
	switch {
	case limited.Err() != nil && ctx.Err() == nil: // the games are too long
		return nil
	case err != nil || found == "":
		return adviseCheck(r, o, err)
	}
	programs := r.Programs.Started()
	text := fmt.Sprintf("%s, although the hello of the program %s declares \"deterministic\": true", found, programs[0])
	if len(programs) > 1 {
		text = fmt.Sprintf("%s, although the programs %s declare \"deterministic\": true", found, strings.Join(programs, " and "))
	}
	if o.Force {
		o.warn("warning: %s", text)
		return nil
	}
	return m.fail("engine", fmt.Errorf("%s; use the verb check to see all mistakes, or --force to play all the same", text))
}

// findUnrepeatable plays some games of an agent against itself twice. If a game differs the second
// time, it returns a text with the difference and the seed that the programs received.
func findUnrepeatable(ctx context.Context, r *Resolved, agent engines.Agent) (found string, err error) {
	const games = 4
	arena, err := engines.NewArena(r.Engine, engines.ArenaOptions{Openings: r.openings(), Moves: true})
	if err != nil {
		return "", err
	}
	if f, ok := arena.(engines.PerGoroutine); ok {
		arena = f.Fork()
		defer func() { err = errors.Join(err, engines.Close(arena)) }()
	}
	seats := make([]engines.Agent, r.Seats)
	for i := range seats {
		seats[i] = agent
	}
	var first [games]*engines.Record
	for i := range 2 * games {
		game := i % games
		seed := engines.Seed(r.Config.Seed, engines.Purpose("repeats"), uint64(game))
		played, err := arena.Play(ctx, seats, seed)
		if err != nil {
			return "", err
		}
		switch {
		case played.Forfeit != nil:
		case i < games:
			first[game] = new(played.Clone())
		case first[game] != nil:
			if where := external.Difference(*first[game], played); where != "" {
				return fmt.Sprintf("the same game was played twice and was another the second time %s (seed %d)", where, external.GameSeed(seed)), nil
			}
		}
	}
	return "", nil
}
