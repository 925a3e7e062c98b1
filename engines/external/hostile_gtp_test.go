package external

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/goban"
)

// hostileGTPVariable is the environment variable that makes the test binary a Go program that
// misbehaves in a mode, usually at its third move.
const hostileGTPVariable = "LANISTA_HOSTILE_GTP"

// hostileGTP is a GTP program that plays the first legal move on 5 x 5 points.
type hostileGTP struct {
	mode  string
	out   *bufio.Writer
	game  engines.Game
	moves int // made so far
}

func (e *hostileGTP) run() {
	switch e.mode {
	case "slow start":
		time.Sleep(forever)
	case "exit at once":
		fmt.Fprintln(os.Stderr, "cannot find the patterns")
		os.Exit(3)
	case "banner":
		e.say("Welcome to my program", "", "a1")
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

func (e *hostileGTP) say(lines ...string) {
	end := "\n"
	if e.mode == "crlf" {
		end = "\r\n"
	}
	for _, line := range lines {
		_, _ = e.out.WriteString(line + end)
	}
}

// answer writes an answer to the command with a number.
func (e *hostileGTP) answer(number, text string) {
	switch e.mode {
	case "no numbers":
		number = ""
	case "tab":
		text = "\t" + text
	case "many empty lines":
		e.say("", "")
	}
	e.say("="+number+" "+text, "")
}

func (e *hostileGTP) refuse(number, why string) { e.say("?"+number+" "+why, "") }

// handle executes a command and returns false if it is the last one.
func (e *hostileGTP) handle(line string) bool {
	number, command, _ := strings.Cut(line, " ")
	word, rest, _ := strings.Cut(command, " ")
	if "refuses "+word == e.mode && (word != "play" || e.moves == 2) {
		e.refuse(number, "I will not")
		return true
	}
	if "exit on "+word == e.mode && (word != "play" || e.moves == 2) {
		os.Exit(0)
	}
	switch word {
	case "protocol_version":
		e.answer(number, "2")
	case "list_commands":
		if e.mode == "lists nothing" {
			e.refuse(number, "unknown command")
			break
		}
		e.answer(number, "komi\nset_random_seed\nfinal_score")
	case "clear_board":
		engine, err := goban.New().With(engines.Settings{"size": "5"})
		if err != nil {
			panic(err)
		}
		e.game, _ = engine.NewGame(2, 0)
		e.answer(number, "")
	case "play":
		_, text, _ := strings.Cut(rest, " ")
		e.play(text)
		e.answer(number, "")
	case "genmove":
		e.generate(number)
	case "final_score":
		score := ""
		switch e.mode {
		case "scores":
			score = formatResult(e.game.Outcome())
		case "scores wrong":
			score = "W+99.5"
		}
		e.answer(number, score)
	case "quit":
		return false
	default:
		e.answer(number, "")
	}
	return true
}

func (e *hostileGTP) play(text string) {
	m, err := e.game.ParseMove(text)
	if err == nil {
		err = e.game.Apply(m)
	}
	if err != nil {
		panic(err)
	}
}

// generate answers genmove.
func (e *hostileGTP) generate(number string) {
	move := e.game.FormatMove(e.game.Moves(nil)[0])
	taken := "A1"
	if played := e.game.(engines.History).Played(); len(played) > 0 {
		taken = e.game.FormatMove(played[0])
	}
	if e.moves++; e.moves != 3 {
		e.play(move)
		e.answer(number, move)
		return
	}
	switch e.mode {
	case "noise":
		e.say("thinking...", "", "D4", "info depth")
	case "lower case":
		move = strings.ToLower(move)
	case "two lines":
		e.say("="+number+" "+move, "a comment", "")
		return
	case "answers twice":
		e.answer(number, move)
	case "earlier number":
		e.say("=1 "+move, "")
		return
	case "later number":
		number += "0"
	case "no vertex":
		move = ""
	case "outside":
		move = "Z9"
	case "column I":
		move = "I3"
	case "taken point":
		move = taken
	case "null":
		move = "null"
	case "escape":
		move = "\x1b[31mA1"
	case "resigns":
		move = "resign"
	case "long":
		move = strings.Repeat("x", 10<<20)
	case "chatter":
		for range 120_000 {
			e.say("thinking")
		}
	case "endless answer":
		e.say("=" + number + " " + move)
		for range 120_000 {
			e.say("more")
		}
	case "exit after a move":
		e.answer(number, move)
		_ = e.out.Flush()
		os.Exit(0)
	case "flood":
		e.answer(number, move)
		for {
			e.say("thinking")
		}
	case "no equals sign":
		e.say(number+" "+move, "")
		return
	case "other sign":
		e.say("!"+number+" "+move, "")
		return
	case "half a line":
		_, _ = e.out.WriteString("=" + number + " " + move)
		return
	case "no empty line":
		e.say("=" + number + " " + move)
		return
	case "closed input":
		_ = os.Stdin.Close()
		e.answer(number, move)
		_ = e.out.Flush()
		time.Sleep(forever)
	case "utf-16":
		for _, c := range []byte("=" + number + " " + move + "\n\n") {
			_, _ = e.out.Write([]byte{0, c})
		}
		return
	case "thinks on":
		return
	default:
		breakDown(e.mode)
	}
	if e.game.Apply(e.game.Moves(nil)[0]) != nil {
		panic("a legal move is refused")
	}
	e.answer(number, move)
}
