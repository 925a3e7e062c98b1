package ucitest

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Mode is a way to behave.
type Mode string

// The modes.
const (
	Sound       Mode = "sound"
	NoNodes     Mode = "no-nodes"     // it thinks on for ever after "go nodes"
	None        Mode = "none"         // its third move is (none)
	Null        Mode = "null"         // its third move is 0000
	Twice       Mode = "twice"        // it answers its third move twice
	Remembers   Mode = "remembers"    // it plays otherwise in every further game
	Chatty      Mode = "chatty"       // it says a hundred lines with every move
	Shouts      Mode = "shouts"       // its moves are in capitals
	Crash       Mode = "crash"        // it ends at its third move
	Deaf        Mode = "deaf"         // it answers nothing
	Sleeps      Mode = "sleeps"       // it does not answer its third move until it is stopped
	BookPlayer  Mode = "book-player"  // it plays short notation
	Once        Mode = "once"         // it reads its numbers once, before it is ready for the first time
	AlwaysCrash Mode = "always-crash" // it ends at the first move of every game
)

// third is the move of every game at which the engine misbehaves.
const third = 3

// Run speaks UCI until it is told to quit or nothing more comes in. It returns the
// status to exit with.
func Run(game engines.Engine, mode Mode, in io.Reader, out io.Writer) (status int) {
	e := &engine{game: game, mode: mode, out: bufio.NewWriter(out), material: 100, advance: 10}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		again, status := e.hear(lines.Text())
		_ = e.out.Flush() // whoever does not listen any more will say so by ending the input
		if !again {
			return status
		}
	}
	return 0
}

type engine struct {
	game     engines.Engine
	mode     Mode
	out      *bufio.Writer
	material int
	advance  int
	ready    bool // it has said so
	games    int
	moves    int // made in this game
	position string
	waits    string // the answer that comes when it is stopped
}

func (e *engine) say(format string, args ...any) { fmt.Fprintf(e.out, format+"\n", args...) }

// hear does what a line asks for.
func (e *engine) hear(line string) (again bool, status int) {
	if e.mode == Deaf {
		return true, 0
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch word {
	case "uci":
		e.hello()
	case "isready":
		e.ready = true
		e.say("readyok")
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
	case "stop":
		if e.waits != "" {
			e.say("%s", e.waits)
			e.waits = ""
		}
	case "quit":
		return false, 0
	}
	return true, 0
}

func (e *engine) hello() {
	e.say("an engine for tests")
	e.say("id name Lanista's test engine (%s)", e.mode)
	e.say("option name Material type spin default 100 min 0 max 400")
	e.say("option name Pawn Advance type spin default 10 min -50 max 50")
	e.say("option name Text Weight type string default 1.5")
	e.say("option name Threads type spin default 4 min 1 max 8")
	e.say("option name OwnBook type check default true")
	e.say("option name Style type combo default Solid var Solid var Risky")
	e.say("option name Clear Hash type button")
	e.say("uciok")
}

func (e *engine) set(rest string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " value ")
	n, err := strconv.Atoi(value)
	switch {
	case err != nil, e.ready && e.mode == Once:
	case name == "Material":
		e.material = n
	case name == "Pawn Advance":
		e.advance = n
	}
}

// search answers a command to go.
func (e *engine) search(limit string) (again bool, status int) {
	misbehaves := e.moves == third
	if misbehaves && e.mode == Crash || e.mode == AlwaysCrash {
		return false, 3
	}
	g, err := e.game.ParseGame(e.position, 0)
	if err != nil {
		e.say("info string %v", err)
		e.say("bestmove (none)")
		return true, 0
	}
	move, score := e.best(g)
	if e.mode == Chatty {
		for i := range 100 {
			e.say("info currmovenumber %d", i)
		}
	}
	e.say("info depth 1 score cp %d nodes 30 pv %s", score, move)
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
	switch {
	case e.mode == NoNodes && strings.HasPrefix(limit, "nodes"), e.mode == Sleeps && misbehaves:
		e.waits = answer
	case e.mode == Twice && misbehaves:
		e.say("%s\n%s", answer, answer)
	default:
		e.say("%s", answer)
	}
	return true, 0
}

// best is the move after which the engine likes the position best, and what it
// thinks of it.
func (e *engine) best(g engines.Game) (move string, score int) {
	best := math.MinInt
	moves := g.Moves(nil)
	if e.mode == Remembers && e.games > 0 { // it begins to look somewhere else
		n := e.games % len(moves)
		moves = append(moves[n:], moves[:n]...)
	}
	for _, m := range moves {
		next := g.Clone()
		if next.Apply(m) != nil {
			continue
		}
		worth := e.worth(next.String())
		if g.Turn() == 1 {
			worth = -worth
		}
		if next.Over() && !next.Outcome().Drawn() {
			worth = math.MaxInt32
		}
		if worth > best {
			best, move = worth, g.FormatMove(m)
		}
	}
	return move, best / 100
}

// worth is what a position is worth to White, in hundredths of a hundredth.
func (e *engine) worth(fen string) (worth int) {
	values := map[byte]int{'p': 100, 'n': 300, 'b': 320, 'r': 500, 'q': 900}
	placement, _, _ := strings.Cut(fen, " ")
	for rank, row := range strings.Split(placement, "/") {
		for _, c := range []byte(row) {
			sign, kind, forward := 1, c|0x20, 6-rank
			if c == kind {
				sign, forward = -1, rank-1
			}
			worth += sign * values[kind] * e.material
			if kind == 'p' {
				worth += sign * forward * e.advance * 100
			}
		}
	}
	return worth
}
