package engines

import (
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/keys"
)

// Openings are random moves at the beginning of games. Without them all games of a game
// without chance are equal if its players use no random numbers.
type Openings struct {
	// RandomPlies is the number of random legal moves, with equal probability, before the
	// players choose. They are drawn from the game's seed. It is at most MaxRandomPlies. The
	// default value 0 begins at the game's own start.
	RandomPlies int `json:"random_plies,omitempty"`
}

// MaxRandomPlies is the largest number of random plies of an opening. A longer opening would
// decide the game.
const MaxRandomPlies = 1000

// openingTries is the number of openings drawn in a row that end their game before Deal
// returns an error.
const openingTries = 1000

// Validate returns a [keys.KeyError] if RandomPlies is out of range, otherwise nil.
func (o Openings) Validate() error {
	return keys.Within(0, MaxRandomPlies).Check("random_plies", float64(o.RandomPlies))
}

// Deal deals a game, makes its opening, and returns the position in which the players begin
// and the moves of the opening. An opening that ends the game is drawn again, up to 1000 times.
// Equal arguments return equal games. Deal returns the error of NewGame or Apply, or an error
// if every drawn opening ends the game.
func Deal(e Engine, seats int, seed uint64, o Openings) (Game, []Move, error) {
	start, err := e.NewGame(seats, seed)
	if err != nil || o.RandomPlies == 0 {
		return start, nil, err
	}
	var d openingDrawer
	return d.draw(start, seed, o.RandomPlies)
}

// openingDrawer draws random openings. It reuses its memory, so that an opening is valid until
// the next one is drawn. The zero value is ready for use.
type openingDrawer struct {
	opening, legal []Move
	pcg            rand.PCG
	rng            *rand.Rand // of pcg
}

// draw makes random plies from a position, which does not change.
func (d *openingDrawer) draw(start Game, seed uint64, plies int) (Game, []Move, error) {
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
	return nil, nil, fmt.Errorf("no game was left after %d random plies in %d tries", plies, openingTries)
}
