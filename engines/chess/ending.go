package chess

import (
	"github.com/lanista/lanista/engines"
)

// ending is the reason why a game ended, such as checkmate.
type ending uint8

const (
	goesOn ending = iota
	checkmate
	stalemate
	insufficient // material for any mate
	repetition
	fiftyMoves
	tooLong
	wonByScores // adjudicated; a player that resigns itself ends its game by engines.ErrResigned
	drawnByScores
)

var endingNames = [...]string{
	goesOn:        "",
	checkmate:     "checkmate",
	stalemate:     "stalemate",
	insufficient:  "material",
	repetition:    "threefold",
	fiftyMoves:    "fifty moves",
	tooLong:       "plies",
	wonByScores:   "resign",
	drawnByScores: "draw",
}

// String returns the reason for the end in a word or two, or "" while the game goes on.
func (e ending) String() string { return endingNames[e] }

const (
	repetitions = 3   // occurrences of one position after which the game is drawn
	idlePlies   = 100 // plies without a capture or a pawn's move after which the game is drawn
)

// settle computes the legal moves of the position and whether the game is over.
func (g *game) settle() {
	g.legal = g.at.Moves(g.legal[:0])
	g.end = g.ending()
	if g.end != goesOn {
		g.legal = g.legal[:0]
	}
}

// ending returns the reason why the game is over, or goesOn if it is not. It tests the reasons in
// the order of the rules.
func (g *game) ending() ending {
	switch {
	case len(g.legal) == 0 && g.at.InCheck():
		return checkmate
	case len(g.legal) == 0:
		return stalemate
	case g.table.recorded:
		return goesOn
	case g.at.Dead():
		return insufficient
	case g.repeated():
		return repetition
	case g.at.Clock >= idlePlies:
		return fiftyMoves
	case len(g.moves) >= g.table.maxPlies:
		return tooLong
	}
	return g.scores.ending(&g.table.rules, len(g.moves))
}

// repeated reports whether the position occurs for the third time.
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

// Outcome returns a win for the side that gave mate or won by adjudication, and otherwise a draw.
func (g *game) Outcome() engines.Outcome {
	switch g.end {
	case checkmate:
		return engines.Loser(2, g.at.Side)
	case wonByScores:
		return engines.Winner(2, g.scores.won)
	}
	return engines.Draw(2)
}

// Ending returns the general kind of ending, for example by the rules or by adjudication.
func (g *game) Ending() engines.Ending {
	switch g.end {
	case tooLong:
		return engines.MoveCap
	case wonByScores, drawnByScores:
		return engines.Adjudicated
	}
	return engines.ByRules
}

// Reason returns the reason for the end in a word or two, such as checkmate.
func (g *game) Reason() string { return g.end.String() }

var _ engines.Assessor = (*player)(nil)

// adjudication contains the conditions under which the players' scores end a game early. A number
// of moves of 0 disables its condition.
type adjudication struct {
	resignMoves int     // moves in a row with a winning score after which a side wins
	winScore    float64 // smallest winning score, in hundredths of a pawn
	loserAlone  bool    // the scores of the losing player end the game, without those of the winner
	drawMoves   int     // moves in a row with a draw score after which the game is drawn
	drawScore   float64 // largest absolute value of a draw score
	drawFrom    int     // smallest number of plies of a game that is drawn by scores
}

// scoreCounts counts, for each player, how many of its latest scores in a row show a win for one
// and the same side, and how many show a draw.
type scoreCounts struct {
	ahead [2]int // by player: n > 0 means n scores for White, n < 0 means -n scores for Black
	drawn [2]int // by player
	won   int    // the winner, if the scores have ended the game
}

// Adjudicates reports whether the settings allow a game to end by adjudication.
func (g *game) Adjudicates() bool {
	return g.table.rules.resignMoves > 0 || g.table.rules.drawMoves > 0
}

// Assessed records a player's score of the position before its move, in hundredths of a pawn. A
// mate exceeds every other score. ok is false if the player has no score.
func (g *game) Assessed(seat int, score float64, ok bool) {
	g.scores.add(&g.table.rules, seat, score, ok)
}

// add records the score that the player at a seat gave, from this player's point of view. It
// continues or restarts two counts of the player's scores in a row: those that show a win for the
// same side, and those that show a draw. A missing score (ok = false) sets both to 0.
func (s *scoreCounts) add(r *adjudication, seat int, score float64, ok bool) {
	forWhite := score
	if seat == black {
		forWhite = -score
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
	if ok && score >= -r.drawScore && score <= r.drawScore {
		s.drawn[seat]++
	} else {
		s.drawn[seat] = 0
	}
}

// progress restarts the counts of draw scores, because a capture or a pawn move was made.
func (s *scoreCounts) progress() { s.drawn = [2]int{} }

// ending returns the reason for adjudication if the players' scores end the game now, and goesOn
// otherwise.
func (s *scoreCounts) ending(r *adjudication, plies int) ending {
	if n := r.resignMoves; n > 0 {
		forWhite, forBlack := min(s.ahead[white], s.ahead[black]) >= n, max(s.ahead[white], s.ahead[black]) <= -n
		if r.loserAlone {
			forWhite, forBlack = s.ahead[black] >= n, s.ahead[white] <= -n
		}
		if forWhite || forBlack {
			s.won = white
			if forBlack {
				s.won = black
			}
			return wonByScores
		}
	}
	if n := r.drawMoves; n > 0 && plies >= r.drawFrom && min(s.drawn[white], s.drawn[black]) >= n {
		return drawnByScores
	}
	return goesOn
}
