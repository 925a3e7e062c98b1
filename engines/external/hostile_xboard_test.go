package external

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
)

// hostileXBoardVariable is the environment variable that makes the test binary an xboard engine
// that misbehaves in a mode, usually at its third move.
const hostileXBoardVariable = "LANISTA_HOSTILE_XBOARD"

// hostileXBoard is an xboard engine that plays the first legal move.
type hostileXBoard struct {
	mode   string
	out    *bufio.Writer
	game   engines.Game
	own    int // the seat that the engine plays; -1 in the mode force
	moves  int // made so far
	answer string
}

func (e *hostileXBoard) run() {
	switch e.mode {
	case "slow start", "deaf":
		time.Sleep(forever)
	case "exit at once":
		fmt.Fprintln(os.Stderr, "cannot find the book")
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

func (e *hostileXBoard) say(lines ...string) {
	end := "\n"
	if e.mode == "crlf" {
		end = "\r\n"
	}
	for _, line := range lines {
		_, _ = e.out.WriteString(line + end)
	}
}

// handle executes a line and returns false if it is the last one.
func (e *hostileXBoard) handle(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	if e.game != nil && slices.Contains([]string{"exit on setboard", "exit on force", "exit on go"}, e.mode) && e.mode == "exit on "+word {
		os.Exit(0)
	}
	switch word {
	case "protover":
		e.hello()
	case "ping":
		e.pong(rest)
	case "new":
		if e.mode == "exit on new" {
			os.Exit(0)
		}
		e.own = 1
		e.game, _ = chess.New().ParseGame("start", 0)
	case "setboard":
		if e.mode == "refuses a position" { // and plays on from it
			e.say("tellusererror Illegal position")
		}
		e.game, _ = chess.New().ParseGame(rest, 0)
	case "force":
		e.own = -1
	case "go":
		e.own = e.game.Turn()
		e.think()
	case "usermove":
		e.opponent(rest)
	case "sd":
		if e.mode == "no depth" {
			e.say("Error (unknown command): sd")
		}
	case "?":
		if e.mode == "late" && e.answer != "" {
			e.say(e.answer)
		}
	case "quit":
		return false
	}
	return true
}

// hello answers the request for features.
func (e *hostileXBoard) hello() {
	switch e.mode {
	case "banner":
		e.say("Welcome to my engine", "", "move over", "1-0", "pong 77")
	case "old":
		e.say("Error (unknown command): protover")
		return
	case "starts slowly":
		e.say("feature done=0")
		_ = e.out.Flush()
		time.Sleep(50 * time.Millisecond)
	case "other game":
		e.say(`feature variants="xiangqi,shogi" done=1`)
		return
	}
	e.say(`feature myname="hostile" usermove=1 setboard=1 san=1 nonsense=4 ping=1`, `feature option="Nth -spin 0 0 9" option="broken -spin 1" done=1`)
}

// pong answers a ping.
func (e *hostileXBoard) pong(n string) {
	switch {
	case e.game == nil:
	case e.mode == "no pong":
		return
	case e.mode == "half a pong":
		_, _ = e.out.WriteString("pong " + n)
		return
	case e.mode == "later pong":
		n += "0"
	case e.mode == "pong without number":
		n = "now"
	case e.mode == "earlier pong":
		e.say("pong 0")
	case e.mode == "exit on ping":
		os.Exit(0)
	}
	e.say("pong " + n)
}

// opponent makes a move of the opponent and answers it.
func (e *hostileXBoard) opponent(text string) {
	switch {
	case e.mode == "refuses a move" && e.moves == 2:
		e.say("Illegal move: " + text)
		return
	case e.mode == "does not know usermove" && e.moves == 2:
		e.say("Error (unknown command): usermove")
		return
	case e.mode == "exit on usermove" && e.moves == 2:
		os.Exit(0)
	}
	e.play(text)
	if e.own == e.game.Turn() {
		e.think()
	}
}

func (e *hostileXBoard) play(text string) {
	m, err := e.game.ParseMove(text)
	if err == nil {
		err = e.game.Apply(m)
	}
	if err != nil {
		panic(err)
	}
}

// think answers with a move.
func (e *hostileXBoard) think() {
	if e.game.Over() {
		return
	}
	move := e.game.FormatMove(e.game.Moves(nil)[0])
	e.play(move)
	e.answer = "move " + move
	if e.moves++; e.moves != 3 {
		e.say(e.answer)
		return
	}
	wins, loses := "1-0 {White mates}", "0-1 {White resigns}"
	if e.own == 1 {
		wins, loses = loses, wins
	}
	switch e.mode {
	case "noise":
		e.say("tellics say hello", "", "telluser good morning", "# a comment", "3 -15 0", "  4. -20 0 174 e7e5 e2e4", "White (1): e2e4", "moves a1a1", "offer draw", e.answer)
	case "capitals":
		e.say(strings.Replace(e.answer, move, strings.ToUpper(move), 1))
	case "old form":
		e.say("3. ... " + move)
	case "claims and moves":
		e.say("1/2-1/2 {Draw by repetition}", e.answer)
	case "twice":
		e.say(e.answer, e.answer)
	case "twice slowly":
		e.say(e.answer)
		_ = e.out.Flush()
		awaitTurnFile(askedFile)
		e.say(e.answer)
		_ = e.out.Flush()
		createTurnFile(answeredFile)
	case "no word":
		e.say("move")
	case "null":
		e.say("move 0000")
	case "not legal":
		e.say("move a1h8")
	case "gibberish":
		e.say("move \x1b[31mZ")
	case "claims a win":
		e.say(wins)
	case "claims a draw":
		e.say("1/2-1/2 {I am tired}")
	case "resigns":
		e.say("resign")
	case "claims a loss":
		e.say(loses)
	case "long":
		e.say(strings.Repeat("x", 10<<20))
	case "chatter":
		for range 120_000 {
			e.say("1 0 0 1 e2e4")
		}
	case "exit after a move":
		e.say(e.answer)
		_ = e.out.Flush()
		os.Exit(0)
	case "flood":
		e.say(e.answer)
		for {
			e.say("1 0 0 1 e2e4")
		}
	case "moves on": // also for its opponent
		reply := e.game.Clone().Moves(nil)[0]
		e.say(e.answer, "move "+e.game.FormatMove(reply))
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
