package programtest

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// GTP plays Othello in the Go Text Protocol until it receives quit or the input ends. It returns
// the exit status for the process.
func GTP(rules engines.Engine, mode Mode, in io.Reader, out io.Writer) (status int) {
	p := newOthello(rules, mode, out)
	return p.serve(in, p.handleGTP)
}

// handleGTP executes a GTP command. more is false if the program must then exit with the given
// status.
func (p *othello) handleGTP(line string) (more bool, status int) {
	number, command, _ := strings.Cut(line, " ")
	word, rest, _ := strings.Cut(command, " ")
	switch word {
	case "protocol_version":
		version := "2"
		if p.mode == Old {
			version = "1"
		}
		p.answer(number, version)
	case "name":
		p.answer(number, "Lanista's board program")
	case "list_commands":
		p.answer(number, "boardsize\nclear_board\nplay\ngenmove\nset_random_seed\ntime_left\ntime_settings\nset\nquit")
	case "clear_board":
		p.begin("start")
		p.answer(number, "")
	case "boardsize", "set_random_seed", "time_settings", "time_left", "note":
		p.answer(number, "")
	case "set":
		if !p.set(rest) {
			p.refuse(number, "no such weight")
			break
		}
		p.answer(number, "")
	case "play":
		colour, text, _ := strings.Cut(rest, " ")
		if err := p.turn(colour, text); err != nil {
			p.refuse(number, err.Error())
			break
		}
		p.answer(number, "")
	case "genmove":
		return p.generate(number, rest)
	case "quit":
		p.answer(number, "")
		return false, 0
	default:
		p.refuse(number, "unknown command")
	}
	return true, 0
}

// turn plays a move for a colour. If the rules force the other colour to pass first, it plays
// that pass too, except in the mode Passes.
func (p *othello) turn(colour, text string) error {
	if err := p.pass(colour); err != nil {
		return err
	}
	return p.play(text)
}

// pass plays a forced pass if the given colour is not to move.
func (p *othello) pass(colour string) error {
	if "bw"[p.game.Turn()] == colour[0] {
		return nil
	}
	if p.mode == Passes || p.play("pass") != nil {
		return fmt.Errorf("wrong color")
	}
	return nil
}

// generate answers the GTP command genmove with the program's move.
func (p *othello) generate(number, colour string) (more bool, status int) {
	if err := p.pass(colour); err != nil {
		p.refuse(number, err.Error())
		return true, 0
	}
	move, _ := p.choose()
	switch {
	case p.misbehaves(Crash):
		return false, 3
	case p.misbehaves(Sleeps):
		return true, 0
	case p.misbehaves(Refuses):
		p.refuse(number, "I will not")
	case p.misbehaves(Resigns):
		p.answer(number, "resign")
	case p.misbehaves(Empty):
		p.answer(number, "")
	case p.misbehaves(Illegal):
		p.answer(number, "Z9")
	case p.misbehaves(Ahead):
		n, _ := strconv.Atoi(number)
		p.answer(strconv.Itoa(n+7), move)
	default:
		_ = p.play(move) // a legal move
		p.answer(number, strings.ToUpper(move))
	}
	return true, 0
}

// answer writes the answer to a successful GTP command.
func (p *othello) answer(number, text string) {
	switch p.mode {
	case Unnumbered:
		p.print("= %s\n", text)
	case Blank:
		p.print("= %s %s\n", number, text)
	default:
		p.print("=%s %s\n", number, text)
	}
}

// refuse writes the answer to a failed GTP command.
func (p *othello) refuse(number, why string) {
	if p.mode == Unnumbered {
		number = ""
	}
	p.print("?%s %s\n", number, why)
}
