package engines

import "math"

// Assessor is implemented by players that say what they think of their position.
type Assessor interface {
	// Assessment is what the position in which the last Choose was asked is worth
	// to the player, in the game's customary unit: in chess in hundredths of a pawn,
	// a mate in sight being worth more than any position. ok is false where the
	// player did not say.
	Assessment() (worth float64, ok bool)
}

// adjudicator is implemented by games that may end because the players agree on how
// they will end. A game so ended says Adjudicated as its Ending; its moves alone,
// played again, lead to the same position, not to its end.
type adjudicator interface {
	// Adjudicates reports whether the table ends games so; otherwise nothing is told.
	Adjudicates() bool
	// Assessed tells, before a seat's move is made, what its player thinks of the
	// position; ok is false if it does not say.
	Assessed(seat int, worth float64, ok bool)
}

// assess keeps what the player of a seat thinks, and tells the game, where they want
// it.
func (m *match) assess(to *Record, seat int) {
	worth, ok := 0.0, false
	if a := m.seats[seat].assessor; a != nil {
		m.at = seat
		worth, ok = a.Assessment()
		m.at = -1
	}
	if m.judge != nil {
		m.judge.Assessed(seat, worth, ok)
	}
	if m.appraised {
		if !ok {
			worth = math.NaN()
		}
		d := to.Detail()
		d.Evals = append(d.Evals, worth)
	}
}
