package engines

import (
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/keys"
)

// Openings say how a table's games begin. They belong to the table and work for
// any game; a game without chance of its own needs them, or all its games
// between two players are one game.
type Openings struct {
	// RandomPlies is how many random legal moves, all drawn from the game's seed
	// and equally likely, are made before the players are asked. The default
	// value 0 begins at the game's own start.
	RandomPlies int `json:"random_plies,omitempty"`
}

// MaxRandomPlies is the largest number of random plies of an opening. A longer opening would
// decide the game.
const MaxRandomPlies = 1000

// openingTries is how often an opening is drawn before a demand is given up that
// hardly any game survives.
const openingTries = 1000

// Validate returns the mistakes as errors that name their keys.
func (o Openings) Validate() error {
	return keys.Within(0, MaxRandomPlies).Check("random_plies", float64(o.RandomPlies))
}

// Deal deals a table and makes the opening: the position that the players are
// first asked in, and the plies that led there. An opening that ends the game is
// drawn again. The same arguments always give the same table, so whoever plays a
// game again from its moves deals it so.
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
