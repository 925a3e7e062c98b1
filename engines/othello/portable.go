package othello

import (
	"context"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/exported"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/keys"
)

var _ portable.Exporter = (*engine)(nil)

// These are the values of the constant Kind in the source of an exported agent.
const (
	kindSquares = iota
	kindClassic
	kindMinimax
	kindSource
)

// Portable returns the source of a program that plays like the agent: the rules of Othello, the
// evaluation and the search, without the endgame solver. It returns an error for the models ntuple
// and patterns, and for weights of levels from x_open on that are not 0.
func (e *engine) Portable(a engines.Agent) (portable.Program, error) {
	own, w, err := e.seat(a)
	if err != nil {
		return portable.Program{}, err
	}
	weights, err := portable.Weights(own.model.space(), w)
	if err != nil {
		return portable.Program{}, err
	}
	depth := own.settings.Int("depth")
	values := []portable.Value{weights, {Name: "Depth", Value: max(1, depth)}}
	switch name := own.model.name; name {
	case "wpc", "wpc10", "greedy":
		values = append(values, portableSquares(name, w)...)
	case "classic":
		values = append(values, portableClassic(w)...)
	case "easy", "medium", "hard":
		if len(w) == levelTerms {
			for i := levelXOpen; i < levelTerms; i++ {
				if w[i] != 0 {
					return portable.Program{}, keys.Errorf(own.model.space()[i].Name, "the weights of the levels from x_open on have no portable form unless they are 0")
				}
			}
		}
		values = append(values, portableLevel(w, own.settings["levels"])...)
	default:
		return portable.Program{}, keys.Errorf("model", "%s has no portable form", name)
	}
	original := func(depth int) engines.Agent {
		settings := engines.Settings{"depth": fmt.Sprint(depth), "exact": "0", "nodes": "0", "epsilon": "0", "ties": "first"}
		return engines.Agent{Weights: w, Settings: a.Settings.Merge(settings)}
	}
	return portable.Program{
		Game:    "othello",
		Sources: []string{exported.Source},
		Values:  values,
		About: []string{
			"A position has 65 numbers: the side to move (0 Black, 1 White), then the 64 squares a1, b1 to h8: 0",
			"empty, 1 Black, 2 White. A move is the number of a square from 0, or 64 for a pass. The settings",
			"exact (the endgame solver), nodes, epsilon and ties are not part of this program. From depth 2 on",
			"it may choose another of several equally good moves.",
		},
		Depth:  max(1, depth),
		Encode: encode,
		Move:   func(_ engines.Game, m engines.Move) int { return int(m) },
		Agent:  original,
		Tied: func(ctx context.Context, g engines.Game, depth int) (bool, error) {
			return e.tied(ctx, g, original(depth), depth)
		},
	}, nil
}

// tied reports whether several moves share the highest value in the agent's search. The agent and
// an exported program may then choose different moves, because they search the moves in different
// orders from depth 2 on. Below depth 2, tied returns false.
func (e *engine) tied(ctx context.Context, g engines.Game, a engines.Agent, depth int) (bool, error) {
	if depth < 2 {
		return false, nil
	}
	moves, err := e.EvaluateMoves(ctx, g, a)
	if err != nil {
		return false, err
	}
	best, count := math.Inf(-1), 0
	for _, m := range moves {
		switch value := *m.Value[g.Turn()]; {
		case value > best:
			best, count = value, 1
		case value == best:
			count++
		}
	}
	return count > 1, nil
}

// portableSquares returns the constants of an exported agent with a weight for every square. model
// is wpc, wpc10 or greedy.
func portableSquares(model string, w engines.Weights) []portable.Value {
	switch model {
	case "wpc10":
		w = spread(w)
	case "greedy":
		one := w[0]
		w = make(engines.Weights, 64)
		for sq := range w {
			w[sq] = one
		}
	}
	return []portable.Value{
		{Name: "Kind", Value: kindSquares},
		{Name: "Squares", Value: []float64(w)},
		{Name: "Scaled", Value: scaled(w)},
	}
}

// scaled returns the weights as integers, in millionths.
func scaled(w engines.Weights) []int {
	out := make([]int, len(w))
	for i, v := range w {
		out[i] = int(toUnits(v))
	}
	return out
}

// portableClassic returns the constants of an exported agent with the model classic: the weights
// for every number of discs, in millionths, and a table of stable discs on an edge.
func portableClassic(w engines.Weights) []portable.Value {
	var byDiscs []int
	for _, row := range compileClassic(w).classic {
		for _, v := range row {
			byDiscs = append(byDiscs, int(v))
		}
	}
	edges := make([]int, 6561) // 3 to the power of 8
	for content := range edges {
		var own, opp uint64
		for place, rest := 0, content; place < 8; place, rest = place+1, rest/3 {
			own |= uint64(rest%3&1) << place
			opp |= uint64(rest%3>>1) << place
		}
		edges[content] = int(board.Stable(own, opp) & 0xff)
	}
	return []portable.Value{
		{Name: "Kind", Value: kindClassic},
		{Name: "Scaled", Value: byDiscs},
		{Name: "Edges", Value: edges},
	}
}

// portableLevel returns the constants of an exported agent with one of the models easy, medium and
// hard. levels is the value of the setting levels.
func portableLevel(w engines.Weights, levels string) []portable.Value {
	l := newLeveller(w)
	kind, corners := kindMinimax, 0
	if levels == sourceSearch {
		kind = kindSource
	}
	if l.takesCorners {
		corners = 1
	}
	squares := make([]int, 64)
	for sq, v := range l.square {
		squares[sq] = int(v)
	}
	return []portable.Value{
		{Name: "Kind", Value: kind},
		{Name: "Scaled", Value: squares},
		{Name: "Flip", Value: int(l.flip)},
		{Name: "CornerReply", Value: int(l.corner)},
		{Name: "BadReplies", Value: int(l.bad)},
		{Name: "BadShare", Value: l.share},
		{Name: "TakesCorners", Value: corners},
	}
}

// encode returns a position as the list of numbers that the exported agent reads. It returns false
// for a position of another game and for a finished game.
func encode(p engines.Game) ([]int, bool) {
	g, err := gameOf(p)
	if err != nil || g.over {
		return nil, false
	}
	black, white := g.own, g.opp
	if g.turn == 1 {
		black, white = white, black
	}
	out := []int{g.turn}
	for sq := range 64 {
		out = append(out, int(black>>sq&1|white>>sq&1<<1))
	}
	return out, true
}
