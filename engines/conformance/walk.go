package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// maxPlies is the largest number of plies in a random game. A longer game counts as endless.
const maxPlies = 200_000

// place is a position in a random game of a test, with the data that an error message needs to
// describe it.
type place struct {
	game  engines.Game
	seats int
	seed  uint64
	ply   int
	rng   *rand.Rand // for the moves; tests may draw from it

	// earlier contains moves that were legal in earlier positions of the game. Most of them are not
	// legal any more.
	earlier []engines.Move
}

// mostEarlier is the largest number of moves in place.earlier. Tests use these moves, which were
// legal in earlier positions of a game, to find illegal ones.
const mostEarlier = 256

// text describes the position and its game for an error message. It omits the position if the
// position's String method panics. It returns "" for the zero value.
func (at place) text() (text string) {
	if at.game == nil {
		return ""
	}
	text = fmt.Sprintf("%d seats, seed %d, ply %d", at.seats, at.seed, at.ply)
	defer func() { _ = recover() }()
	return text + ", position " + at.game.String()
}

func (at place) wrap(err error) error { return fmt.Errorf("%w (%s)", err, at.text()) }

func (p *probe) every(visit func(at place) error) error {
	if p.hosted() {
		return nil
	}
	for seats := p.spec.MinSeats; seats <= p.spec.MaxSeats; seats++ {
		for seed := range uint64(p.games) {
			g, err := p.engine.NewGame(seats, seed)
			if err != nil {
				return fmt.Errorf("NewGame(%d, %d): %w", seats, seed, err)
			}
			at := place{game: g, seats: seats, seed: seed, rng: engines.Rand(engines.Seed(seed, uint64(seats)))}
			p.at = at
			text := g.String()
			if err := visit(at); err != nil {
				return err
			}
			p.at = place{}
			if again, err := p.engine.NewGame(seats, seed); err == nil && again.String() != text {
				return fmt.Errorf("a second game of the same seed (%d, %d seats) begins with the position %s, the first with %s; a deal comes from the seed alone, and games share no memory", seed, seats, again, text)
			}
		}
	}
	return nil
}

// visitPositions plays random games and calls visit at some of their positions: at every position
// at the beginning, at fewer as the game goes on, and at the final position.
func (p *probe) visitPositions(visit func(at place) error) error {
	return p.every(func(at place) error {
		var legal []engines.Move
		for next := 0; ; at.ply++ {
			p.at.ply = at.ply
			if at.ply == next || at.game.Over() {
				if err := visit(at); err != nil {
					return at.wrap(err)
				}
				next += 1 + next/4
			}
			if at.game.Over() {
				return nil
			}
			if at.ply == maxPlies {
				return at.wrap(fmt.Errorf("%w after %d random moves", ErrEndless, maxPlies))
			}
			if err := p.ctx.Err(); err != nil {
				return err
			}
			legal = at.game.Moves(legal[:0])
			if len(legal) == 0 {
				return at.wrap(errors.New("the game is not over and has no legal move"))
			}
			if len(at.earlier) < mostEarlier {
				at.earlier = append(at.earlier, legal...)
			}
			m := legal[at.rng.IntN(len(legal))]
			if err := at.game.Apply(m); err != nil {
				return at.wrap(fmt.Errorf("method Apply returns an error for the legal move %s: %w", at.game.FormatMove(m), err))
			}
		}
	})
}

// sampleMoves returns all moves, or a random selection of limit moves if there are more.
func sampleMoves(rng *rand.Rand, moves []engines.Move, limit int) []engines.Move {
	if len(moves) <= limit {
		return moves
	}
	out := make([]engines.Move, limit)
	for i, k := range rng.Perm(len(moves))[:limit] {
		out[i] = moves[k]
	}
	return out
}

func legal(g engines.Position) []engines.Move {
	if g.Over() {
		return nil
	}
	return g.Moves(nil)
}
