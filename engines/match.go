package engines

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
)

// seldom lets a game ask its context before every 64th ply.
const seldom = 63

// maxPlies ends a game that its rules never end.
const maxPlies = 1 << 20

// match is one game being played.
type match struct {
	seats  []*benched
	seed   uint64
	game   Game
	kind   reflect.Type // of the game
	is     abilities    // of that kind
	hidden Hidden       // the game, if it is; otherwise nil
	judge  adjudicator  // the game, if it is told what the players think; otherwise nil
	keep   bool         // the moves
	// appraised: what the players think is kept
	appraised bool
	pause     int    // the context is asked before a ply whose lowest bits these are
	wants     wants  // the optional methods that any player has
	started   int    // players whose Start was called
	at        int    // the seat whose player is at work, -1 for none
	hashed    bool   // the content of the game is computed
	hash      uint64 // of what was played so far
	openings  openingDrawer
	times
}

// abilities are the interfaces that games of one type have. Looking for those that
// a game has not would be a tenth of what the referee does for a short game.
type abilities struct{ hidden, adjudicator, concluder, reasoner bool }

// look finds out what the game can do.
func (m *match) look() {
	if kind := reflect.TypeOf(m.game); kind != m.kind {
		m.kind = kind
		_, m.is.hidden = m.game.(Hidden)
		_, m.is.adjudicator = m.game.(adjudicator)
		_, m.is.concluder = m.game.(Concluder)
		_, m.is.reasoner = m.game.(Reasoner)
	}
	if m.is.hidden {
		m.hidden = m.game.(Hidden)
	}
	if m.is.adjudicator {
		if judge := m.game.(adjudicator); judge.Adjudicates() {
			m.judge = judge
		}
	}
}

// open begins a game between the players at the seats. The clocks are wound
// where time is measured.
func (m *match) open(g Game, seats []*benched, seed uint64) {
	m.game, m.seats, m.seed = g, seats, seed
	m.wants, m.appraised, m.pause = 0, false, seldom
	m.started, m.at = 0, -1
	m.hashed = false
}

// identify begins the content of a game from its start position, if the game has no chance.
func (m *match) identify(start Game, effect *SeedEffect) {
	switch m.hashed = !effect.Chance; {
	case !m.hashed:
	case effect.Start:
		m.hash = textHash(start.String())
	default:
		m.hash = effect.start
	}
}

// leave keeps nothing of the game alive.
func (m *match) leave() { m.game, m.hidden, m.judge = nil, nil, nil }

// run makes the opening and plays the game; to is its record, which is empty yet.
func (m *match) run(ctx context.Context, to *Record, start Game, o Openings) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			if m.at >= 0 {
				err = m.forfeit(to, m.at, ForfeitPanic, err)
			}
		}
	}()
	var opening []Move
	if o.RandomPlies > 0 {
		if m.game, opening, err = m.openings.draw(start, m.seed, o.RandomPlies); err != nil {
			return err
		}
	}
	if m.hashed {
		for _, move := range opening {
			m.hash = moveHash(m.hash, move)
		}
	}
	m.look()
	if m.wants&begun != 0 {
		if err := m.start(ctx, to, start); err != nil || to.Forfeit != nil {
			return err
		}
	}
	m.started = len(m.seats)
	if m.keep {
		to.Detail().Moves = append([]Move(nil), opening...)
	}
	if m.wants&saw != 0 && len(opening) > 0 {
		if err := m.retell(start, opening); err != nil {
			return err
		}
	}
	if m.wants&clocked != 0 {
		m.wind()
	}
	return m.moves(ctx, to)
}

// start tells the players that the game begins. One that fails forfeits.
func (m *match) start(ctx context.Context, to *Record, from Game) error {
	for i, p := range m.seats {
		m.started = i
		if p.starter == nil {
			continue
		}
		seating := Seating{Seat: i, Seats: len(m.seats), Seed: m.seed, From: View(from, i)}
		m.at = i
		err := p.starter.Start(ctx, seating)
		m.at = -1
		if err != nil {
			return m.unready(ctx, to, i, p.agent.Name, err)
		}
	}
	return nil
}

// unready is what becomes of a game whose player at a seat cannot be made or
// started.
func (m *match) unready(ctx context.Context, to *Record, seat int, name string, err error) error {
	var fault *Fault
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	case errors.As(err, &fault):
		return m.forfeit(to, seat, fault.Kind, err)
	}
	return &UnplayableError{name, err}
}

// retell tells the players of the opening.
func (m *match) retell(start Game, opening []Move) error {
	g := start.Clone()
	for _, move := range opening {
		turn := g.Turn()
		if err := g.Apply(move); err != nil {
			return fmt.Errorf("the opening: %w", err)
		}
		m.tell(turn, move)
	}
	return nil
}

// tell tells the players of a move.
func (m *match) tell(turn int, move Move) {
	for i, p := range m.seats {
		if p.watcher != nil {
			m.at = i
			p.watcher.Saw(turn, move)
		}
	}
	m.at = -1
}

// moves plays the game to its end.
func (m *match) moves(ctx context.Context, to *Record) error {
	g, hidden := m.game, m.hidden
	var seen Position = g // by all seats, where nothing is hidden
	hash := m.hash
	heard := m.judge != nil || m.appraised || m.keep || m.wants&saw != 0
	for ply := 0; !g.Over(); ply++ {
		if ply == maxPlies {
			return fmt.Errorf("a game of more than %d plies", maxPlies)
		}
		turn := g.Turn()
		if hidden != nil {
			seen = hidden.View(turn)
		}
		var move Move
		var err error
		p := m.seats[turn]
		m.at = turn
		if p.wants&clocked != 0 {
			move, err = m.chooseInTime(ctx, turn, seen)
		} else {
			move, err = p.player.Choose(ctx, seen)
		}
		m.at = -1
		if err != nil {
			return m.failed(ctx, to, turn, err)
		}
		if heard && (m.judge != nil || m.appraised) {
			m.assess(to, turn)
		}
		if err := g.Apply(move); err != nil {
			return m.refused(to, turn, err)
		}
		to.Plies = ply + 1
		hash = moveHash(hash, move)
		m.hash = hash
		if heard {
			m.note(to, turn, move)
		}
		if ply&m.pause == m.pause && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	to.Outcome = g.Outcome()
	if m.is.concluder {
		to.Ending = g.(Concluder).Ending()
	}
	if m.is.reasoner {
		if reason := g.(Reasoner).Reason(); reason != "" {
			to.Detail().Reason = reason
		}
	}
	return m.end(to)
}

// refused is what becomes of a game that does not take a move: it is the player's
// fault, unless the game itself has failed.
func (m *match) refused(to *Record, seat int, err error) error {
	var broken *BrokenError
	if errors.As(err, &broken) {
		return err
	}
	return m.forfeit(to, seat, ForfeitIllegal, err)
}

// note keeps a move that has been made and tells the players of it.
func (m *match) note(to *Record, turn int, move Move) {
	if m.keep {
		d := to.Detail()
		d.Moves = append(d.Moves, move)
	}
	if m.wants&saw != 0 {
		m.tell(turn, move)
	}
}

// failed is what becomes of a game whose player has not chosen.
func (m *match) failed(ctx context.Context, to *Record, seat int, err error) error {
	var fault *Fault
	var unplayable *UnplayableError
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	case errors.As(err, &unplayable):
		return err
	case errors.Is(err, ErrResigned):
		to.Outcome, to.Ending = Loser(len(m.seats), seat), Resigned
		return m.end(to)
	case errors.As(err, &fault):
		return m.forfeit(to, seat, fault.Kind, err)
	}
	return m.forfeit(to, seat, ForfeitError, err)
}

// forfeit is the record of a game that a seat has lost by failing.
func (m *match) forfeit(to *Record, seat int, kind ForfeitKind, err error) error {
	to.Outcome = Loser(len(m.seats), seat)
	to.Ending = Forfeited
	to.Forfeit = &Forfeit{Seat: seat, Kind: kind, Reason: err.Error()}
	return m.end(to)
}

// end completes the record and tells the players that have begun the game how it ended.
func (m *match) end(to *Record) error {
	if m.hashed {
		to.Content = endHash(m.hash, to)
	}
	if m.wants&ended == 0 {
		return nil
	}
	for _, p := range m.seats[:m.started] {
		if p.ender == nil {
			continue
		}
		if err := p.end(to.Outcome); err != nil {
			return err
		}
	}
	return nil
}

// end tells a player how its game ended. It is too late to forfeit it.
func (b *benched) end(o Outcome) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &UnplayableError{b.agent.Name, fmt.Errorf("panic at the end of a game: %v\n%s", r, debug.Stack())}
		}
	}()
	b.ender.End(o)
	return nil
}
