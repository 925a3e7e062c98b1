package fit

import (
	"context"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// expected returns, by ply, the score of the first seat minus that of the second as the player
// to move expected it. worths contains the players' expectations, NaN for none; a missing one
// is replaced by the next, and at the end by the outcome. table is the position before the
// first move; expected changes it.
func expected(table engines.Game, moves []engines.Move, worths []float64, came float64) ([]float64, error) {
	list := make([]float64, len(moves))
	for ply, m := range moves {
		list[ply] = worths[ply]
		if table.Turn() == 1 {
			list[ply] = -worths[ply]
		}
		if err := table.Apply(m); err != nil {
			return nil, err
		}
	}
	for ply := len(list) - 1; ply >= 0; ply-- {
		if math.IsNaN(list[ply]) {
			list[ply] = came
		}
		came = list[ply]
	}
	return list, nil
}

// mix returns the targets of a position: a mean of the first seat's expected score and the
// outcome.
func (o Options) mix(came []float64, expected float64) []float64 {
	first := o.Searched*expected + (1-o.Searched)*came[0]
	return []float64{first, -first}
}

// expecting returns an error if the players of the game report no expectation.
func expecting(ctx context.Context, g Games, o Options) error {
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
	_, says := p.(engines.Assessor)
	if err := engines.Close(p); err != nil {
		return err
	}
	if !says {
		return keys.Errorf("searched", "requires players that report the score they expect; those of this game do not")
	}
	return nil
}
