package deals

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// VarietyOptions contains the options of [Variety].
type VarietyOptions struct {
	// Deals is the number of games to play, each from a different seed. The default value is 8.
	Deals int
	// Seats is the number of seats. The default value is the default number of the game's Spec.
	Seats int
	// Agent plays at all seats. By default it is the engine's built-in player.
	Agent engines.Agent
	// Openings configures random moves at the beginning of the games.
	Openings engines.Openings
	// Seed is the number from which the seeds of the games are derived.
	Seed uint64
}

// Variety measures how many different games an agent plays against itself. It plays games from
// different seeds. played is their number without forfeited ones, and different is the number of
// different games among them. In a game without chance and without random openings all games may be
// equal. More games then give no more evidence than one.
//
// If the deadline of ctx passes, Variety returns the numbers so far and no error.
func Variety(ctx context.Context, e engines.Engine, o VarietyOptions) (played, different int, err error) {
	arena, err := engines.NewArena(e, engines.ArenaOptions{Openings: o.Openings, Moves: true})
	if err != nil {
		return 0, 0, err
	}
	if f, ok := arena.(engines.PerGoroutine); ok {
		arena = f.Fork()
		defer func() { err = cmp.Or(err, engines.Close(arena)) }()
	}
	seats := make([]engines.Agent, cmp.Or(o.Seats, e.Spec().DefaultSeats()))
	for i := range seats {
		seats[i] = o.Agent
	}
	seen := make(map[string]bool)
	for deal := range cmp.Or(o.Deals, 8) {
		r, err := arena.Play(ctx, seats, engines.Seed(o.Seed, engines.Purpose("variety"), uint64(deal)))
		switch {
		case errors.Is(err, context.DeadlineExceeded) && errors.Is(ctx.Err(), context.DeadlineExceeded):
			return played, len(seen), nil
		case err != nil:
			return played, len(seen), err
		case r.Forfeit != nil:
			continue // not a result of the deal
		}
		played++
		seen[fmt.Sprint(r.Moves(), r.Written(), r.Plies, r.Outcome)] = true
	}
	return played, len(seen), nil
}

// Alike reports whether all games of an agent against itself are equal, as in a game without chance
// in which the agent plays no random moves. It plays up to 64 games from different seeds and
// returns how many it played. o.Deals is ignored. If the deadline of ctx passes, alike is false.
//
// Equal games with one weight vector are weak evidence. For example, the record of a game without
// moves contains only the outcome, and with weights of 0 all outcomes may be equal in spite of
// chance. If the games of an agent with weights are equal, Alike therefore plays more games with
// other weights.
func Alike(ctx context.Context, e engines.Engine, o VarietyOptions) (alike bool, played int, err error) {
	alike, played, err = allAlike(ctx, e, o)
	space := e.Spec().Weights
	if !alike || len(o.Agent.Weights) == 0 || len(o.Agent.Weights) != len(space) {
		return alike, played, err
	}
	other := make([]float64, len(space))
	for i, w := range space {
		other[i] = w.Min + float64(0.75*(w.Max-w.Min))
	}
	o.Agent.Weights = space.Snap(other)
	return allAlike(ctx, e, o)
}

// allAlike reports whether all games of o.Agent against itself are equal. It plays series of 2, 8
// and 64 games from different seeds, and stops after a series that contains different games. played
// is the number of games in the last series. If fewer than 2 games of a series can be compared,
// alike is false.
func allAlike(ctx context.Context, e engines.Engine, o VarietyOptions) (alike bool, played int, err error) {
	for _, o.Deals = range []int{2, 8, 64} {
		var different int
		played, different, err = Variety(ctx, e, o)
		if err != nil || played < 2 || different > 1 {
			return false, played, err
		}
	}
	return true, played, nil
}
