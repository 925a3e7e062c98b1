package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// checkOwnWeights tests that every player has weights of its own: its moves must not change when a
// player with other weights is created after it.
func checkOwnWeights(p *probe) error {
	_, err := gameOfWeights(p)
	return err
}

// checkWeights tests the same as [checkOwnWeights], and adds notes on findings that need not be
// mistakes. One is that players with other weights make the same moves, or do not end their game.
// Another is that the Spec declares ScaleFree, but a sixteenth of the default weights leads to
// other moves.
func checkWeights(p *probe) error {
	first, err := gameOfWeights(p)
	if err != nil || first == nil {
		return err
	}
	space := p.spec.Weights
	small := space.Default()
	for i := range small {
		small[i] /= 16 // exact, so that equal values stay equal
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
	other := otherWeights(space)
	moves, err := playWith(p, other, nil)
	switch {
	case errors.Is(err, ErrEndless):
		p.note("with the weights %v: %v", other, err)
		return nil
	case err != nil:
		return err
	case slices.Equal(first, moves):
		p.note("players with the weights %v make the same %d moves as with the defaults; NewPlayer should use the weights that it receives", other, len(first))
	}
	return nil
}

// gameOfWeights tests that creating a player with other weights does not change how existing
// players play. It plays a game with the default weights twice, the second time after creating such
// a player. It returns the moves, or an error if they differ. It returns nil moves if the test is
// impossible, for example because no weight can be changed or the engine plays whole games itself.
func gameOfWeights(p *probe) ([]engines.Move, error) {
	space := p.spec.Weights
	if p.hosted() || len(space.Free()) == 0 {
		return nil, nil
	}
	other := otherWeights(space)
	player, err := engines.NewPlayer(p.ctx, p.engine, engines.Agent{Weights: other})
	if err != nil {
		p.note("NewPlayer returns an error for the weights %v, which are within their ranges: %v", other, err)
		return nil, nil
	}
	if err := engines.Close(player); err != nil {
		return nil, err
	}
	first, err := playWith(p, space.Default(), nil)
	if err != nil {
		return nil, err
	}
	again, err := playWith(p, space.Default(), other)
	if err == nil && !slices.Equal(first, again) {
		err = fmt.Errorf("after a player with other weights was made, earlier players make the moves %v, not %v; NewPlayer must return a new player with weights of its own", again, first)
	}
	return first, err
}

// otherWeights returns weights at the ends of their ranges, the minimum and the maximum in turn.
func otherWeights(space engines.Space) engines.Weights {
	other := make(engines.Weights, len(space))
	for i, w := range space {
		other[i] = w.Snap(w.Min)
		if i%2 == 1 {
			other[i] = w.Snap(w.Max)
		}
	}
	return other
}

// playWith plays a game between players with the weights w and returns its moves. If later is not
// nil, one more player is created with these weights before the game. This player takes no part in
// the game. The caller tests whether its existence changes the moves.
func playWith(p *probe, w, later engines.Weights) (moves []engines.Move, err error) {
	const seed = 1
	given := slices.Clone(w)
	seats := p.spec.DefaultSeats()
	agents := slices.Repeat([]engines.Agent{{Weights: w}}, seats)
	if later != nil {
		agents = append(agents, engines.Agent{Weights: later})
	}
	err = withPlayers(p, agents, func(made []engines.Player) (err error) {
		moves, err = play(p, made[:seats], seats, seed)
		return err
	})
	if err != nil {
		return nil, err
	}
	if !slices.Equal(w, given) {
		return nil, fmt.Errorf("a player changes the weights of its agent from %v to %v; copy them", given, w)
	}
	return moves, nil
}
