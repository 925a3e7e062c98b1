package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// Played is a move that was made.
type Played struct {
	Seat int    `json:"seat" doc:"who made it, from 0"`
	Move string `json:"move" doc:"in the game's notation"`
	Told string `json:"told" doc:"what chance did, in words; empty where it did nothing"`
}

func seatRange(s engines.Spec) string {
	if s.MinSeats == s.MaxSeats {
		return fmt.Sprintf("%d", s.MinSeats)
	}
	return fmt.Sprintf("%d to %d", s.MinSeats, s.MaxSeats)
}

// Engine is the game, set as the table is.
func (t *Table) Engine() engines.Engine { return t.engine }

// Seen is the position as the seat to move sees it.
func (t *Table) Seen() engines.Position { return engines.View(t.game, t.game.Turn()) }

// Game is a copy of the game, with the chance still to come.
func (t *Table) Game() engines.Game { return t.game.Clone() }

// Over reports whether the game is over.
func (t *Table) Over() bool { return t.game.Over() }

// Plies is the number of moves made.
func (t *Table) Plies() int { return len(t.moves) }

// Play makes a move, written as the game writes it, for the seat to move. A
// refused move leaves the table as it was.
func (t *Table) Play(text string) (Played, error) {
	name := t.engine.Spec().Name
	if t.game.Over() {
		return Played{}, refuse(IllegalMove, "move", "%s: the game is over", name)
	}
	m, err := t.game.ParseMove(text)
	if err != nil {
		return Played{}, refuse(IllegalMove, "move", "%s: %w", name, err)
	}
	return t.make(m)
}

// make makes a move for the seat to move.
func (t *Table) make(m engines.Move) (Played, error) {
	name := t.engine.Spec().Name
	if len(t.moves) >= MaxPlies {
		return Played{}, refuse(IllegalMove, "move", "%s: the game has %d moves, which is the most that a table keeps", name, MaxPlies)
	}
	p := Played{Seat: t.game.Turn(), Move: t.game.FormatMove(m)}
	if err := t.game.Apply(m); err != nil {
		return Played{}, refuse(IllegalMove, "move", "%s: %w", name, err)
	}
	if told, ok := t.game.(show.EventReporter); ok {
		p.Told = told.LastEvent()
	}
	t.moves, t.seats = append(t.moves, m), append(t.seats, p.Seat)
	return p, nil
}

// Back takes back so many moves, at least one.
func (t *Table) Back(plies int) error {
	if plies < 1 || plies > len(t.moves) {
		return refuse(BadRequest, "plies", "%d moves cannot be taken back: %d have been made", plies, len(t.moves))
	}
	return t.keep(len(t.moves) - plies)
}

// BackTo goes back to before the last move of a seat.
func (t *Table) BackTo(seat int) error {
	for i := len(t.seats) - 1; i >= 0; i-- {
		if t.seats[i] == seat {
			return t.keep(i)
		}
	}
	return refuse(BadRequest, "seat", "seat %d has made no move yet", seat)
}

// keep plays the game again up to a ply and counts what was taken back.
func (t *Table) keep(plies int) error {
	moves := slices.Clone(t.moves[:plies])
	t.restart()
	t.takebacks++
	return t.replay(moves)
}

// replay makes moves that were legal once.
func (t *Table) replay(moves []engines.Move) error {
	for i, m := range moves {
		if t.game.Over() {
			return fmt.Errorf("%d moves are left after the end", len(moves)-i)
		}
		seat := t.game.Turn()
		if err := t.game.Apply(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		t.moves, t.seats = append(t.moves, m), append(t.seats, seat)
	}
	return nil
}

// Record is a finished game: a new table of it plays it again.
type Record struct {
	_     struct{} `nullable:"true"`
	Seed  string   `json:"seed" doc:"of all chance, in decimal digits"`
	Start *string  `json:"start" doc:"the position it began with; null for the game's own start"`
	Moves []string `json:"moves"`
}

// record writes the game down; nil while it is not over.
func (t *Table) record() (*Record, error) {
	if !t.game.Over() {
		return nil, nil
	}
	r := &Record{Seed: fmt.Sprint(t.seed), Moves: make([]string, len(t.moves))}
	if t.setup.Position != "" {
		r.Start = &t.setup.Position
	}
	g := t.root.Clone()
	for i, m := range t.moves {
		r.Moves[i] = g.FormatMove(m)
		if err := g.Apply(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return r, nil
}

// legal writes the legal moves of a position; none when it is over.
func legal(p engines.Position) []string {
	out := []string{}
	if p.Over() {
		return out
	}
	for _, m := range p.Moves(nil) {
		out = append(out, strings.TrimSpace(p.FormatMove(m)))
	}
	return out
}
