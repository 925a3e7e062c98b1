package engines

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/lanista/lanista/engines/internal/panics"
)

// Chance states whether a game has chance after its opening: dice, cards, or a deal that a
// player cannot see.
type Chance uint8

// The values of Chance.
const (
	// UnknownChance makes [FindChance] deal and replay games.
	UnknownChance Chance = iota
	// NoChance means that the start position and the moves of a game determine all of it. The
	// seed of a game may still choose the start position, for example a line of an opening
	// book.
	NoChance
	// WithChance means that games with equal moves from different seeds may differ.
	WithChance
)

// Known reports whether a game has chance; ok is false if that is unknown.
func (c Chance) Known() (has, ok bool) { return c == WithChance, c != UnknownChance }

// SeedEffect states what the seed of a game changes.
type SeedEffect struct {
	// Chance reports whether games from different seeds may differ although they have the
	// same start position and the same moves.
	Chance bool
	// Start reports whether the start position may depend on the seed. It is not computed
	// for games with chance.
	Start bool

	start uint64 // the hash of the start position of all games, if Start is false
}

// ChanceFinder is implemented by engines that replace the search of [FindChance], for example
// because a program has the rules and dealing takes long.
type ChanceFinder interface {
	// FindChance returns what the seed changes in games of a number of seats.
	FindChance(ctx context.Context, seats int) (SeedEffect, error)
}

// FindChance returns what the seed changes in games of a number of seats. Whether the game has
// chance is taken from its Spec. If the Spec does not declare it, FindChance deals up to 64
// seeds and plays random moves.
//
// An undeclared game has chance if one of these is true: its start position depends on the
// seed; a seat has a view of its own ([Hidden]); the same moves from two seeds lead to
// different positions, legal moves or outcomes; the engine plays its games itself
// ([ArenaFactory]) and cannot deal one.
//
// The result depends on the engine alone, unless ctx ends first: then FindChance returns the
// error of ctx and the result so far. A panic of the game is returned as an error.
func FindChance(ctx context.Context, e Engine, seats int) (effect SeedEffect, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = panics.Error(cause)
		}
	}()
	if f, ok := As[ChanceFinder](e); ok {
		return f.FindChance(ctx, seats)
	}
	chance := e.Spec().Chance
	if chance == WithChance {
		return SeedEffect{Chance: true}, nil
	}
	return replaySeeds(ctx, e, seats, chance)
}

// The bounds of FindChance and CheckChance. They bound work, not time, so that results are equal
// on every machine.
const (
	// chanceDeals is the number of seeds that are dealt.
	chanceDeals = 64
	// chancePlies bounds the plies of all playouts together.
	chancePlies = 1 << 15
)

// CheckChance returns an error if the Spec declares chance and dealing and replaying 64 seeds
// shows none, or the other way round. It returns nil for a game that declares nothing, and
// for one without chance that its engine plays itself ([ArenaFactory]) and cannot deal. It also
// returns errors of the game's methods and of ctx.
func CheckChance(ctx context.Context, e Engine, seats int) error {
	switch e.Spec().Chance {
	case NoChance:
		return checkNoChance(ctx, e, seats)
	case WithChance:
		effect, err := replaySeeds(ctx, e, seats, UnknownChance)
		if err == nil && !effect.Chance {
			err = fmt.Errorf("the game declares chance, but %d deals and their replays are alike; declare engines.NoChance", chanceDeals)
		}
		return err
	}
	return nil
}

// checkNoChance plays random moves from every other deal and repeats them from the same start
// position with the seed of the next deal. It returns an error if the two games differ.
func checkNoChance(ctx context.Context, e Engine, seats int) error {
	left := chancePlies
	for deal := 0; deal < chanceDeals && left > 0; deal += 2 {
		seed, other := chanceSeed(deal), chanceSeed(deal+1)
		first, err := e.NewGame(seats, seed)
		if _, ok := As[ArenaFactory](e); ok && err != nil && deal == 0 { // it cannot deal games
			return nil
		}
		if err != nil {
			return err
		}
		second, err := e.NewGame(seats, other)
		if err != nil {
			return err
		}
		start := first.String()
		if second.String() != start {
			if first, err = e.ParseGame(start, seed); err != nil {
				continue
			}
			if second, err = e.ParseGame(start, other); err != nil {
				continue
			}
		}
		lead := playout{views: true}
		if _, err := lead.play(ctx, first, Rand(Seed(seed, Purpose("moves"))), &left); err != nil {
			return err
		}
		parted, err := lead.parts(ctx, second)
		if err != nil {
			return err
		}
		if parted >= 0 {
			return fmt.Errorf("the game declares no chance, but after the same %d moves from %q the seeds %d and %d differ; declare engines.WithChance",
				parted, start, seed, other)
		}
	}
	return nil
}

// chanceSeed returns the seed of deal number deal of FindChance and CheckChance.
func chanceSeed(deal int) uint64 { return Seed(Purpose("chance"), uint64(deal)) }

// replaySeeds deals chanceDeals seeds and compares the start positions. If chance is unknown,
// it plays random moves from every other deal, repeats them from the next deal, and compares
// the positions.
func replaySeeds(ctx context.Context, e Engine, seats int, chance Chance) (effect SeedEffect, err error) {
	var lead playout
	left, start := chancePlies, ""
	for deal := range chanceDeals {
		if err := ctx.Err(); err != nil {
			return effect, err
		}
		seed := chanceSeed(deal)
		g, err := e.NewGame(seats, seed)
		if _, ok := As[ArenaFactory](e); ok && err != nil && deal == 0 { // it cannot deal games
			return SeedEffect{Chance: chance != NoChance, Start: true}, nil
		}
		if err != nil {
			return effect, err
		}
		if deal == 0 {
			start = g.String()
			effect.start = textHash(start)
		}
		if effect.Start = g.String() != start; effect.Start {
			effect.Chance = chance != NoChance
			return effect, nil
		}
		if chance == NoChance {
			continue
		}
		if deal%2 == 0 {
			lead = playout{states: lead.states[:0], moves: lead.moves[:0]}
			effect.Chance, err = lead.play(ctx, g, Rand(Seed(seed, Purpose("moves"))), &left)
		} else {
			var parted int
			parted, err = lead.parts(ctx, g)
			effect.Chance = parted >= 0
		}
		if effect.Chance || err != nil {
			return effect, err
		}
	}
	return effect, nil
}

// playout records a game of random moves.
type playout struct {
	views  bool     // seats may have views of their own
	states []uint64 // the hashes of the positions, one more than moves
	moves  []Move
	legal  []Move // the legal moves of the last position
}

// play plays random moves in g and records them. It decrements left for every move and stops
// at 0. Unless views are allowed, it stops and returns true if a seat has a view of its own.
func (p *playout) play(ctx context.Context, g Game, rng *rand.Rand, left *int) (veiled bool, err error) {
	for ; ; *left-- {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if !p.views && viewed(g) {
			return true, nil
		}
		p.states = append(p.states, p.state(g))
		if g.Over() || *left <= 0 {
			return false, nil
		}
		if len(p.legal) == 0 {
			return false, fmt.Errorf("position %q is not over and has no moves", g.String())
		}
		m := p.legal[rng.IntN(len(p.legal))]
		if err := g.Apply(m); err != nil {
			return false, err
		}
		p.moves = append(p.moves, m)
	}
}

// parts repeats the recorded moves in g. It returns the number of moves after which g differs
// from the recorded game, or -1 if it never differs.
func (p *playout) parts(ctx context.Context, g Game) (int, error) {
	for i, state := range p.states {
		if err := ctx.Err(); err != nil {
			return -1, err
		}
		if p.state(g) != state {
			return i, nil
		}
		if i < len(p.moves) {
			if err := g.Apply(p.moves[i]); err != nil {
				return -1, err
			}
		}
	}
	return -1, nil
}

// state returns a hash of the position, the seat to move, and the legal moves or the outcome.
func (p *playout) state(g Game) uint64 {
	hash := stepHash(textHash(g.String()), uint64(g.Turn()))
	p.legal = p.legal[:0]
	if g.Over() {
		return stepHash(hash, textHash(g.Outcome().String()))
	}
	p.legal = g.Moves(p.legal)
	for _, m := range p.legal {
		hash = moveHash(hash, m)
	}
	return hash
}

// viewed reports whether the view of a seat is not the game itself.
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
