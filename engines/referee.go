package engines

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// seldom lets a game ask its context before every 64th ply.
const seldom = 63

// maxPlies ends a game that its rules never end.
const maxPlies = 1 << 20

// referee plays the games of one goroutine.
type referee struct {
	engine  Engine
	options ArenaOptions
	bench   *bench
	seats   [MaxSeats]*benched
	last    [MaxSeats]*benched // who sat at the last table
	play    match
}

func newReferee(e Engine, o ArenaOptions) *referee {
	return &referee{engine: e, options: o, bench: newBench(e)}
}

// Close closes the players.
func (r *referee) Close() error { return r.bench.close() }

// Play deals a table, seats the agents and plays the game to its end.
func (r *referee) Play(ctx context.Context, seats []Agent, seed uint64) (Record, error) {
	if err := ctx.Err(); err != nil {
		return Record{}, err
	}
	if len(seats) > MaxSeats {
		return Record{}, fmt.Errorf("%d agents at a table, at most %d", len(seats), MaxSeats)
	}
	start, err := r.engine.NewGame(len(seats), seed)
	if err != nil {
		return Record{}, err
	}
	m := &r.play
	m.open(start, r.seats[:len(seats)], seed)
	m.keep, m.appraised, m.margin = r.options.Moves, r.options.Worths, r.options.Margin
	if r.options.Attentive {
		m.pause = 0
	}
	r.last = r.seats
	clear(r.seats[:])
	r.bench.game++
	for i := range seats {
		if m.seats[i], err = r.bench.take(ctx, &seats[i], r.last[:]); err != nil {
			m.seats[i] = nil
			return m.leave(m.unready(ctx, i, seats[i].Name, err))
		}
		m.seats[i].agent.Name = seats[i].Name
		m.timed = m.timed || seats[i].Limit.Timed()
		m.watched = m.watched || m.seats[i].watcher != nil
	}
	err = m.run(ctx, start, r.options.Openings)
	failed := -1
	if m.record.Forfeit != nil {
		failed = m.record.Forfeit.Seat
	} else if err != nil && m.started < len(m.seats) {
		failed = m.started // it could not begin the game
	}
	if failed >= 0 { // what has failed once may be in any state
		r.bench.drop(m.seats[failed])
		m.seats[failed] = nil
	}
	return m.leave(err)
}

// Referee plays a game that has been dealt to its end between players, one per
// seat in order. What they draw comes from seed. It measures no time and closes
// no player.
func Referee(ctx context.Context, g Game, players []Player, seed uint64) (Record, error) {
	var table struct { // one allocation for all of it
		match
		players [MaxSeats]benched
		seats   [MaxSeats]*benched
	}
	if len(players) > MaxSeats {
		return Record{}, fmt.Errorf("%d players at a table, at most %d", len(players), MaxSeats)
	}
	table.open(g, table.seats[:len(players)], seed)
	for i, p := range players {
		table.players[i] = benchedPlayer(p)
		table.seats[i] = &table.players[i]
		table.watched = table.watched || table.players[i].watcher != nil
	}
	return table.leave(table.run(ctx, g, Openings{}))
}

// match is one game being played.
type match struct {
	seats  []*benched
	seed   uint64
	game   Game
	hidden Hidden      // the game, if it is; otherwise nil
	judge  Adjudicator // the game, if it is told what the players think; otherwise nil
	record Record
	keep   bool // the moves
	// appraised: what the players think is kept
	appraised bool
	pause     int  // the context is asked before a ply whose lowest bits these are
	watched   bool // by a player
	timed     bool
	started   int // players that have been told of the game
	at        int // the seat whose player is at work, -1 for none
	times
}

// open begins a game between the players at the seats. The clocks are wound
// where time is measured.
func (m *match) open(g Game, seats []*benched, seed uint64) {
	m.game, m.seats, m.seed = g, seats, seed
	m.timed, m.watched, m.appraised, m.pause = false, false, false, seldom
	m.started, m.at = 0, -1
}

// leave returns what came of the game, nothing if it was not played, and keeps
// nothing of it alive.
func (m *match) leave(err error) (record Record, _ error) {
	if err == nil {
		record = m.record
	}
	m.game, m.hidden, m.judge, m.record = nil, nil, nil, Record{}
	return record, err
}

// run makes the opening, plays the game and notes its record.
func (m *match) run(ctx context.Context, start Game, o Openings) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			if m.at >= 0 {
				err = m.forfeit(m.at, Panicked, err)
			}
		}
	}()
	var opening []Move
	if o.RandomPlies > 0 {
		if m.game, opening, err = o.draw(start, m.seed); err != nil {
			return err
		}
	}
	m.hidden, _ = m.game.(Hidden)
	if judge, ok := m.game.(Adjudicator); ok && judge.Adjudicates() {
		m.judge = judge
	}
	if err := m.start(ctx, start); err != nil || m.record.Forfeit != nil {
		return err
	}
	if m.keep {
		m.record.Moves = append(m.record.Moves, opening...)
	}
	if m.watched && len(opening) > 0 {
		if err := m.retell(start, opening); err != nil {
			return err
		}
	}
	if m.timed {
		m.wind()
	}
	return m.moves(ctx)
}

// start tells the players that the game begins. One that fails forfeits.
func (m *match) start(ctx context.Context, from Game) error {
	for i, p := range m.seats {
		if p.starter == nil {
			m.started = i + 1
			continue
		}
		seating := Seating{Seat: i, Seats: len(m.seats), Seed: m.seed, From: Seen(from, i)}
		m.at = i
		err := p.starter.Start(ctx, seating)
		m.at = -1
		if err != nil {
			return m.unready(ctx, i, p.agent.Name, err)
		}
		m.started = i + 1
	}
	return nil
}

// unready is what becomes of a game whose player at a seat cannot be made or
// started.
func (m *match) unready(ctx context.Context, seat int, name string, err error) error {
	var fault *Fault
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	case errors.As(err, &fault):
		return m.forfeit(seat, fault.Kind, err)
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
func (m *match) moves(ctx context.Context) error {
	var players [MaxSeats]Player
	for i, p := range m.seats {
		players[i] = p.player
	}
	g, hidden := m.game, m.hidden
	var seen Position = g // by all seats, where nothing is hidden
	noted := m.keep || m.watched
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
		m.at = turn
		if m.timed && m.seats[turn].agent.Limit.Timed() {
			move, err = m.chooseInTime(ctx, turn, seen)
		} else {
			move, err = players[turn].Choose(ctx, seen)
		}
		m.at = -1
		if err != nil {
			return m.failed(ctx, turn, err)
		}
		if m.judge != nil || m.appraised {
			m.assess(turn)
		}
		if err := g.Apply(move); err != nil {
			return m.refused(turn, err)
		}
		m.record.Plies++
		if noted {
			m.note(turn, move)
		}
		if ply&m.pause == m.pause && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	m.record.Outcome = g.Outcome()
	if c, ok := g.(Concluder); ok {
		m.record.Ending = c.Ending()
	}
	if r, ok := g.(Reasoner); ok {
		m.record.Reason = r.Reason()
	}
	return m.end()
}

// refused is what becomes of a game that does not take a move: it is the player's
// fault, unless the game itself has failed.
func (m *match) refused(seat int, err error) error {
	var broken *BrokenError
	if errors.As(err, &broken) {
		return err
	}
	return m.forfeit(seat, Illegal, err)
}

// note keeps a move that has been made and tells the players of it.
func (m *match) note(turn int, move Move) {
	if m.keep {
		m.record.Moves = append(m.record.Moves, move)
	}
	if m.watched {
		m.tell(turn, move)
	}
}

// failed is what becomes of a game whose player has not chosen.
func (m *match) failed(ctx context.Context, seat int, err error) error {
	var fault *Fault
	var unplayable *UnplayableError
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	case errors.As(err, &unplayable):
		return err
	case errors.Is(err, ErrResigned):
		m.record.Outcome, m.record.Ending = Loser(len(m.seats), seat), Resigned
		return m.end()
	case errors.As(err, &fault):
		return m.forfeit(seat, fault.Kind, err)
	}
	return m.forfeit(seat, Failed, err)
}

// forfeit is the record of a game that a seat has lost by failing.
func (m *match) forfeit(seat int, kind ForfeitKind, err error) error {
	m.record.Outcome = Loser(len(m.seats), seat)
	m.record.Ending = Forfeited
	m.record.Forfeit = &Forfeit{Seat: seat, Kind: kind, Reason: err.Error()}
	return m.end()
}

// end tells the players that have begun the game how it ended.
func (m *match) end() error {
	for _, p := range m.seats[:m.started] {
		if p.ender == nil {
			continue
		}
		if err := p.end(m.record.Outcome); err != nil {
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
