package chess

import "github.com/lanista/lanista/engines"

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
