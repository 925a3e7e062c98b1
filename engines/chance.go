package engines

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/lanista/lanista/engines/internal/panics"
)

// Chance states whether a game depends on chance. A game has no chance if the start position and
// the moves determine it completely. Chance can be dice, cards drawn during the game, or cards or
// pieces that a player cannot see at the start.
type Chance uint8

// These are the possible declarations of a game about chance.
const (
	// UnknownChance means that the game makes no declaration. [FindChance] then plays games to
	// find out.
	UnknownChance Chance = iota
	// NoChance means that the start position and the moves determine the whole game. The seed of
	// a game may still choose the start position, for example a line of an opening book.
	NoChance
	// WithChance means that games from different seeds may differ although all their moves are
	// equal.
	WithChance
)

// Known returns has = true if the game has chance. ok is false if the game does not declare whether
// it has chance; has is then false, too.
func (c Chance) Known() (has, ok bool) { return c == WithChance, c != UnknownChance }

// SeedEffect states which parts of a game depend on its seed.
type SeedEffect struct {
	// Chance reports whether games with equal start positions and equal moves may differ if their
	// seeds differ.
	Chance bool
	// Start reports whether the start position may depend on the seed. It is not computed
	// for games with chance.
	Start bool

	start uint64 // the hash of the start position of all games, if Start is false
}

// ChanceFinder is implemented by engines that determine themselves which parts of a game depend on
// its seed. [FindChance] calls the engine's method instead of playing many test games. Such games
// take long if, for example, an external program contains the rules.
type ChanceFinder interface {
	// FindChance returns which parts of a game for this number of seats depend on its seed.
	FindChance(ctx context.Context, seats int) (SeedEffect, error)
}

// FindChance returns which parts of a game for this number of seats depend on its seed. If the
// engine is a [ChanceFinder], FindChance calls its method. Otherwise the declaration in the
// engine's Spec decides whether the game has chance. For a game declared without chance,
// FindChance compares the start positions of games from up to 64 seeds. For a game without a
// declaration, it also plays random moves in these games.
//
// A game without a declaration has chance if one of these is true:
//
//   - its start position depends on the seed,
//   - a seat has a view of its own ([Hidden]),
//   - the same moves from two seeds lead to different positions, legal moves or outcomes,
//   - the engine plays its games itself ([ArenaFactory]) and NewGame returns an error.
//
// The result depends on the engine alone, unless ctx ends first. In that case FindChance returns
// the result so far and the error of ctx. A panic of the game is returned as an error.
func FindChance(ctx context.Context, e Engine, seats int) (effect SeedEffect, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = panics.Error(cause)
		}
	}()
	if e == nil {
		return SeedEffect{}, errNoEngine
	}
	if f, ok := As[ChanceFinder](e); ok {
		return f.FindChance(ctx, seats)
	}
	chance := e.Spec().Chance
	if chance == WithChance {
		return SeedEffect{Chance: true}, nil
	}
	return replaySeeds(ctx, e, seats, chance)
}

// These limits bound the work of FindChance and CheckChance. They count seeds and plies, not
// time, so that the results are equal on every machine.
const (
	// chanceDeals is the largest number of seeds from which games are started.
	chanceDeals = 64
	// chancePlies is the largest total number of plies of all random games.
	chancePlies = 1 << 15
)

// CheckChance compares the Spec's declaration of chance with random games from 64 seeds. It returns
// an error if the Spec declares chance and the games show none, or the other way round. It returns
// nil for a Spec that declares nothing, and for games that only the engine can play
// ([ArenaFactory]). Errors of the game's methods and of ctx are returned too.
func CheckChance(ctx context.Context, e Engine, seats int) error {
	if e == nil {
		return errNoEngine
	}
	switch e.Spec().Chance {
	case NoChance:
		return checkNoChance(ctx, e, seats)
	case WithChance:
		effect, err := replaySeeds(ctx, e, seats, UnknownChance)
		if err == nil && !effect.Chance {
			err = fmt.Errorf("the game declares chance, but %d deals and their replays are alike; declare that it has none, %s", chanceDeals, howToDeclareNone)
		}
		return err
	}
	return nil
}

// checkNoChance tests a game that is declared to have no chance. It takes seeds in pairs: it plays
// random moves in a game of the first seed and makes the same moves in a game of the second. If the
// two games begin in different positions, it starts both from the first position with ParseGame; if
// ParseGame cannot do this, it skips the pair.
//
// It returns an error if the same moves lead to different positions. It also returns an error if
// the start position depends on the seed and a seat does not see all of it.
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
			if hidesPart(first) {
				return fmt.Errorf("the game declares no chance, but its start position %q depends on the seed, and a seat does not see all of it; declare the chance, %s", start, howToDeclare)
			}
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
		parted, err := lead.firstDifference(ctx, second)
		if err != nil {
			return err
		}
		if parted >= 0 {
			return fmt.Errorf("the game declares no chance, but after the same %d moves from %q the seeds %d and %d differ; declare the chance, %s",
				parted, start, seed, other, howToDeclare)
		}
	}
	return nil
}

// howToDeclare and howToDeclareNone are the last parts of error messages about a wrong declaration
// of chance. They explain how to declare that a game has chance, or that it has none.
const (
	howToDeclare     = `in Go by engines.WithChance and in a program by "chance": true`
	howToDeclareNone = `in Go by engines.NoChance and in a program by "chance": false`
)

func chanceSeed(deal int) uint64 { return Seed(Purpose("chance"), uint64(deal)) }

// replaySeeds tests whether games depend on their seed. It compares the start positions of up to
// chanceDeals seeds. Unless chance is NoChance, it also makes the same random moves in two games
// with different seeds and compares the positions.
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
			parted, err = lead.firstDifference(ctx, g)
			effect.Chance = parted >= 0
		}
		if effect.Chance || err != nil {
			return effect, err
		}
	}
	return effect, nil
}

// playout is a recorded game of random moves, used to detect chance. In a game without chance, the
// same moves lead to the same positions with any seed.
type playout struct {
	views  bool     // play goes on although a seat sees less than the whole game
	states []uint64 // the hashes of the positions, one more than moves
	moves  []Move
	legal  []Move // the legal moves of the last position
}

// play makes random moves in g and records them. It stops when the game is over or *left is 0, and
// decrements *left for every move. Unless p.views is set, it also stops, with veiled = true, as
// soon as a seat sees less than the whole game.
func (p *playout) play(ctx context.Context, g Game, rng *rand.Rand, left *int) (veiled bool, err error) {
	for ; ; *left-- {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if !p.views && hidesPart(g) {
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

// firstDifference repeats the recorded moves in another game g and compares the positions. It
// returns the number of moves after which the games first differ, or -1 if they agree to the end.
func (p *playout) firstDifference(ctx context.Context, g Game) (int, error) {
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

// hidesPart reports whether any seat sees less than the whole game.
func hidesPart(g Game) bool {
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
