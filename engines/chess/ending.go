package chess

import (
	"github.com/lanista/lanista/engines"
)

// ending is how a game has ended.
type ending uint8

const (
	goesOn ending = iota
	checkmate
	stalemate
	material
	repetition
	fiftyMoves
	tooLong
	resigned
	agreed
)

var endingNames = [...]string{
	goesOn:     "",
	checkmate:  "checkmate",
	stalemate:  "stalemate",
	material:   "material",
	repetition: "threefold",
	fiftyMoves: "fifty moves",
	tooLong:    "plies",
	resigned:   "resign",
	agreed:     "draw",
}

// String is the ending in a word or two, empty while the game goes on.
func (e ending) String() string { return endingNames[e] }

const (
	repetitions = 3
	idlePlies   = 100 // without capture or pawn's move
)

// settle finds the legal moves of the position, and whether it ends the game.
func (g *game) settle() {
	g.legal = g.at.Moves(g.legal[:0])
	g.end = g.ending()
	if g.end != goesOn {
		g.legal = g.legal[:0]
	}
}

// ending tests the ways to end in the order of the rules.
func (g *game) ending() ending {
	switch {
	case len(g.legal) == 0 && g.at.InCheck():
		return checkmate
	case len(g.legal) == 0:
		return stalemate
	case g.at.Dead():
		return material
	case g.repeated():
		return repetition
	case g.at.Clock >= idlePlies:
		return fiftyMoves
	case len(g.moves) >= g.table.maxPlies:
		return tooLong
	}
	return g.said.verdict(&g.table.rules, len(g.moves))
}

// repeated reports whether the position stands on the board for the third time.
func (g *game) repeated() bool {
	last := len(g.keys) - 1
	times := 1
	for i := last - 2; i >= 0; i -= 2 {
		if g.keys[i] == g.keys[last] {
			if times++; times == repetitions {
				return true
			}
		}
	}
	return false
}

// Over reports whether the game has ended.
func (g *game) Over() bool { return g.end != goesOn }

// Outcome is won by who has mated or is agreed to be winning, and otherwise drawn.
func (g *game) Outcome() engines.Outcome {
	switch g.end {
	case checkmate:
		return engines.Loser(2, g.at.Side)
	case resigned:
		return engines.Winner(2, g.said.winner())
	}
	return engines.Draw(2)
}

// Ending says how the game has ended.
func (g *game) Ending() engines.Ending {
	switch g.end {
	case tooLong:
		return engines.MoveCap
	case resigned, agreed:
		return engines.Adjudicated
	}
	return engines.ByRules
}

// Reason says how the game has ended, in a word or two of chess.
func (g *game) Reason() string { return g.end.String() }

var _ engines.Assessor = (*player)(nil)

// adjudication says when a game is decided by what the players say of it. Moves of
// 0 are never.
type adjudication struct {
	winMoves  int
	winScore  float64
	drawMoves int
	drawScore float64
	drawFrom  int
}

// said is what the players have said of the game: how often in a row each has
// called it won for one side, or drawn.
type said struct {
	ahead [2]int // above 0: so many times for White; below: for Black
	drawn [2]int
}

// Adjudicates reports whether the table ends games that are decided.
func (g *game) Adjudicates() bool { return g.table.rules.winMoves > 0 || g.table.rules.drawMoves > 0 }

// Assessed tells what a seat thinks of the position that it is about to move in:
// centipawns, or, for a mate in sight, more than any position is worth. ok is false
// if it does not say.
func (g *game) Assessed(seat int, worth float64, ok bool) {
	g.said.hear(&g.table.rules, seat, worth, ok)
}

// hear counts a score.
func (s *said) hear(r *adjudication, seat int, worth float64, ok bool) {
	forWhite := worth
	if seat == black {
		forWhite = -worth
	}
	switch {
	case !ok:
		s.ahead[seat] = 0
	case forWhite >= r.winScore:
		s.ahead[seat] = max(s.ahead[seat], 0) + 1
	case forWhite <= -r.winScore:
		s.ahead[seat] = min(s.ahead[seat], 0) - 1
	default:
		s.ahead[seat] = 0
	}
	if ok && worth >= -r.drawScore && worth <= r.drawScore {
		s.drawn[seat]++
	} else {
		s.drawn[seat] = 0
	}
}

// progress is a capture or a pawn's move: a draw is counted anew.
func (s *said) progress() { s.drawn = [2]int{} }

// verdict is how the game ends by what was said, if it does.
func (s *said) verdict(r *adjudication, plies int) ending {
	if n := r.winMoves; n > 0 && (min(s.ahead[white], s.ahead[black]) >= n || max(s.ahead[white], s.ahead[black]) <= -n) {
		return resigned
	}
	if n := r.drawMoves; n > 0 && plies >= r.drawFrom && min(s.drawn[white], s.drawn[black]) >= n {
		return agreed
	}
	return goesOn
}

// winner is the seat that both call ahead.
func (s *said) winner() int {
	if s.ahead[white] > 0 {
		return white
	}
	return black
}
