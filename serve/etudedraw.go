package serve

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// These constants limit the length of the game before a generated position. It has at least
// minDrawn and fewer than maxDrawn plies per seat.
const (
	minDrawn = 2
	maxDrawn = 24
)

// drawPosition plays a game up to a random ply and returns the notation of the position, as the
// seat to move sees it. seed determines the game and the ply. Random moves alternate with moves of
// the default agent at search depth 1. drawPosition returns "" if the game ends before that ply.
func drawPosition(ctx context.Context, e engines.Engine, seats int, seed uint64) (string, error) {
	g, err := e.NewGame(seats, seed)
	if err != nil {
		return "", refuse(codeBadPosition, "seats", "%s: %w", e.Spec().Name, err)
	}
	a := engines.Agent{Name: "default", Weights: e.Spec().Weights.Default()}
	for _, s := range e.Spec().Settings {
		if s.Name == "depth" && s.Player {
			a.Settings = engines.Settings{"depth": "1"}
		}
	}
	p, err := engines.NewPlayer(ctx, e, a)
	if err != nil {
		return "", refuse(codeBadAgent, "", "%w", err)
	}
	defer func() { _ = engines.Close(p) }()
	rand := engines.Rand(engines.Seed(seed, engines.Purpose("draw an etude")))
	plies := seats * (minDrawn + rand.IntN(maxDrawn-minDrawn))
	for ply := 0; ply < plies && !g.Over(); ply++ {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		moves := engines.View(g, g.Turn()).Moves(nil)
		m := moves[rand.IntN(len(moves))]
		if ply%2 == 1 {
			if m, err = p.Choose(ctx, engines.View(g, g.Turn())); err != nil {
				return "", err
			}
		}
		if err := g.Apply(m); err != nil {
			return "", fmt.Errorf("ply %d: %w", ply, err)
		}
	}
	if g.Over() {
		return "", nil
	}
	return engines.View(g, g.Turn()).String(), nil
}
