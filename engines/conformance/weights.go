package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// checkWeights tests that the moves of a player depend on its own weights, and not on those of a
// player that was made later. It notes if no move depends on the weights. If the Spec declares
// ScaleFree, it notes if a sixteenth of the default weights gives another game; an engine that rounds
// weights or values may break ties in another way.
func checkWeights(p *probe) error {
	space := p.spec.Weights
	if p.hosted() || len(space.Free()) == 0 {
		return nil
	}
	defaults, small, other := space.Default(), make(engines.Weights, len(space)), make(engines.Weights, len(space))
	for i, w := range space {
		small[i] = defaults[i] / 16 // exact, so that equal values stay equal
		other[i] = w.Snap(w.Min)
		if i%2 == 1 {
			other[i] = w.Snap(w.Max)
		}
	}
	first, err := playWith(p, defaults, nil)
	if err != nil {
		return err
	}
	again, err := playWith(p, defaults, other)
	if err != nil {
		return err
	}
	if !slices.Equal(first, again) {
		return fmt.Errorf("after a player with other weights was made, earlier players make the moves %v, not %v; NewPlayer must return a new player with weights of its own", again, first)
	}
	if p.spec.ScaleFree && space.Check(small) == nil {
		scaled, err := playWith(p, small, nil)
		if err != nil {
			return err
		}
		if !slices.Equal(first, scaled) {
			p.note("the Spec declares ScaleFree, but with a sixteenth of the default weights the players make other moves; declare it only if multiplying all weights by one number changes no move, apart from rounding")
		}
	}
	differing, err := playWith(p, other, nil)
	if err != nil {
		return err
	}
	if slices.Equal(first, differing) {
		p.note("players with the weights %v make the same %d moves as with the defaults; NewPlayer should use the weights that it receives", other, len(first))
	}
	return nil
}

// playWith plays a game between players with the given weights and returns its moves. If later is not
// nil, another player is made with these weights after the others and before the game.
func playWith(p *probe, w, later engines.Weights) (moves []engines.Move, err error) {
	seats := p.spec.DefaultSeats()
	var made []engines.Player
	defer func() {
		for _, player := range made {
			err = errors.Join(err, engines.Close(player))
		}
	}()
	for seat := range seats + 1 {
		a := engines.Agent{Weights: w}
		if seat == seats {
			a.Weights = later
		}
		if a.Weights == nil {
			break
		}
		player, err := p.engine.NewPlayer(p.ctx, a)
		if err != nil {
			return nil, fmt.Errorf("NewPlayer with the weights %v: %w", a.Weights, err)
		}
		made = append(made, player)
	}
	const seed = 1
	return play(p, made[:seats], seats, seed)
}
