package engines

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/lanista/lanista/engines/internal/panics"
)

// Chance states whether a game has chance after its opening.
type Chance uint8

// Known reports whether a game has chance; ok is false if that is unknown.
func (c Chance) Known() (has, ok bool) { return c == WithChance, c != UnknownChance }

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
	// Start reports whether the start position may depend on the seed. It is not computed
	// for games with chance.
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
// its engine plays itself ([ArenaFactory]), without positions to look at, has chance. The answer
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

// The bounds of FindChance.
const (
	// chanceDeals is the number of seeds that are dealt.
	chanceDeals = 64
	// chancePlies bounds the plies of all playouts together.
	chancePlies = 1 << 15
)

// SpecWithChance returns the Spec of an engine with the chance of its games, found out for the
// default number of seats if it is not declared. Where that fails it stays unknown; an error
// is ctx's.
func SpecWithChance(ctx context.Context, e Engine) (Spec, error) {
	spec := e.Spec()
	if spec.Chance != UnknownChance {
		return spec, nil
	}
	has, err := HasChance(ctx, e, spec.DefaultSeats())
	switch {
	case err != nil:
		return spec, ctx.Err()
	case has:
		spec.Chance = WithChance
	default:
		spec.Chance = NoChance
	}
	return spec, nil
}

// CheckChance compares what the Spec declares about chance with what dealing and replaying a
// few dozen seeds shows, and returns an error if they contradict each other. A game that
// declares nothing passes, as does one that its engine plays itself.
func CheckChance(ctx context.Context, e Engine, seats int) error {
	switch e.Spec().Chance {
	case NoChance:
		return checkNoChance(ctx, e, seats)
	case WithChance:
		effect, err := replaySeeds(ctx, e, seats, UnknownChance)
		if err == nil && !effect.Chance {
			err = fmt.Errorf("the game declares chance, but %d deals and their replays are alike; declare that it has none", chanceDeals)
		}
		return err
	}
	return nil
}

// checkNoChance plays random moves from some deals and repeats them from the same start
// positions with other seeds.
func checkNoChance(ctx context.Context, e Engine, seats int) error {
	left := chancePlies
	for deal := 0; deal < chanceDeals && left > 0; deal += 2 {
		seed, other := chanceSeed(deal), chanceSeed(deal+1)
		first, err := e.NewGame(seats, seed)
		if _, ok := As[ArenaFactory](e); ok && err != nil && deal == 0 { // it shows no games
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
			return fmt.Errorf("the game declares no chance, but after the same %d moves from %q the seeds %d and %d differ; declare that it has chance",
				parted, start, seed, other)
		}
	}
	return nil
}

// chanceSeed returns the seed of one of the deals.
func chanceSeed(deal int) uint64 { return Seed(Purpose("chance"), uint64(deal)) }

// replaySeeds deals some seeds and compares the start positions. If the chance of the game
// is unknown, it plays random moves from every other deal, repeats them from the next one,
// and compares what they lead to.
func replaySeeds(ctx context.Context, e Engine, seats int, chance Chance) (effect SeedEffect, err error) {
	var lead playout
	left, start := chancePlies, ""
	for deal := range chanceDeals {
		if err := ctx.Err(); err != nil {
			return effect, err
		}
		seed := chanceSeed(deal)
		g, err := e.NewGame(seats, seed)
		if _, ok := As[ArenaFactory](e); ok && err != nil && deal == 0 { // it shows no games
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

// playout is a game of random moves: the hash of what it shows before every move and at the
// end, and the moves.
type playout struct {
	views  bool // seats may have views of their own
	states []uint64
	moves  []Move
	legal  []Move // of the last state
}

// play plays random moves in a game, at most left, and counts left down. Unless views are
// allowed it stops where a seat has a view of its own, and reports so.
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

// parts repeats the moves in another game and returns after how many of them that game shows
// something else, -1 if it does not.
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

// state returns the hash of what a game shows: its position, whose turn it is, the legal
// moves, and the outcome of a game that is over.
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
