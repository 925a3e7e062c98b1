package engines

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/lanista/lanista/keys"
)

// Record is the result of one game. It is small, because a tournament of short games has many
// in memory; what few games have is in its Details.
type Record struct {
	Outcome Outcome // places by seat
	Plies   int     // moves made, without those of the opening
	Ending  Ending
	Forfeit *Forfeit // the failure that ended the game, or nil
	Details *Details // nil if the game has none
	// Content is a hash of the start position, the moves and the end of a game without
	// chance. Equal games have equal contents. It is 0 for games with chance, and if it is
	// unknown.
	Content uint64
}

// Details are the parts of a Record that few games have.
type Details struct {
	// Reason names why the game was over in a word or two, such as "checkmate"; see
	// [Reasoner]. It is "" for a forfeited game. The store does not keep it, because the
	// moves lead to it again.
	Reason string
	// Moves are the moves of the opening and of the game, if ArenaOptions.Moves is set. The
	// last Plies of them are the game's.
	Moves []Move
	// Evals are the players' evaluations of the positions in which they moved, by ply, and NaN
	// for a player that is no [Assessor], if ArenaOptions.Evals is set. They are not part of
	// the JSON.
	Evals []float64
	// Written are the moves of a game that a program has played by itself, in the program's
	// notation, if ArenaOptions.Moves is set.
	Written []string
}

// Detail returns the details for writing and makes them if there are none. Copies of a record
// share them.
func (r *Record) Detail() *Details {
	if r.Details == nil {
		r.Details = new(Details)
	}
	return r.Details
}

// Clone returns a copy that shares no details.
func (r Record) Clone() Record {
	out := r
	if d := r.Details; d != nil {
		out.Details = &Details{d.Reason, slices.Clone(d.Moves), slices.Clone(d.Evals), slices.Clone(d.Written)}
	}
	return out
}

// known returns the details, empty if there are none.
func (r *Record) known() Details {
	if r.Details == nil {
		return Details{}
	}
	return *r.Details
}

// Reason returns the reason of the Details, or "".
func (r Record) Reason() string { return r.known().Reason }

// Moves returns the moves of the Details, or nil.
func (r Record) Moves() []Move { return r.known().Moves }

// Evals returns the evaluations of the Details, or nil.
func (r Record) Evals() []float64 { return r.known().Evals }

// Written returns the written moves of the Details, or nil.
func (r Record) Written() []string { return r.known().Written }

// Forfeited reports whether a seat forfeited the game.
func (r Record) Forfeited(seat int) bool { return r.Forfeit != nil && r.Forfeit.Seat == seat }

// Why returns why the game was over, in words: its reason, or its ending if it has none.
func (r Record) Why() string { return cmp.Or(r.Reason(), r.Ending.String()) }

// recordJSON is the JSON of a Record.
type recordJSON struct {
	Outcome Outcome  `json:"outcome"`
	Plies   int      `json:"plies"`
	Ending  Ending   `json:"ending"`
	Reason  string   `json:"reason,omitempty"`
	Forfeit *Forfeit `json:"forfeit,omitempty"`
	Moves   []Move   `json:"moves,omitempty"`
	Written []string `json:"written,omitempty"`
	Content uint64   `json:"content,omitempty,string"`
}

// MarshalJSON returns the record and its details as one object, without the evaluations.
func (r Record) MarshalJSON() ([]byte, error) {
	return json.Marshal(recordJSON{r.Outcome, r.Plies, r.Ending, r.Reason(), r.Forfeit, r.Moves(), r.Written(), r.Content})
}

// String returns the JSON of MarshalJSON.
func (r Record) String() string {
	text, err := r.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// UnmarshalJSON reads the JSON of MarshalJSON.
func (r *Record) UnmarshalJSON(data []byte) error {
	var in recordJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*r = Record{Outcome: in.Outcome, Plies: in.Plies, Ending: in.Ending, Forfeit: in.Forfeit, Content: in.Content}
	if in.Reason != "" || in.Moves != nil || in.Written != nil {
		r.Details = &Details{Reason: in.Reason, Moves: in.Moves, Written: in.Written}
	}
	return nil
}

// Ending is the way in which a game ended.
type Ending uint8

// The ways in which a game ends.
const (
	ByRules     Ending = iota // by the rules of the game
	Forfeited                 // a player failed; see [Forfeit]
	RoundCap                  // after a maximum number of rounds, with an outcome from the position
	MoveCap                   // after a maximum number of moves, with an outcome from the position
	Adjudicated               // early, because the evaluations of the players agreed on the result
	Resigned                  // a player gave up; see [ErrResigned]
)

var endingNames = [...]string{"rules", "forfeit", "round cap", "move cap", "adjudicated", "resigned"}

// String returns the ending's name.
func (e Ending) String() string { return named(endingNames[:], int(e), "ending") }

// MarshalText writes the name.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads the name.
func (e *Ending) UnmarshalText(text []byte) error {
	i, err := fromName(endingNames[:], string(text), "ending of a game")
	*e = Ending(i)
	return err
}

// Forfeit is a failure of the player at one seat, which ends the game. The seat is placed
// last, and the others tie.
type Forfeit struct {
	Seat   int         `json:"seat"` // from 0
	Kind   ForfeitKind `json:"kind"`
	Reason string      `json:"reason"`
	// Evidence describes the failure of a program; nil for other players.
	Evidence *Evidence `json:"evidence,omitempty"`
}

// Evidence describes the failure of an agent that is a program.
type Evidence struct {
	Program string             `json:"program"`           // its name in the config
	Weights map[string]float64 `json:"weights,omitempty"` // of the agent, by name
	Seed    uint64             `json:"seed,string"`       // of the game; a text, since numbers of JSON may end at 2^53
	Agents  []Agent            `json:"agents,omitempty"`  // by seat; with Seed they play the same game again
	Lines   []string           `json:"lines,omitempty"`   // the last lines sent and received, as "12.345 > line" with the time in seconds
	Stderr  string             `json:"stderr,omitempty"`  // the end of its standard error
	Status  string             `json:"status,omitempty"`  // of its process, if it has ended
}

// ForfeitRecord returns the record of a game of a number of seats that ended with a forfeit.
// Like [Loser], it panics if the game does not have the seat of the forfeit.
func ForfeitRecord(seats int, f Forfeit) Record {
	return Record{Outcome: Loser(seats, f.Seat), Ending: Forfeited, Forfeit: &f}
}

// ForfeitKind is the kind of failure that lost a game.
type ForfeitKind uint8

// The kinds of forfeit. The store, JSON and texts for people write the names that
// [ForfeitKind.String] returns.
const (
	ForfeitError     ForfeitKind = iota // the player returned an error, or the cause is unknown
	ForfeitIllegal                      // the player chose a move that is not legal
	ForfeitTimeout                      // the player moved after its time was up
	ForfeitPanic                        // the player panicked
	ForfeitMalformed                    // the answer does not follow the protocol
	ForfeitStalled                      // the player did not answer at all
	ForfeitCrashed                      // the process of the player ended
)

var forfeitNames = [...]string{"error", "illegal", "timeout", "panic", "malformed", "stalled", "crashed"}

// String returns the kind's name, which can follow "lost by": "timeout".
func (k ForfeitKind) String() string { return named(forfeitNames[:], int(k), "kind") }

// MarshalText writes the name.
func (k ForfeitKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the name.
func (k *ForfeitKind) UnmarshalText(text []byte) error {
	i, err := fromName(forfeitNames[:], string(text), "kind of forfeit")
	*k = ForfeitKind(i)
	return err
}

var (
	_ encoding.TextUnmarshaler = (*Ending)(nil)
	_ encoding.TextUnmarshaler = (*ForfeitKind)(nil)
)

// named returns name i, or what and i for a value without a name.
func named(names []string, i int, what string) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("%s(%d)", what, i)
	}
	return names[i]
}

// fromName returns the index of the name text, or an error that lists the names.
func fromName(names []string, text, what string) (int, error) {
	if i := slices.Index(names, text); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("unknown %s %q (%s)", what, text, keys.Suggest(names, text))
}
