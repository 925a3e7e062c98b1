package fit

import (
	"context"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// expected returns, for each ply, the final score that the player to move expected, from the view
// of the first seat: its score minus that of the second seat. evals contains the same expectations
// from the view of the player to move.
//
// If an expectation is unknown (NaN), that of the next ply takes its place, or outcome at the end
// of the game. game must be at the position before the first move; expected makes the moves on it.
func expected(game engines.Game, moves []engines.Move, evals []float64, outcome float64) ([]float64, error) {
	list := make([]float64, len(moves))
	for ply, m := range moves {
		list[ply] = evals[ply]
		if game.Turn() == 1 {
			list[ply] = -evals[ply]
		}
		if err := game.Apply(m); err != nil {
			return nil, err
		}
	}
	for ply := len(list) - 1; ply >= 0; ply-- {
		if math.IsNaN(list[ply]) {
			list[ply] = outcome
		}
		outcome = list[ply]
	}
	return list, nil
}

// mix returns the target of each seat of a game with two seats. The target is a weighted mean of
// the score that the player expected and the outcome. The option Searched is the weight of the
// expected score.
func (o Options) mix(outcome []float64, expected float64) []float64 {
	first := o.Searched*expected + (1-o.Searched)*outcome[0]
	return []float64{first, -first}
}

// checkSearched returns an error if the option Searched is set and cannot be used. It requires
// the target score, two seats, and players that report an expected score.
func checkSearched(ctx context.Context, g Games, o Options) error {
	switch {
	case o.Searched == 0:
		return nil
	case g.Seats != 2:
		return keys.Errorf("searched", "requires a game of two seats; this game has %d", g.Seats)
	case !o.ByScore():
		return keys.Errorf("searched", "requires the target score")
	}
	p, err := engines.NewPlayer(ctx, g.Player, engines.Agent{})
	if err != nil {
		return err
	}
	_, reports := p.(engines.Assessor)
	if err := engines.Close(p); err != nil {
		return err
	}
	if !reports {
		return keys.Errorf("searched", "requires players that report the score they expect; those of this game do not")
	}
	return nil
}
