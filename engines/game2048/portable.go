package game2048

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/game2048/internal/exported"
	"github.com/lanista/lanista/engines/portable"
)

var _ portable.Exporter = engine{}

// Portable returns a program that plays like the agent: the rules of 2048, the evaluation of
// boards and the search.
func (e engine) Portable(a engines.Agent) (portable.Program, error) {
	own, err := e.with(a.Settings)
	if err != nil {
		return portable.Program{}, err
	}
	weights, err := portable.Weights(space, a.Weights)
	if err != nil {
		return portable.Program{}, err
	}
	return portable.Program{
		Game:    "2048",
		Sources: []string{exported.Source},
		Values: []portable.Value{
			weights,
			{Name: "Depth", Value: own.depth},
		},
		About: []string{
			"A position has 16 numbers, row by row from the top left: the exponent of each tile (1 for a 2, 2",
			"for a 4) or 0. A move is 0 up, 1 down, 2 left, 3 right.",
		},
		Depth: own.depth,
		Encode: func(g engines.Game) ([]int, bool) {
			v, err := viewOf(g)
			if err != nil {
				return nil, false
			}
			out := make([]int, squares)
			for at := range out {
				out[at] = v.board.square(at)
			}
			return out, true
		},
		Move: func(_ engines.Game, m engines.Move) int { return int(m) },
		Agent: func(depth int) engines.Agent {
			return engines.Agent{Weights: a.Weights, Settings: engines.Settings{"depth": fmt.Sprint(depth)}}
		},
	}, nil
}
