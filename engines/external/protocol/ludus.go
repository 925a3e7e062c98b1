package protocol

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/engines"
)

// ludusVersion is the version of ludus, Lanista's own protocol for programs.
const ludusVersion = 1

// These limits apply to the lines that a ludus program prints between a request and the answer.
// Late answers to earlier requests are not counted. Text protocols have higher limits (maxLines and
// maxBytes), because their programs report their search.
const (
	maxStrayLines = 10_000
	maxStrayBytes = 1 << 20
)

// Ludus is a session in ludus/1, the protocol of docs/agents.md. A request is one JSON object on a
// line. The program answers it with exactly one line. A line that does not begin with { is stray
// output. A line that begins with { but does not answer the request is an error.
//
// Ludus has further methods than those of [Session]: Play for programs that play whole games, and
// Start and Apply for programs that implement the rules of a game.
type Ludus struct {
	options Options
	wants   Wants
	stray   Stray
	limit   engines.Limit // of the current game

	id      int64 // of the last request
	request ludusRequest
	printed bool   // the program has written a line
	lines   int    // number of stray lines since the last answer
	size    int    // of these lines, in bytes
	first   string // the first of these lines, printable
	moves   []engines.Move
}

func newLudus(o Options) Session { return &Ludus{options: o} }

// Stray returns the number of output lines that did not belong to an answer.
func (l *Ludus) Stray() Stray { return l.stray }

// begin starts a new request with the next number. do is the kind of request.
func (l *Ludus) begin(do string) *ludusRequest {
	l.id++
	l.request.begin(l.id, do)
	return &l.request
}

// ask sends the request that was built and returns the line that answers it. limit is the time
// for the answer.
func (l *Ludus) ask(ctx context.Context, limit time.Duration) ([]byte, error) {
	deadline := time.Now().Add(limit)
	l.options.Process.Collect()
	for l.options.Process.Pending() { // nothing that was written before the request answers it
		if _, err := l.next(ctx, time.Time{}, 0, l.id-1); err != nil {
			return nil, err
		}
	}
	if err := l.options.Process.Send(ctx, deadline, l.request.end()); err != nil {
		return nil, processFault(err, limit)
	}
	for {
		line, err := l.next(ctx, deadline, limit, l.id)
		if s, ok := errors.AsType[*silence](err); ok && s.printed == "" && l.lines > 0 && l.id > 1 { // hello names such lines itself
			s.printed = fmt.Sprintf("%q; an answer begins with {", l.first)
		}
		if line != nil || err != nil {
			l.lines, l.size = 0, 0
			return line, err
		}
	}
}

// next reads a line and returns it if it is the answer to the last request. It returns nil for a
// line that is no answer, or an answer to an earlier request. made is the number of the last
// request that was sent.
func (l *Ludus) next(ctx context.Context, deadline time.Time, limit time.Duration, made int64) ([]byte, error) {
	line, err := l.options.Process.Line(ctx, deadline)
	if err != nil {
		return nil, processFault(err, limit)
	}
	if !l.printed {
		l.printed = true
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	if len(line) == 0 || line[0] != '{' {
		l.lines++
		l.size += len(line)
		l.stray.add(line)
		if l.lines == 1 {
			l.first = Printable(string(line))
		}
		if l.lines > maxStrayLines || l.size > maxStrayBytes {
			return nil, malformed("more than %d lines or %d bytes that are not an answer", maxStrayLines, maxStrayBytes)
		}
		return nil, nil
	}
	id, failed, err := readID(line, made)
	switch {
	case err != nil:
		return nil, err
	case id < l.id:
		l.stray.Late++
		return nil, nil
	case failed != nil:
		return nil, reported(*failed)
	}
	return line, nil
}

// Hello performs the handshake and returns the program's description of itself.
func (l *Ludus) Hello(ctx context.Context) (Description, error) {
	r := l.begin("hello")
	r.ints("ludus", []int64{ludusVersion})
	r.text("lanista", l.options.Lanista)
	line, err := l.ask(ctx, l.options.Timeouts.Start)
	if err != nil {
		advice := "a ludus program answers every request with one line of JSON and flushes its output"
		if errors.Is(err, ErrSilent) && l.answersLate(ctx) {
			advice = "it answered when its input was closed: flush the output after every answer and read the input line by line, or raise the limit if it starts slowly"
		}
		return Description{}, explainSilence(err, l.options, l.stray.First, "answer to hello", advice)
	}
	d, err := readHello(line)
	l.wants = d.Wants
	return d, err
}

// lateTime is how long answersLate waits.
const lateTime = time.Second

// answersLate reports whether a silent program prints an answer soon after its input is closed. If
// so, the program buffers its output or its input, or it was only slow. answersLate closes the
// input, so the process must then be ended.
func (l *Ludus) answersLate(ctx context.Context) bool {
	l.options.Process.CloseInput()
	deadline := time.Now().Add(lateTime)
	for time.Now().Before(deadline) {
		line, err := l.options.Process.Line(ctx, deadline)
		if err != nil || bytes.HasPrefix(line, []byte("{")) {
			return err == nil
		}
	}
	return false
}

// Begin starts a game in which the program plays one seat.
func (l *Ludus) Begin(ctx context.Context, g Game) error {
	l.limit = g.Limit
	r := l.begin("new")
	r.text("game", g.Game)
	r.settings(g.Settings)
	r.int("seat", int64(g.Seat))
	r.int("seats", int64(g.Seats))
	r.seed(g.Seed)
	r.weights(g.Space, g.Weights)
	r.limit(g.Limit)
	_, err := l.ask(ctx, l.options.Timeouts.Reply)
	return limitedBy("timeouts.reply", err)
}

// Choose requests the program's move.
func (l *Ludus) Choose(ctx context.Context, t Turn) (Choice, error) {
	r := l.begin("move")
	r.int("seat", int64(t.Seat))
	r.int("ply", int64(t.Ply))
	r.text("position", t.Position.String())
	if l.wants.Legal {
		l.moves = t.Position.Moves(l.moves[:0])
		r.moves("legal", t.Position, l.moves)
	}
	if h, ok := t.Position.(engines.History); ok && l.wants.Moves {
		r.moves("moves", t.Position, h.Played())
	}
	if t.Left != nil {
		r.clock(t.Left, t.Add, t.ToGo)
	}
	line, err := l.ask(ctx, l.options.moveTime(l.limit, &t))
	if err != nil {
		return Choice{}, limitedBy(moveLimit(l.limit), err)
	}
	return readChoice(line)
}

// End sends the outcome of the game if the program has requested that in its handshake.
func (l *Ludus) End(ctx context.Context, o engines.Outcome, why string) error {
	if !l.wants.End {
		return nil
	}
	places := make([]int64, o.Seats())
	for seat := range places {
		places[seat] = int64(o.Place(seat))
	}
	r := l.begin("end")
	r.ints("places", places)
	r.text("why", why)
	_, err := l.ask(ctx, l.options.Timeouts.Reply)
	return limitedBy("timeouts.reply", err)
}

// GameRequest describes a whole game for a program that plays all its seats.
type GameRequest struct {
	Settings engines.Settings
	Seats    []engines.Agent
	Space    engines.Space // of the agents' weights
	Seed     uint64        // below 2^53
	// Content requests that the record contains its content hash, which is computed from the
	// moves that the program reports.
	Content bool
}

// Play requests the program to play a whole game for all seats, and returns the record.
func (l *Ludus) Play(ctx context.Context, g GameRequest) (engines.Record, error) {
	r := l.begin("play")
	r.settings(g.Settings)
	r.agents(g.Seats, g.Space)
	r.seed(g.Seed)
	line, err := l.ask(ctx, l.options.Timeouts.Move)
	if err != nil {
		return engines.Record{}, limitedBy("timeouts.move", err)
	}
	return readGame(line, len(g.Seats), g.Content)
}

// Start requests a program that implements rules to start a game, and returns the start position.
// The seed is below 2^53.
func (l *Ludus) Start(ctx context.Context, settings engines.Settings, seats int, seed uint64) (State, error) {
	r := l.begin("start")
	r.settings(settings)
	r.int("seats", int64(seats))
	r.seed(seed)
	line, err := l.ask(ctx, l.options.Timeouts.Reply)
	if err != nil {
		return State{}, limitedBy("timeouts.reply", err)
	}
	return readState(line, seats)
}

// Apply requests a program that implements rules to make a move in the game that was started
// last. It returns the position after the move.
func (l *Ludus) Apply(ctx context.Context, move string, seats int) (State, error) {
	l.begin("apply").text("move", move)
	line, err := l.ask(ctx, l.options.Timeouts.Reply)
	if err != nil {
		return State{}, limitedBy("timeouts.reply", err)
	}
	return readState(line, seats)
}

// Sync waits until the program has completed all earlier requests.
func (l *Ludus) Sync(ctx context.Context) error {
	l.begin("ping")
	_, err := l.ask(ctx, l.options.Timeouts.Reply)
	return limitedBy("timeouts.reply", err)
}

// Unknown sends a request that does not exist in the protocol. A program must answer such a request
// with its number and nothing else. Unknown returns an error if the program does not answer, or
// answers with an error.
func (l *Ludus) Unknown(ctx context.Context) error {
	l.begin("whatever")
	_, err := l.ask(ctx, l.options.Timeouts.Reply)
	return err
}

// Quit requests the program to exit.
func (l *Ludus) Quit() {
	text := l.begin("quit").end()
	_ = l.options.Process.Send(context.Background(), time.Now().Add(l.options.Timeouts.Quit), text)
}
