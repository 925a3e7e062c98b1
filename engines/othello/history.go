package othello

import "github.com/lanista/lanista/engines"

// mostPlies is the length of the longest history: every one of 60 moves with a
// pass after it. Positions that no play can reach have room for fewer.
const mostPlies = 120

// history is how a game came to its position: where it began, and the moves from
// there. It is a plain value, so that a game stays one.
type history struct {
	own, opp uint64 // where it began, for the side to move there
	turn     int
	plies    int
	moves    [mostPlies]int8
}

// note adds a move.
func (h *history) note(m engines.Move) {
	h.moves[h.plies] = int8(m)
	h.plies++
}

// Start is the position in which the game began: the start of Othello, unless it
// was read from a board. The plies of an opening come after it.
func (g *game) Start() string {
	return newGame(g.history.own, g.history.opp, g.history.turn).String()
}

// Played lists the moves since Start, passes among them.
func (g *game) Played() []engines.Move {
	list := make([]engines.Move, g.plies)
	for i := range list {
		list[i] = engines.Move(g.history.moves[i])
	}
	return list
}
