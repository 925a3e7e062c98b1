package engines

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/keys"
)

// Record is the result of one game. It is small, because many records of short games may be in
// memory. Data that few games need is in the field Details.
type Record struct {
	Outcome Outcome // places by seat
	Plies   int     // moves made, without those of the opening
	Ending  Ending
	Forfeit *Forfeit // the failure that ended the game, or nil
	Details *Details // nil if the game has none
	// Content is a hash of the start position, the moves and the end of a game without chance.
	// Equal games have equal values. It is 0 for games with chance, and if the hash is unknown.
	Content uint64
}

// Details contains the optional data of a [Record]. Most games have none.
type Details struct {
	// Reason states in a word or two why the game ended, such as "checkmate"; see [Reasoner]. It
	// is "" for a game that a player lost by failing. The store does not keep the reason, because
	// replaying the moves gives it again.
	Reason string
	// Moves contains the moves of the opening and then those of the players, if
	// ArenaOptions.Moves is set. The last Record.Plies of them are the players' moves.
	Moves []Move
	// Evals contains the players' evaluations of the positions in which they moved, one per ply,
	// if ArenaOptions.Evals is set. It is NaN where the player is no [Assessor]. The evaluations
	// are not part of the JSON.
	Evals []float64
	// Searches contains the depth, size and duration of the players' searches, one element per
	// ply, if ArenaOptions.Evals is set. The searches are not part of the JSON.
	Searches []Search
	// Written contains the moves of a game that was played by a program with its own rules, in
	// the notation of that program. It is set only with ArenaOptions.Moves.
	Written []string
}

// Search contains the depth, the size and the duration of a player's search for one move.
type Search struct {
	Depth int           // in plies; 0 if the player is no [SearchReporter]
	Nodes uint64        // positions visited; 0 if the player is no [SearchReporter]
	Time  time.Duration // until the player returned its move
}

// Detail returns a pointer to the optional data of the record, for changing the data. It
// allocates the data if the record has none. Copies of a record share the data.
func (r *Record) Detail() *Details {
	if r.Details == nil {
		r.Details = new(Details)
	}
	return r.Details
}

// Clone returns a copy that does not share the optional data (Details) of the record.
func (r Record) Clone() Record {
	out := r
	if d := r.Details; d != nil {
		out.Details = &Details{d.Reason, slices.Clone(d.Moves), slices.Clone(d.Evals), slices.Clone(d.Searches), slices.Clone(d.Written)}
	}
	return out
}

// details returns the optional data of the record, or the zero value if there is none.
func (r *Record) details() Details {
	if r.Details == nil {
		return Details{}
	}
	return *r.Details
}

// Reason returns why the game ended in a word or two, such as "checkmate", or "" if that is not
// recorded.
func (r Record) Reason() string { return r.details().Reason }

// Moves returns the moves of the opening and of the players, or nil if they are not recorded.
func (r Record) Moves() []Move { return r.details().Moves }

// Evals returns the players' evaluations, one per ply, or nil if they are not recorded.
func (r Record) Evals() []float64 { return r.details().Evals }

// Searches returns the depth, size and duration of the players' searches, one element per ply, or
// nil if they are not recorded.
func (r Record) Searches() []Search { return r.details().Searches }

// Written returns the moves in the notation of the program that played the game, or nil if they
// are not recorded.
func (r Record) Written() []string { return r.details().Written }

// Forfeited reports whether the player at a seat, counted from 0, lost the game by a forfeit.
func (r Record) Forfeited(seat int) bool { return r.Forfeit != nil && r.Forfeit.Seat == seat }

// Why returns in words why the game ended: the reason that the game gave, such as "checkmate", or
// otherwise the name of the Ending.
func (r Record) Why() string { return cmp.Or(r.Reason(), r.Ending.String()) }

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

// MarshalJSON returns the record and its Details as one JSON object, without the evaluations.
func (r Record) MarshalJSON() ([]byte, error) {
	return json.Marshal(recordJSON{r.Outcome, r.Plies, r.Ending, r.Reason(), r.Forfeit, r.Moves(), r.Written(), r.Content})
}

// String returns the record as JSON, in the form of MarshalJSON.
func (r Record) String() string {
	text, err := r.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// UnmarshalJSON parses the JSON that MarshalJSON returns.
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

// Ending is the way in which a game ended, for example by its rules or by resignation.
type Ending uint8

// These are the ways in which a game ends.
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

// MarshalText returns the ending's name.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText parses the name of an ending.
func (e *Ending) UnmarshalText(text []byte) error {
	i, err := fromName(endingNames[:], string(text), "ending of a game")
	*e = Ending(i)
	return err
}

// Forfeit describes the failure of the player at one seat. It ends the game: the seat is placed
// last, and the others tie.
type Forfeit struct {
	Seat   int         `json:"seat" doc:"from 0"`
	Kind   ForfeitKind `json:"kind"`
	Reason string      `json:"reason"`
	// Evidence describes how a program failed. It is nil for players that are not programs.
	Evidence *Evidence `json:"evidence,omitempty"`
}

// Evidence describes the failure of an external program that played for an agent.
type Evidence struct {
	Program string           `json:"program"`           // its name in the config
	Weights map[string]Value `json:"weights,omitempty"` // of the agent, by name
	Seed    uint64           `json:"seed,string"`       // of the game; a string in JSON, because some readers of JSON represent numbers exactly only up to 2^53
	Agents  []Agent          `json:"agents,omitempty"`  // by seat; the game can be repeated with them and Seed
	Lines   []string         `json:"lines,omitempty"`   // the last lines sent and received, as "12.345 > line" with the time in seconds
	Stderr  string           `json:"stderr,omitempty"`  // the end of its standard error
	Status  string           `json:"status,omitempty"`  // of its process, if it has ended
}

// ForfeitRecord returns the record of a game that ended with a forfeit. seats is the number of
// seats. Like [Loser], it panics if the game does not have the seat of the forfeit.
func ForfeitRecord(seats int, f Forfeit) Record {
	return Record{Outcome: Loser(seats, f.Seat), Ending: Forfeited, Forfeit: &f}
}

// ForfeitKind is the kind of failure by which a player lost a game, such as a timeout.
type ForfeitKind uint8

// These are the kinds of failure. The store, JSON and texts for people use the names that
// [ForfeitKind.String] returns.
const (
	ForfeitError     ForfeitKind = iota // the player returned an error, or the cause is unknown
	ForfeitIllegal                      // the player chose a move that is not legal
	ForfeitTimeout                      // the player had not moved when its time was up
	ForfeitPanic                        // the player panicked
	ForfeitMalformed                    // the answer does not follow the protocol
	ForfeitStalled                      // the player did not answer at all
	ForfeitCrashed                      // the process of the player ended
)

var forfeitNames = [...]string{"error", "illegal", "timeout", "panic", "malformed", "stalled", "crashed"}

// ForfeitKinds returns all kinds of failure by which a player can lose a game.
func ForfeitKinds() []ForfeitKind {
	kinds := make([]ForfeitKind, len(forfeitNames))
	for i := range kinds {
		kinds[i] = ForfeitKind(i)
	}
	return kinds
}

// String returns the name of the kind of failure in lower case, such as "timeout". The name can
// follow the words "lost by".
func (k ForfeitKind) String() string { return named(forfeitNames[:], int(k), "kind") }

// MarshalText returns the name of the kind of failure.
func (k ForfeitKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText parses the name of a kind of failure.
func (k *ForfeitKind) UnmarshalText(text []byte) error {
	i, err := fromName(forfeitNames[:], string(text), "kind of forfeit")
	*k = ForfeitKind(i)
	return err
}

var (
	_ encoding.TextUnmarshaler = (*Ending)(nil)
	_ encoding.TextUnmarshaler = (*ForfeitKind)(nil)
)

// named returns names[i]. If there is no such name, it returns a text that contains what and the
// number i.
func named(names []string, i int, what string) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("%s(%d)", what, i)
	}
	return names[i]
}

func fromName(names []string, text, what string) (int, error) {
	if i := slices.Index(names, text); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("unknown %s %q (%s)", what, text, keys.Suggest(names, text))
}
