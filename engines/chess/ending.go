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

// settle updates the legal moves and the ending after the position has changed. A finished game has
// no legal moves.
func (g *game) settle() {
	g.legal = g.at.Moves(g.legal[:0])
	g.end = g.ending()
	if g.end != goesOn {
		g.legal = g.legal[:0]
	}
}

// ending returns the reason why the game is over, or goesOn if it is not. If several reasons apply,
// the package comment states which one counts.
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

// Ending returns the category of the ending: by the rules, by the largest number of plies, or by
// adjudication.
func (g *game) Ending() engines.Ending {
	switch g.end {
	case tooLong:
		return engines.MoveCap
	case wonByScores, drawnByScores:
		return engines.Adjudicated
	}
	return engines.ByRules
}

// Reason returns the reason for the end of the game in a word or two, such as "checkmate", or "" if
// it is not over.
func (g *game) Reason() string { return g.end.String() }

var _ engines.Assessor = (*player)(nil)

// adjudication contains the conditions under which the scores of the players end a game early.
// resignMoves = 0 and drawMoves = 0 each disable one condition.
type adjudication struct {
	resignMoves int     // moves in a row with a winning score after which a side wins
	winScore    float64 // smallest winning score, in hundredths of a pawn
	loserAlone  bool    // the scores of the losing player end the game, without those of the winner
	drawMoves   int     // moves in a row with a draw score after which the game is drawn
	drawScore   float64 // largest absolute value of a draw score
	drawFrom    int     // smallest number of plies of a game that is drawn by scores
}

// scoreCounts counts the scores that the players gave in a row. For each player, one count is of
// scores that show a win for the same side, and another is of scores that show a draw.
type scoreCounts struct {
	ahead [2]int // by player: n > 0 means n scores for White, n < 0 means -n scores for Black
	drawn [2]int // by player
	won   int    // the winner, if the scores have ended the game
}

// Adjudicates reports whether the settings allow a game to end by adjudication.
func (g *game) Adjudicates() bool {
	return g.table.rules.resignMoves > 0 || g.table.rules.drawMoves > 0
}

// Assessed records the score that a player gives the position before its move, in centipawns from
// this player's view. A mate exceeds every other score. ok is false if the player gives no score.
func (g *game) Assessed(seat int, score float64, ok bool) {
	g.scores.add(&g.table.rules, seat, score, ok)
}

// add counts a score that the player at a seat gave, from this player's view. The score continues
// or restarts the player's count of scores that show a win for one side, and its count of draw
// scores. If ok is false, the player gave no score and both counts become 0.
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

// progress resets the counts of draw scores. It is called after a capture or a pawn move.
func (s *scoreCounts) progress() { s.drawn = [2]int{} }

// ending returns wonByScores or drawnByScores if the scores of the players end the game now, after
// the given number of plies. Otherwise it returns goesOn. If a side wins, ending stores this side
// in s.won.
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
