package engines

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
)

// Chance states whether a game has chance after its opening.
type Chance uint8

// The values of Chance.
const (
	// UnknownChance leaves the question to [HasChance], which deals and replays the game.
	UnknownChance Chance = iota
	// NoChance means that the start position and the moves of a game determine all of it:
	// no dice, no cards, no deal that a player cannot see. The seed of a game may still
	// choose the start position, for example a line of an opening book.
	NoChance
	// WithChance means that games with equal moves from different seeds may differ.
	WithChance
)

// SeedEffect states what the seed of a game changes.
type SeedEffect struct {
	// Chance reports whether the start position and the moves leave something of a game
	// to its seed.
	Chance bool
	// Start reports whether the start position depends on the seed. It is computed only
	// for games without chance.
	Start bool

	start uint64 // the hash of the start position of all games, if Start is false
}

// ChanceFinder is implemented by engines that find out themselves what their seed changes,
// for example because the rules are a program's and dealing takes long.
type ChanceFinder interface {
	FindChance(ctx context.Context, seats int) (SeedEffect, error)
}

// HasChance reports whether games of a number of seats have chance after their opening: as
// the Spec declares, otherwise as dealing and replaying a few dozen seeds shows.
//
// An undeclared game has chance if its start position depends on the seed, if its seats
// have views of their own ([Hidden]), or if equal moves from two seeds led to different
// positions, legal moves or outcomes in one of the random playouts. An undeclared game that
// its engine plays itself ([Host]), without positions to look at, has chance. The answer
// depends on the engine alone, unless ctx ends first; then HasChance returns ctx's error.
func HasChance(ctx context.Context, e Engine, seats int) (bool, error) {
	effect, err := FindChance(ctx, e, seats)
	return effect.Chance, err
}

// FindChance returns what the seed changes in games of a number of seats, as described at
// [HasChance]. If ctx ends first it returns ctx's error and what was found by then.
func FindChance(ctx context.Context, e Engine, seats int) (effect SeedEffect, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	if f, ok := e.(ChanceFinder); ok {
		return f.FindChance(ctx, seats)
	}
	chance := e.Spec().Chance
	if chance == WithChance {
		return SeedEffect{Chance: true}, nil
	}
	return replaySeeds(ctx, e, seats, chance)
}

// The bounds of FindChance.
const (
	// chanceDeals is the number of seeds that are dealt.
	chanceDeals = 64
	// chancePlies bounds the plies of all playouts together.
	chancePlies = 1 << 15
)

// replaySeeds deals some seeds and compares the start positions. If the chance of the game
// is unknown, it plays random moves from half of the deals, repeats them from the other
// half, and compares what they lead to.
func replaySeeds(ctx context.Context, e Engine, seats int, chance Chance) (effect SeedEffect, err error) {
	first, err := e.NewGame(seats, chanceSeed(0))
	if err != nil {
		if _, ok := e.(Host); ok { // it shows no games
			return SeedEffect{Chance: chance != NoChance}, nil
		}
		return effect, err
	}
	start := first.String()
	effect.start = textHash(start)
	for deal := 1; deal < chanceDeals && !effect.Start; deal++ {
		g, err := chanceDeal(ctx, e, seats, deal)
		if err != nil {
			return effect, err
		}
		effect.Start = g.String() != start
	}
	if chance == NoChance || effect.Start {
		effect.Chance = chance != NoChance
		return effect, nil
	}
	left := chancePlies
	for deal := 0; deal < chanceDeals && left > 0 && !effect.Chance; deal += 2 {
		lead, err := chanceDeal(ctx, e, seats, deal)
		if err != nil {
			return effect, err
		}
		follow, err := chanceDeal(ctx, e, seats, deal+1)
		if err != nil {
			return effect, err
		}
		rng := Rand(Seed(chanceSeed(deal), Purpose("moves")))
		if effect.Chance, err = part(ctx, lead, follow, rng, &left); err != nil {
			return effect, err
		}
	}
	return effect, nil
}

// chanceSeed returns the seed of one of the deals.
func chanceSeed(deal int) uint64 { return Seed(Purpose("chance"), uint64(deal)) }

// chanceDeal deals one of the games.
func chanceDeal(ctx context.Context, e Engine, seats, deal int) (Game, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.NewGame(seats, chanceSeed(deal))
}

// part plays random moves in two games and reports whether the games part: equal moves lead
// to different positions, or a seat has a view of its own. left counts plies down.
func part(ctx context.Context, lead, follow Game, rng *rand.Rand, left *int) (bool, error) {
	var moves, others []Move
	for ; *left > 0; *left-- {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if viewed(lead) || lead.String() != follow.String() || lead.Over() != follow.Over() {
			return true, nil
		}
		if lead.Over() {
			return lead.Outcome() != follow.Outcome(), nil
		}
		moves, others = lead.Moves(moves[:0]), follow.Moves(others[:0])
		if lead.Turn() != follow.Turn() || !slices.Equal(moves, others) {
			return true, nil
		}
		if len(moves) == 0 {
			return false, fmt.Errorf("position %q is not over and has no moves", lead.String())
		}
		m := moves[rng.IntN(len(moves))]
		if err := lead.Apply(m); err != nil {
			return false, err
		}
		if err := follow.Apply(m); err != nil {
			return false, err
		}
	}
	return false, nil
}

// viewed reports whether a seat sees something other than the game itself.
func viewed(g Game) bool {
	h, ok := g.(Hidden)
	if !ok {
		return false
	}
	for seat := range g.Seats() {
		view := h.View(seat)
		if !reflect.ValueOf(view).Comparable() || view != Position(g) {
			return true
		}
	}
	return false
}
