package engines

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/keys"
)

// Openings configures random moves at the beginning of games. Without such moves, all games may
// be equal if the game has no chance and the players use no random numbers.
type Openings struct {
	// RandomPlies is the number of random legal moves before the players choose, from 0 to
	// MaxRandomPlies. They are drawn with equal probability from the game's seed. With 0, the
	// default, games begin at the game's own start position.
	RandomPlies int `json:"random_plies,omitempty"`
}

// MaxRandomPlies is the largest number of random moves in an opening. The outcome of a game with
// a longer opening would depend on the opening more than on the players.
const MaxRandomPlies = 1000

// openingTries is the number of attempts to draw a random opening that does not end the game.
// After that, Deal returns an error.
const openingTries = 1000

// ErrOverAtStart is returned for a game in which the players cannot make a move: its start position
// is already over, or every opening that was drawn ends the game.
var ErrOverAtStart = errors.New("the game is over at its start")

// Validate returns a [keys.KeyError] if RandomPlies is out of range, otherwise nil.
func (o Openings) Validate() error {
	return keys.Within(0, MaxRandomPlies).Check("random_plies", float64(o.RandomPlies))
}

// Deal starts a game and makes its random opening moves. It returns the position in which the
// players begin, and the opening moves. Equal arguments return equal games. If an opening ends the
// game, Deal draws another one, up to 1000 times. If an opening is needed and the start position or
// every opening is over, the error wraps [ErrOverAtStart]. Deal also returns the errors of NewGame,
// Apply and [Openings.Validate].
func Deal(e Engine, seats int, seed uint64, o Openings) (Game, []Move, error) {
	if e == nil {
		return nil, nil, errNoEngine
	}
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	start, err := e.NewGame(seats, seed)
	if err != nil || o.RandomPlies == 0 {
		return start, nil, err
	}
	var d dealer
	return d.draw(start, seed, o.RandomPlies)
}

// dealer draws the random moves with which games begin. It reuses its memory from game to game.
type dealer struct {
	opening, legal []Move
	pcg            rand.PCG
	rng            *rand.Rand // of pcg

	// drawn is the position that redraw has drawn last. No moves may be made in it. from identifies
	// the opening that led to it.
	drawn Game
	from  drawnFrom
}

type drawnFrom struct {
	seed         uint64
	seats, plies int
}

// redraw returns a game after random opening moves, as draw does, and caches it. If the next call
// has the same seed, seats and plies, it returns a copy of the cached game, which is faster. All
// calls must be for games of one engine.
func (d *dealer) redraw(start Game, seats int, seed uint64, plies int) (Game, []Move, error) {
	from := drawnFrom{seed, seats, plies}
	if d.drawn == nil || d.from != from {
		g, _, err := d.draw(start, seed, plies)
		if err != nil {
			return nil, nil, err
		}
		d.drawn, d.from = g, from
	}
	return d.drawn.Clone(), d.opening, nil
}

// draw makes random moves from a start position. It returns the position after them and the moves,
// which are valid until the next call. If moves end the game, it draws others, up to openingTries
// times. The start position itself does not change.
func (d *dealer) draw(start Game, seed uint64, plies int) (Game, []Move, error) {
	d.drawn = nil
	if start.Over() {
		return nil, nil, fmt.Errorf("a random opening: %w", ErrOverAtStart)
	}
	if d.rng == nil {
		d.rng = rand.New(&d.pcg)
	}
	for try := range uint64(openingTries) {
		g := start.Clone()
		d.pcg = PCG(Seed(seed, Purpose("random plies"), try))
		d.opening = d.opening[:0]
		for len(d.opening) < plies && !g.Over() {
			d.legal = g.Moves(d.legal[:0])
			if len(d.legal) == 0 {
				return nil, nil, fmt.Errorf("a random opening: the position %q is not over and has no legal move", g)
			}
			m := d.legal[d.rng.IntN(len(d.legal))]
			if err := g.Apply(m); err != nil {
				return nil, nil, fmt.Errorf("a random opening: %w", err)
			}
			d.opening = append(d.opening, m)
		}
		if !g.Over() {
			return g, d.opening, nil
		}
	}
	drawn := "1 random ply"
	if plies != 1 {
		drawn = fmt.Sprintf("%d random plies", plies)
	}
	return nil, nil, fmt.Errorf("after %s, in %d tries: %w", drawn, openingTries, ErrOverAtStart)
}
