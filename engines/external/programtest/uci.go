package programtest

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// UCI plays chess in the Universal Chess Interface until it receives quit or the input ends. It
// returns the exit status for the process.
func UCI(game engines.Engine, mode Mode, in io.Reader, out io.Writer) (status int) {
	e := &engine{game: game, mode: mode, out: bufio.NewWriter(out), material: 100, advance: 10}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		more, status := e.handle(lines.Text())
		_ = e.out.Flush() // if nothing reads the output, the input ends too
		if !more {
			return status
		}
	}
	return 0
}

// engine is a chess engine for tests. It plays in the UCI protocol and shows the fault that its
// mode selects, if any.
type engine struct {
	game     engines.Engine
	mode     Mode
	out      *bufio.Writer
	material int
	advance  int
	ready    bool // "readyok" was sent
	games    int
	moves    int // in this game
	position string
	pending  string // the answer to send after "stop" or "ponderhit"
}

func (e *engine) print(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }

// handle executes a UCI command. more is false if the program must then exit with the given
// status.
func (e *engine) handle(line string) (more bool, status int) {
	if e.mode == Deaf {
		return true, 0
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch word {
	case "uci":
		e.hello()
	case "isready":
		e.ready = true
		e.print("readyok")
	case "setoption":
		e.set(rest)
	case "ucinewgame":
		e.games++
		e.moves = 0
	case "position":
		e.position = strings.TrimPrefix(rest, "fen ")
	case "go":
		e.moves++
		return e.search(rest)
	case "stop", "ponderhit":
		if e.pending != "" {
			e.print("%s", e.pending)
			e.pending = ""
		}
	case "quit":
		return false, 0
	}
	return true, 0
}

func (e *engine) hello() {
	e.print("an engine for tests")
	e.print("id name Lanista's test engine (%s)", e.mode)
	e.print("option name Material type spin default 100 min 0 max 400")
	e.print("option name Pawn Advance type spin default 10 min -50 max 50")
	e.print("option name Text Weight type string default 1.5")
	e.print("option name Threads type spin default 4 min 1 max 8")
	e.print("option name OwnBook type check default true")
	if e.mode == Ponders {
		e.print("option name Ponder type check default false")
	}
	e.print("option name UCI_Chess960 type check default false")
	e.print("option name Style type combo default Solid var Solid var Risky")
	e.print("option name Clear Hash type button")
	e.print("uciok")
}

func (e *engine) set(rest string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " value ")
	n, err := strconv.Atoi(value)
	if name == "UCI_Chess960" {
		if with, err := e.game.With(engines.Settings{"chess960": value}); err == nil {
			e.game = with
		}
	}
	switch {
	case err != nil, e.ready && e.mode == Once:
	case name == "Material":
		e.material = n
	case name == "Pawn Advance":
		e.advance = n
	}
}

// search answers the UCI command go with the engine's move.
func (e *engine) search(limit string) (more bool, status int) {
	misbehaves := e.moves == third
	if misbehaves && e.mode == Crash || e.mode == AlwaysCrash {
		return false, 3
	}
	g, err := e.game.ParseGame(e.position, 0)
	if err != nil {
		e.print("info string %v", err)
		e.print("bestmove (none)")
		return true, 0
	}
	move, score := e.best(g)
	if e.mode == Chatty {
		for i := range 100 {
			e.print("info currmovenumber %d", i)
		}
	}
	e.print("info depth 1 score cp %d nodes 30 pv %s", score, move)
	switch {
	case e.mode == Shouts:
		move = strings.ToUpper(move)
	case e.mode == BookPlayer && misbehaves:
		move = move[2:4]
	case e.mode == None && misbehaves:
		move = "(none)"
	case e.mode == Null && misbehaves:
		move = "0000"
	}
	answer := "bestmove " + move
	if e.mode == Ponders {
		answer += e.expected(g, move)
	}
	switch {
	case strings.HasPrefix(limit, "ponder"):
		e.pending = answer
	case e.mode == NoNodes && strings.HasPrefix(limit, "nodes"), e.mode == Sleeps && misbehaves:
		e.pending = answer
	case e.mode == Twice && misbehaves:
		e.print("%s\n%s", answer, answer)
	default:
		e.print("%s", answer)
	}
	return true, 0
}

// expected returns " ponder " and the reply that the engine expects after a move, or "" if the game
// is over then.
func (e *engine) expected(g engines.Game, move string) string {
	next := g.Clone()
	m, err := next.ParseMove(move)
	if err != nil || next.Apply(m) != nil || next.Over() {
		return ""
	}
	reply, _ := e.best(next)
	return " ponder " + reply
}

// best returns the move that leads to the best position, and its score in centipawns.
func (e *engine) best(g engines.Game) (move string, score int) {
	best := math.MinInt
	moves := g.Moves(nil)
	if e.mode == Remembers && e.games > 0 { // start with another move
		n := e.games % len(moves)
		moves = append(moves[n:], moves[:n]...)
	}
	for _, m := range moves {
		next := g.Clone()
		if next.Apply(m) != nil {
			continue
		}
		value := e.evaluate(next.String())
		if g.Turn() == 1 {
			value = -value
		}
		if next.Over() && !next.Outcome().Drawn() {
			value = math.MaxInt32
		}
		if value > best {
			best, move = value, g.FormatMove(m)
		}
	}
	return move, best / 100
}

// evaluate returns the value of a position for White, in hundredths of a centipawn. fen is the
// position in Forsyth-Edwards notation.
func (e *engine) evaluate(fen string) (value int) {
	values := map[byte]int{'p': 100, 'n': 300, 'b': 320, 'r': 500, 'q': 900}
	placement, _, _ := strings.Cut(fen, " ")
	for rank, row := range strings.Split(placement, "/") {
		for _, c := range []byte(row) {
			sign, kind, forward := 1, c|0x20, 6-rank
			if c == kind {
				sign, forward = -1, rank-1
			}
			value += sign * values[kind] * e.material
			if kind == 'p' {
				value += sign * forward * e.advance * 100
			}
		}
	}
	return value
}
