package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
)

// MaxMoves is the largest number of moves that a session accepts.
const MaxMoves = 20_000

// MaxListed is the largest number of moves that [Session.Legal] returns. It bounds the time and the
// memory for their texts.
const MaxListed = 100_000

// Options are the options of a session. The zero value describes a game from its normal start
// with the usual number of seats.
type Options struct {
	// Settings are the settings of the game that differ from its defaults. The engine must already
	// have them; they are only stored in a [Record].
	Settings engines.Settings
	// Seats is the number of seats; 0 means the number of seats of Position or, without
	// one, the default of the game.
	Seats int
	// Position is the position in which the game begins, in the game's notation. "" means the
	// start position.
	Position string
	// Seed determines all chance events of the game and the random numbers of its agents.
	Seed uint64
	// MoveTime, if above 0, is the agents' time per move, after which a session waits 10 more
	// seconds and then returns an error. It does not set the agents' own limit, which the caller
	// must set to the same time, as engines.Agent.Limit or as a setting of a program. A session does
	// not compare the two: with a longer limit an agent's search ends with the error, and a shorter
	// limit holds.
	MoveTime time.Duration
	// Cache stores finished searches; nil means no cache.
	Cache Cache
}

// Session is one game between people and agents. People play all seats to which
// [Session.SetAgent] assigned no agent. Only one goroutine at a time may use a session.
type Session struct {
	engine    engines.Engine
	options   Options
	start     engines.Game
	game      engines.Game
	moves     []engines.Move
	movers    []int // seat of each move
	takebacks int
	agents    map[int]engines.Agent  // agents by seat
	players   map[int]engines.Player // players of the agents that have moved since the last undo, by seat
}

// New starts a session of a game. The engine e must already have the settings in o. If an option is
// invalid, the error is a *keys.KeyError with the path seats, position or settings. The path is ""
// if a game that implements [engines.ArenaFactory] cannot start, because no single option causes
// this.
func New(e engines.Engine, o Options) (*Session, error) {
	s := &Session{engine: e, options: o, agents: make(map[int]engines.Agent), players: make(map[int]engines.Player)}
	var err error
	if o.Position == "" {
		s.start, err = newGame(e, o)
	} else {
		s.start, err = parseGame(e, o)
	}
	if err != nil {
		return nil, err
	}
	s.game = s.start.Clone()
	return s, nil
}

func newGame(e engines.Engine, o Options) (engines.Game, error) {
	spec := e.Spec()
	o.Seats = cmp.Or(o.Seats, spec.DefaultSeats())
	if o.Seats < spec.MinSeats || o.Seats > spec.MaxSeats {
		return nil, keys.Errorf("seats", "%d is not within [%d, %d]", o.Seats, spec.MinSeats, spec.MaxSeats)
	}
	g, err := e.NewGame(o.Seats, o.Seed)
	if err == nil {
		return g, nil
	}
	wrong := &keys.KeyError{Path: "settings", Err: err}
	if _, whole := engines.As[engines.ArenaFactory](e); whole { // it may have no positions, with any settings
		wrong.Path = ""
	}
	return nil, wrong
}

func parseGame(e engines.Engine, o Options) (engines.Game, error) {
	g, err := e.ParseGame(o.Position, o.Seed)
	if err != nil {
		return nil, &keys.KeyError{Path: "position", Err: err}
	}
	if o.Seats != 0 && o.Seats != g.Seats() {
		return nil, keys.Errorf("seats", "the position has %d seats, not %d", g.Seats(), o.Seats)
	}
	return g, nil
}

// CheckSeat returns an error if the game does not have the given seat, counted from 0. The text of
// the error counts from 1.
func (s *Session) CheckSeat(seat int) error {
	switch n := s.start.Seats(); {
	case seat >= 0 && seat < n:
		return nil
	case n == 1:
		return fmt.Errorf("seat %d: the game has one seat", seat+1)
	default:
		return fmt.Errorf("seat %d: the game has seats 1 to %d", seat+1, n)
	}
}

// Engine returns the game, with its settings.
func (s *Session) Engine() engines.Engine { return s.engine }

// Game returns a copy of the game, which includes hidden information and future chance events.
func (s *Session) Game() engines.Game { return s.game.Clone() }

// View returns the position as the player of a seat sees it, without hidden information. It is only
// valid until the next move.
func (s *Session) View(seat int) engines.Position { return engines.View(s.game, seat) }

// Turn returns the seat to move, counted from 0.
func (s *Session) Turn() int { return s.game.Turn() }

// Seats returns the number of seats.
func (s *Session) Seats() int { return s.game.Seats() }

// Over reports whether the game is over.
func (s *Session) Over() bool { return s.game.Over() }

// Outcome returns the result of a game that is over.
func (s *Session) Outcome() engines.Outcome { return s.game.Outcome() }

// Status returns the state of the game in words, or "" if the game provides no such text.
func (s *Session) Status() string { return show.Status(s.game) }

// Seed returns the seed of the session.
func (s *Session) Seed() uint64 { return s.options.Seed }

// Moves returns the moves made so far. The caller must not change them.
func (s *Session) Moves() []engines.Move { return s.moves }

// Takebacks returns how many times moves were undone.
func (s *Session) Takebacks() int { return s.takebacks }

// Legal returns the legal moves of the seat to move, in the game's notation. A game that is over has
// none. If there are more than MaxListed, Legal returns the first MaxListed of them.
func (s *Session) Legal() []string {
	out := []string{}
	if s.game.Over() {
		return out
	}
	seen := s.View(s.Turn())
	moves := seen.Moves(nil)
	for _, m := range moves[:min(len(moves), MaxListed)] {
		out = append(out, strings.TrimSpace(seen.FormatMove(m)))
	}
	return out
}

// Played describes a move that was just made.
type Played struct {
	Seat  int    `json:"seat" doc:"the seat that made it, from 0"`
	Move  string `json:"move" doc:"in the game's notation"`
	Words string `json:"words,omitempty" doc:"the move in words; absent if the game has only its notation"`
	Event string `json:"event" doc:"the outcome of chance, in words; empty without one"`
}

// ErrOver reports a move after the end of the game.
var ErrOver = errors.New("the game is over")

// Play makes a move, given in the game's notation, for the seat to move. It returns an error for
// an illegal move and then leaves the session unchanged.
func (s *Session) Play(move string) (Played, error) {
	if s.game.Over() {
		return Played{}, ErrOver
	}
	m, err := s.game.ParseMove(move)
	if err != nil {
		return Played{}, err
	}
	return s.apply(m)
}

// apply makes a move and passes it to the players of the agents. It returns an error if the move is
// illegal or the session has MaxMoves moves.
func (s *Session) apply(m engines.Move) (Played, error) {
	if len(s.moves) >= MaxMoves {
		return Played{}, fmt.Errorf("the game has %d moves, the most that a session stores", MaxMoves)
	}
	p, err := played(s.game, m)
	if err != nil {
		return Played{}, err
	}
	s.moves, s.movers = append(s.moves, m), append(s.movers, p.Seat)
	for _, player := range s.players {
		if w, ok := player.(engines.Watcher); ok {
			w.Saw(p.Seat, m)
		}
		if e, ok := player.(engines.Ender); ok && s.game.Over() {
			e.End(s.game.Outcome())
		}
	}
	return p, nil
}

func played(g engines.Game, m engines.Move) (Played, error) {
	p := Played{Seat: g.Turn(), Move: g.FormatMove(m), Words: show.DescribeMove(g, m)}
	if err := g.Apply(m); err != nil {
		return Played{}, err
	}
	p.Event = show.LastEvent(g)
	return p, nil
}

// ErrNothingToUndo reports an undo beyond the start of the game.
var ErrNothingToUndo = errors.New("there is nothing to undo")

// Undo takes back the last n moves. The error wraps [ErrNothingToUndo] if n is below 1 or above the number
// of moves made.
func (s *Session) Undo(n int) error {
	if n < 1 || n > len(s.moves) {
		return fmt.Errorf("%d moves cannot be undone; %d have been made: %w", n, len(s.moves), ErrNothingToUndo)
	}
	return s.keep(len(s.moves) - n)
}

// UndoTo undoes the last move of the given seat, counted from 0, and all moves after it. The error
// wraps [ErrNothingToUndo] if the seat has not moved yet.
func (s *Session) UndoTo(seat int) error {
	for i := len(s.movers) - 1; i >= 0; i-- {
		if s.movers[i] == seat {
			return s.keep(i)
		}
	}
	return fmt.Errorf("seat %d has not moved yet: %w", seat+1, ErrNothingToUndo)
}

// keep undoes all moves except the first n, by replaying these from the start of the game. It
// closes the agents' players, because players cannot undo moves.
func (s *Session) keep(n int) error {
	moves := s.moves[:n:n]
	s.game, s.moves, s.movers = s.start.Clone(), nil, nil
	s.takebacks++
	return errors.Join(s.Close(), s.Restore(moves, s.takebacks))
}

// Restore makes the moves of an earlier session in this one, which must have the same options and
// no moves. takebacks is the number of times that moves were undone in the earlier session; see
// [Session.Takebacks].
func (s *Session) Restore(moves []engines.Move, takebacks int) error {
	for i, m := range moves {
		if s.game.Over() {
			return fmt.Errorf("%d moves after the end of the game", len(moves)-i)
		}
		seat := s.game.Turn()
		if err := s.game.Apply(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		s.moves, s.movers = append(s.moves, m), append(s.movers, seat)
	}
	s.takebacks = takebacks
	return nil
}

// Ply is a move of a session together with the position after it.
type Ply struct {
	Played
	Position string `json:"position" doc:"after the move, as the seat to move then sees it"`
	Status   string `json:"status" doc:"the state of the game then, in words; empty if the game has none for it"`
	Scene    any    `json:"scene,omitempty" doc:"the picture of the position, if it was asked for"`
}

// History replays the session from its start and calls each after every move. i is the index of the
// move, from 0, p describes the move and the position after it, and g is the game. History stops if
// each returns an error or ctx is done.
func (s *Session) History(ctx context.Context, each func(i int, p Ply, g engines.Game) error) error {
	g := s.start.Clone()
	for i, m := range s.moves {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := played(g, m)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		ply := Ply{Played: p, Position: engines.View(g, g.Turn()).String(), Status: show.Status(g)}
		if err := each(i, ply, g); err != nil {
			return err
		}
	}
	return nil
}
