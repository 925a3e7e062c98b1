package external

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/lanista/lanista/engines/chess"
)

// hostileEngineVariable is the environment variable that makes the test binary a UCI engine
// that misbehaves in a mode at its third move.
const hostileEngineVariable = "LANISTA_HOSTILE_ENGINE"

// hostileEngine is an engine that plays the first legal move.
type hostileEngine struct {
	mode     string
	out      *bufio.Writer
	position string
	moves    int // asked for so far
	answer   string
}

func (e *hostileEngine) run() {
	switch e.mode {
	case "slow start":
		time.Sleep(forever)
	case "exit at once":
		fmt.Fprintln(os.Stderr, "cannot find the network")
		os.Exit(3)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if !e.handle(in.Text()) {
			break
		}
		_ = e.out.Flush()
	}
	if e.mode == "ignores quit" {
		time.Sleep(forever)
	}
}

func (e *hostileEngine) say(lines ...string) {
	end := "\n"
	if e.mode == "crlf" {
		end = "\r\n"
	}
	for _, line := range lines {
		_, _ = e.out.WriteString(line + end)
	}
}

// handle executes a line and returns false if it is the last one.
func (e *hostileEngine) handle(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "uci":
		if e.mode == "banner" {
			e.say("Welcome to my engine", "", "bestmove of all")
		}
		e.say("id name hostile", "option name Nth type spin default 0 min 0 max 9", "uciok")
	case "isready":
		e.say("readyok")
	case "ucinewgame":
		if e.mode == "exit on new" {
			os.Exit(0)
		}
	case "position":
		e.position = strings.TrimPrefix(rest, "fen ")
	case "go":
		e.move(rest)
	case "stop":
		if e.answer != "" && e.mode == "late" {
			e.say(e.answer)
		}
	case "quit":
		return false
	}
	return true
}

// move answers "go".
func (e *hostileEngine) move(limit string) {
	g, err := chess.New().ParseGame(e.position, 0)
	if err != nil {
		panic(err)
	}
	move := g.FormatMove(g.Moves(nil)[0])
	e.answer = "bestmove " + move
	switch {
	case e.mode == "ignores nodes" && strings.HasPrefix(limit, "nodes"):
		return // it thinks on for ever
	case e.mode == "few nodes":
		e.say("info depth 1 nodes 5 score cp 0")
	case e.mode == "many nodes":
		e.say("info depth 1 nodes 9000 score cp 0")
	case e.mode == "too deep":
		e.say("info depth 7 nodes 9000 score cp 0")
	}
	if e.moves++; e.moves != 3 {
		e.say(e.answer)
		return
	}
	switch e.mode {
	case "noise":
		e.say("thinking...", "", "info depth", "info score cp", "info string bestmove a1a1", "bestmoves a1a1", e.answer)
	case "capitals":
		e.say("bestmove " + strings.ToUpper(move))
	case "ponder":
		e.say(e.answer + " ponder a1a1")
	case "twice":
		e.say(e.answer, e.answer)
	case "twice slowly":
		e.say(e.answer)
		_ = e.out.Flush()
		awaitTurnFile(askedFile)
		e.say(e.answer)
		_ = e.out.Flush()
		createTurnFile(answeredFile)
	case "slow":
		createTurnFile(askedFile)
		awaitTurnFile(answeredFile)
		e.say(e.answer)
	case "no word":
		e.say("bestmove")
	case "none":
		e.say("bestmove (none)")
	case "null":
		e.say("bestmove 0000")
	case "not legal":
		e.say("bestmove a1h8")
	case "short":
		e.say("bestmove Nf3")
	case "king takes rook":
		e.say("bestmove e1h1")
	case "long":
		e.say("info string " + strings.Repeat("x", 10<<20))
	case "chatter":
		for range 120_000 {
			e.say("thinking")
		}
	case "exit after a move":
		e.say(e.answer)
		_ = e.out.Flush()
		os.Exit(0)
	case "infos for ever", "flood":
		if e.mode == "flood" {
			e.say(e.answer)
		}
		for {
			e.say("info depth 1")
		}
	case "many infos":
		for range 120_000 {
			e.say("info depth 1")
		}
		e.say(e.answer)
	case "half a line":
		_, _ = e.out.WriteString(e.answer)
	case "closed input":
		_ = os.Stdin.Close()
		e.say(e.answer)
		_ = e.out.Flush()
		time.Sleep(forever)
	case "utf-16":
		for _, c := range []byte(e.answer + "\n") {
			_, _ = e.out.Write([]byte{0, c})
		}
	case "thinks on", "late": // until it is told to stop, or for ever
	default:
		breakDown(e.mode)
		e.say(e.answer)
	}
}
