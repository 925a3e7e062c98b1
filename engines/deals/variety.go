package deals

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// VarietyOptions say how the variety of a game's deals is tried. The zero value of
// each is its default.
type VarietyOptions struct {
	// Deals is the number of games to play. The default value is 8.
	Deals int
	// Seats is the number of seats. The default value is that of the Spec.
	Seats int
	// Agent plays at all seats. The default value is the engine's own.
	Agent engines.Agent
	// Openings are those of the table.
	Openings engines.Openings
	// Seed is where the deals come from.
	Seed uint64
}

// Variety plays the same agent against itself on a few deals and returns how many
// games were played to their end and how many of them were different. A game without chance
// and without openings is one game for every seed: a thousand games of it say no
// more than one does, whatever their error bars.
//
// When ctx's time is over it returns what is known by then; games take long
// where agents think long.
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
			continue // it says nothing of the deal
		}
		played++
		seen[fmt.Sprint(r.Moves(), r.Plies, r.Outcome)] = true
	}
	return played, len(seen), nil
}
