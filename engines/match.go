package engines

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"

	"github.com/lanista/lanista/engines/internal/panics"
)

// contextInterval is the usual value of match.pollMask. With this value, a game checks its context
// after every 64th ply.
const contextInterval = 63

// maxPlies is the number of plies after which a game is stopped with an error. A faulty game that
// never ends then does not block its run.
const maxPlies = 1 << 20

// noSeat is the value of match.at while no player is called. During the call of a player, match.at
// is the player's seat.
const noSeat = -1

// match contains the state of the game that the referee plays. It is reused for the next game to
// save allocations.
type match struct {
	kind     reflect.Type // of the last game
	is       abilities    // optional interfaces of games of that kind
	openings dealer
	clocks   clocks

	// The method open sets the following fields for each game.

	seats       []*cachedPlayer
	seed        uint64
	game        Game
	hidden      Hidden      // the game if it is Hidden, otherwise nil
	adjudicator adjudicator // the game if it is decided by evaluations, otherwise nil
	keepMoves   bool        // the record receives the moves
	keepEvals   bool        // the record receives the evaluations and the searches
	pollMask    int         // the context is checked after each ply whose number has all these bits set
	hooks       playerHooks // of all players
	started     int         // number of players that were started without an error
	at          int         // the seat whose player is called, or noSeat
	hashed      bool        // the content hash of the game is computed
	hash        uint64      // of the moves so far
}

// abilities states which optional interfaces the games of one Go type implement: [Hidden],
// adjudicator, [Concluder] and [Reasoner]. It saves the referee type assertions in every game.
type abilities struct{ hidden, adjudicator, concluder, reasoner bool }

// adjudicator is implemented by games that may end early because the players' evaluations agree
// on the result. Chess ends games early if its adjudication settings are on. Such a game has the
// Ending Adjudicated. Its end cannot be reproduced from its moves alone.
type adjudicator interface {
	// Adjudicates reports whether this game may end early. If it returns false, Assessed is not
	// called.
	Adjudicates() bool
	// Assessed receives the evaluation of the position by the player at a seat, before that
	// player's move is applied. ok is false if the player has no evaluation; see [Assessor].
	Assessed(seat int, eval float64, ok bool)
}

func (m *match) lookUp() {
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
		if a := m.game.(adjudicator); a.Adjudicates() {
			m.adjudicator = a
		}
	}
}

// open prepares the match for the game g, whose players will be in seats. It replaces the state of
// the last game.
func (m *match) open(g Game, seats []*cachedPlayer, seed uint64, o *ArenaOptions) {
	m.game, m.seats, m.seed = g, seats, seed
	m.hidden, m.adjudicator = nil, nil
	m.keepMoves, m.keepEvals, m.pollMask = o.Moves, o.Evals, contextInterval
	if o.CheckEveryPly {
		m.pollMask = 0
	}
	m.hooks, m.started, m.at = 0, 0, noSeat
	m.hashed, m.hash = false, 0
}

// identify starts the content hash of a game ([Record].Content) with the hash of the start
// position. A game with chance gets no content hash.
func (m *match) identify(start Game, effect *SeedEffect) {
	switch m.hashed = !effect.Chance; {
	case !m.hashed:
	case effect.Start:
		m.hash = textHash(start.String())
	default:
		m.hash = effect.start
	}
}

// release drops the references to the finished game, so that its memory can be freed.
func (m *match) release() { m.game, m.hidden, m.adjudicator = nil, nil, nil }

// run makes the opening moves, plays the game to its end and fills in its record. A panic of a
// player loses the game for that player.
func (m *match) run(ctx context.Context, to *Record, start Game, o Openings) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panics.In(panics.Error(r), m.game)
			if m.at >= 0 {
				err = m.forfeit(to, m.at, ForfeitPanic, err)
			}
		}
	}()
	var opening []Move
	if o.RandomPlies > 0 {
		if m.game, opening, err = m.openings.redraw(start, len(m.seats), m.seed, o.RandomPlies); err != nil {
			return err
		}
	}
	if m.hashed {
		for _, move := range opening {
			m.hash = moveHash(m.hash, move)
		}
	}
	m.lookUp()
	if m.keepMoves {
		to.Detail().Moves = append([]Move(nil), opening...)
	}
	if m.hooks&hookStart != 0 {
		if err := m.start(ctx, to, start); err != nil || to.Forfeit != nil {
			return err
		}
	}
	m.started = len(m.seats)
	if m.hooks&hookMove != 0 && len(opening) > 0 {
		if err := m.reportOpening(start, opening); err != nil {
			return err
		}
	}
	if m.hooks&hookClock != 0 {
		m.clocks.reset(m.seats)
	}
	return m.moves(ctx, to)
}

// start calls Start of every player that implements Starter. If Start returns a [Fault], the
// player loses the game.
func (m *match) start(ctx context.Context, to *Record, from Game) error {
	for i, p := range m.seats {
		m.started = i
		if p.starter == nil {
			continue
		}
		seating := Seating{Seat: i, Seats: len(m.seats), Seed: m.seed, From: View(from, i)}
		m.at = i
		err := p.starter.Start(ctx, seating)
		m.at = noSeat
		if err != nil {
			return m.notStarted(ctx, to, i, p.agent.Name, err)
		}
	}
	return nil
}

// notStarted handles the error err of a player that could not be created or started. If err is a
// [Fault], the player loses the game. Otherwise the game is not played: notStarted returns an
// *[UnplayableError], or err if ctx has ended.
func (m *match) notStarted(ctx context.Context, to *Record, seat int, name string, err error) error {
	var fault *Fault
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	case errors.As(err, &fault):
		return m.forfeit(to, seat, fault.Kind, err)
	}
	return unplayable(name, err)
}

// unplayable wraps err in an *UnplayableError with the name of the agent. An *UnplayableError is
// not wrapped again; it receives the name if it has none.
func unplayable(name string, err error) error {
	known, ok := errors.AsType[*UnplayableError](err)
	switch {
	case ok && known.Agent != "":
		return err
	case ok:
		err = known.Err
	}
	return &UnplayableError{name, err}
}

func (m *match) reportOpening(start Game, opening []Move) error {
	g := start.Clone()
	for _, move := range opening {
		turn := g.Turn()
		if err := g.Apply(move); err != nil {
			return fmt.Errorf("the opening: %w", err)
		}
		m.reportMove(turn, move)
	}
	return nil
}

// reportMove reports a move to every player that implements [Watcher]. turn is the seat that has
// moved.
func (m *match) reportMove(turn int, move Move) {
	for i, p := range m.seats {
		if p.watcher != nil {
			m.at = i
			p.watcher.Saw(turn, move)
		}
	}
	m.at = noSeat
}

func (m *match) moves(ctx context.Context, to *Record) error {
	g, hidden := m.game, m.hidden
	var seen Position = g // the view of every seat, unless the game is hidden
	hash := m.hash
	evaluated := m.adjudicator != nil || m.keepEvals
	noted := m.keepMoves || m.hooks&hookMove != 0
	for ply := 0; !g.Over(); ply++ {
		if ply == maxPlies {
			return fmt.Errorf("the game has not ended after %d plies", maxPlies)
		}
		turn := g.Turn()
		if uint(turn) >= uint(len(m.seats)) {
			return fmt.Errorf("the game: Turn returns %d; seats are 0 to %d", turn, len(m.seats)-1)
		}
		if hidden != nil {
			seen = hidden.View(turn)
		}
		var move Move
		var err error
		p := m.seats[turn]
		var begun time.Time
		if m.keepEvals {
			begun = time.Now()
		}
		m.at = turn
		if p.hooks&hookClock != 0 {
			move, err = m.clocks.choose(ctx, m.seats, turn, seen)
		} else {
			move, err = p.player.Choose(ctx, seen)
		}
		m.at = noSeat
		if err != nil {
			return m.notChosen(ctx, to, turn, err)
		}
		if evaluated {
			m.evaluate(to, turn, begun)
		}
		if err := g.Apply(move); err != nil {
			return m.notApplied(to, turn, err)
		}
		to.Plies = ply + 1
		hash = moveHash(hash, move)
		m.hash = hash
		if noted {
			m.note(to, turn, move)
		}
		if ply&m.pollMask == m.pollMask && ctx.Err() != nil {
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

// evaluate requests an evaluation of the position from the player at a seat, which has just chosen
// a move. If evaluations can end the game early, it passes the evaluation to the game. If the
// options request evaluations, it adds the evaluation to the record, with the size and duration of
// the search. begun is the time at which the player began to choose.
func (m *match) evaluate(to *Record, seat int, begun time.Time) {
	eval, ok := 0.0, false
	if a := m.seats[seat].assessor; a != nil {
		m.at = seat
		eval, ok = a.Assessment()
		m.at = noSeat
	}
	if m.adjudicator != nil {
		m.adjudicator.Assessed(seat, eval, ok)
	}
	if m.keepEvals {
		if !ok {
			eval = math.NaN()
		}
		search := Search{Time: time.Since(begun)}
		if s := m.seats[seat].searcher; s != nil {
			m.at = seat
			search.Depth, search.Nodes = s.LastSearch()
			m.at = noSeat
		}
		d := to.Detail()
		d.Evals, d.Searches = append(d.Evals, eval), append(d.Searches, search)
	}
}

// notApplied handles the error err of Game.Apply for a move that the player at a seat has chosen.
// The player loses the game by a forfeit, and its evaluation of the move is removed from the
// record. If err is a [BrokenError], the game itself has failed, and notApplied returns err.
func (m *match) notApplied(to *Record, seat int, err error) error {
	if _, ok := errors.AsType[*BrokenError](err); ok {
		return err
	}
	if m.keepEvals {
		d := to.Detail()
		d.Evals, d.Searches = d.Evals[:to.Plies], d.Searches[:to.Plies]
	}
	return m.forfeit(to, seat, ForfeitIllegal, err)
}

// note processes a move that was made. It adds the move to the record if the options request moves,
// and reports it to the players.
func (m *match) note(to *Record, turn int, move Move) {
	if m.keepMoves {
		d := to.Detail()
		d.Moves = append(d.Moves, move)
	}
	if m.hooks&hookMove != 0 {
		m.reportMove(turn, move)
	}
}

// notChosen handles an error that Choose has returned instead of a move. Depending on the error,
// the player resigns or loses the game by a forfeit, or notChosen returns the error and the game
// has no result.
func (m *match) notChosen(ctx context.Context, to *Record, seat int, err error) error {
	var fault *Fault
	var other *UnplayableError
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return err
	case errors.As(err, &other):
		return unplayable(m.seats[seat].agent.Name, err)
	case errors.Is(err, ErrResigned):
		to.Outcome, to.Ending = Loser(len(m.seats), seat), Resigned
		return m.end(to)
	case errors.As(err, &fault):
		return m.forfeit(to, seat, fault.Kind, err)
	}
	return m.forfeit(to, seat, ForfeitError, err)
}

// forfeit ends the game with a loss for the seat whose player has failed.
func (m *match) forfeit(to *Record, seat int, kind ForfeitKind, err error) error {
	to.Outcome = Loser(len(m.seats), seat)
	to.Ending = Forfeited
	to.Forfeit = &Forfeit{Seat: seat, Kind: kind, Reason: err.Error()}
	return m.end(to)
}

// end completes the record of a finished game: it adds the content hash, if the game has one. It
// then calls End of the players that were started without an error.
func (m *match) end(to *Record) error {
	if m.hashed {
		to.Content = endHash(m.hash, to)
	}
	if m.hooks&hookEnd == 0 {
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
