package chess

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/chess/internal/exported"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/keys"
)

var _ portable.Exporter = (*engine)(nil)

// Portable returns the source of a program that plays like the agent: the rules of chess, the
// evaluation and the search. It returns an error for Chess960, whose castling the program does not
// support.
func (e *engine) Portable(a engines.Agent) (portable.Program, error) {
	own, err := newEngine(e, a.Settings)
	if err != nil {
		return portable.Program{}, err
	}
	if own.table.chess960 {
		return portable.Program{}, keys.Errorf("chess960", "the castling of Chess960 has no portable form")
	}
	weights, err := portable.Weights(own.space, a.Weights)
	if err != nil {
		return portable.Program{}, err
	}
	threats := 0
	if len(own.space) > len(space) {
		threats = 1
	}
	middle, end := portableSquares()
	return portable.Program{
		Game:    "chess",
		Sources: []string{exported.Constants, exported.Rules, exported.Evaluation, exported.Search},
		Values: []portable.Value{
			weights,
			{Name: "Threats", Value: threats},
			{Name: "Depth", Value: own.depth},
			{Name: "Middle", Value: middle},
			{Name: "End", Value: end},
		},
		About: []string{
			"A position has 72 numbers and the moves since the last capture or pawn move, because a search",
			"treats a repeated position as a draw. The first 71 are the position before these moves: the 64",
			"squares a1, b1 to h8 (0 empty, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king, negative for",
			"Black), the side to move (0 White, 1 Black), four rights to castle as 0 or 1 (White short, White",
			"long, Black short, Black long), the square of a legal capture en passant or 64, the plies since the",
			"last capture or pawn move. Then follow the number of the moves and the moves. A move is from + 64 *",
			"to + 4096 * promotion. Castling is the move of the king. The setting nodes is not part of this",
			"program. From depth 4 on it may choose another of several equally good moves.",
		},
		// From tableDepth on, the results of earlier searches decide between moves of equal values.
		Depth:  min(own.depth, tableDepth-1),
		Encode: encode,
		Move:   func(_ engines.Game, m engines.Move) int { return int(m) },
		Agent: func(depth int) engines.Agent {
			settings := engines.Settings{"depth": fmt.Sprint(depth), "nodes": "0"}
			return engines.Agent{Weights: a.Weights, Settings: a.Settings.Merge(settings)}
		},
	}, nil
}

// portableSquares returns the piece-square tables of White: how much a piece is worth on each
// square in addition to its weight. middle applies with all pieces on the board, and end with only
// kings and pawns. Each table has 64 values for every kind of piece, from the pawn to the king.
func portableSquares() (middle, end []int) {
	for kind := board.Pawn; kind <= board.King; kind++ {
		for _, at := range squareTables[kind] {
			middle, end = append(middle, int(at.middle)), append(end, int(at.end))
		}
	}
	return middle, end
}

// encode returns a position as the list of numbers that the exported agent reads: the position
// after the last capture or pawn move, then the moves since then. It returns false for a position
// of another game, for a finished game, and for a game of Chess960, which the agent cannot play.
func encode(p engines.Game) ([]int, bool) {
	g, err := gameOf(p)
	if err != nil || g.Over() || g.at.Chess960() {
		return nil, false
	}
	before := len(g.moves) - (len(g.keys) - 1)
	at := g.start
	for _, m := range g.moves[:before] {
		at.Make(board.Move(m))
	}
	var out []int
	for s := range board.Square(64) {
		x := at.At(s)
		n := x.Kind()
		if x.Side() == black {
			n = -n
		}
		out = append(out, n)
	}
	out = append(out, at.Side)
	for right := range 4 {
		out = append(out, int(at.Castling>>right&1))
	}
	out = append(out, int(at.Passant), at.Clock, len(g.keys)-1)
	for _, m := range g.moves[before:] {
		out = append(out, int(m))
	}
	return out, true
}
