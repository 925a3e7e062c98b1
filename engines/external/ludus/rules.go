package ludus

import (
	"context"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// State is a position of a game whose rules a program owns.
type State struct {
	Turn     int
	Legal    []string // moves, in the program's order; none when it is over
	Position string
	Views    []string // what each seat sees, nil where all see the position
	Over     bool
	Outcome  engines.Outcome // when it is over
}

// Start has a program that owns rules deal a game. Seed is below 2^53.
func (s *Session) Start(ctx context.Context, settings engines.Settings, seats int, seed uint64) (State, error) {
	s.request("start")
	s.field("settings")
	s.out = appendSettings(s.out, settings)
	s.field("seats")
	s.out = strconv.AppendInt(s.out, int64(seats), 10)
	s.field("seed")
	s.out = strconv.AppendUint(s.out, seed, 10)
	line, err := s.ask(ctx, s.Timeouts.Reply)
	if err != nil {
		return State{}, err
	}
	return readState(line, seats)
}

// Apply has it make a move in the game that it dealt last.
func (s *Session) Apply(ctx context.Context, move string, seats int) (State, error) {
	s.request("apply")
	s.field("move")
	s.out = appendText(s.out, move)
	line, err := s.ask(ctx, s.Timeouts.Reply)
	if err != nil {
		return State{}, err
	}
	return readState(line, seats)
}

// mostMoveText bounds the text of a move, in bytes.
const mostMoveText = 1024

// readState reads the answer to start and to apply.
func readState(line []byte, seats int) (State, error) {
	var r struct {
		Turn     *whole     `json:"turn"`
		Legal    []*string  `json:"legal"`
		Position *string    `json:"position"`
		Views    []*string  `json:"views"`
		Places   []*whole   `json:"places"`
		Scores   []*float64 `json:"scores"`
	}
	if err := decode(line, &r); err != nil {
		return State{}, err
	}
	bad := func(format string, args ...any) (State, error) {
		return State{}, driver.Malformed("a state of the game: "+format+": %s", append(args, driver.Printable(string(line)))...)
	}
	var s State
	if r.Position != nil {
		s.Position = *r.Position
	}
	if r.Views != nil {
		if len(r.Views) != seats {
			return bad("%d views for %d seats", len(r.Views), seats)
		}
		for i, v := range r.Views {
			if v == nil {
				return bad("no view of seat %d", i+1)
			}
			s.Views = append(s.Views, *v)
		}
	}
	var err error
	switch {
	case r.Places != nil && r.Scores != nil:
		return bad("places or scores, not both")
	case r.Places != nil || r.Scores != nil:
		s.Over = true
		s.Outcome, err = readOutcome(r.Places, r.Scores, seats)
		return s, err
	case r.Turn == nil || *r.Turn < 0 || int(*r.Turn) >= seats:
		return bad("turn is a seat from 0 to %d", seats-1)
	case r.Position == nil:
		return bad("position is missing")
	case len(r.Legal) == 0:
		return bad("it is not over (places), and there is no legal move")
	}
	s.Turn = int(*r.Turn)
	seen := make(map[string]bool, len(r.Legal))
	for _, m := range r.Legal {
		if m == nil || *m == "" || len(*m) > mostMoveText || !printable(*m) || seen[*m] {
			return bad("legal moves are different texts in one line, of at most %d bytes", mostMoveText)
		}
		seen[*m] = true
		s.Legal = append(s.Legal, *m)
	}
	return s, nil
}
