package engines

import (
	"fmt"

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
	return o.draw(start, seed)
}

// draw makes random plies from a position, which is left as it is.
func (o Openings) draw(start Game, seed uint64) (Game, []Move, error) {
	opening := make([]Move, 0, o.RandomPlies)
	var legal []Move
	for try := range uint64(openingTries) {
		g := start.Clone()
		rng := Rand(Seed(seed, Purpose("random plies"), try))
		opening = opening[:0]
		for len(opening) < o.RandomPlies && !g.Over() {
			legal = g.Moves(legal[:0])
			m := legal[rng.IntN(len(legal))]
			if err := g.Apply(m); err != nil {
				return nil, nil, fmt.Errorf("a random opening: %w", err)
			}
			opening = append(opening, m)
		}
		if !g.Over() {
			return g, opening, nil
		}
	}
	return nil, nil, fmt.Errorf("no game was left after %d random plies in %d tries", o.RandomPlies, openingTries)
}
