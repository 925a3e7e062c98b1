package boardtest

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// gtp speaks the Go Text Protocol.
type gtp struct{ program }

// GTP speaks the Go Text Protocol until it is told to quit or nothing more comes
// in. It returns the status to exit with.
func GTP(rules engines.Engine, mode Mode, in io.Reader, out io.Writer) (status int) {
	p := &gtp{program{rules: rules, mode: mode, out: bufio.NewWriter(out), corner: 10, discs: 1}}
	return p.serve(in, p.hear)
}

// hear does a command.
func (p *gtp) hear(line string) (again bool, status int) {
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

// turn plays a move of a colour. Unless the program wants to be told of passes it
// finds those that the rules force.
func (p *gtp) turn(colour, text string) error {
	if err := p.mine(colour); err != nil {
		return err
	}
	return p.play(text)
}

// mine sees to it that a colour is to move.
func (p *gtp) mine(colour string) error {
	if "bw"[p.game.Turn()] == colour[0] {
		return nil
	}
	if p.mode == Passes || p.play("pass") != nil {
		return fmt.Errorf("wrong color")
	}
	return nil
}

// generate answers with a move.
func (p *gtp) generate(number, colour string) (again bool, status int) {
	if err := p.mine(colour); err != nil {
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
		n, _ := strconv.Atoi(number) // what is no number is answered as 0
		p.answer(strconv.Itoa(n+7), move)
	default:
		_ = p.play(move) // it is legal
		p.answer(number, strings.ToUpper(move))
	}
	return true, 0
}

// answer says that a command has been done.
func (p *gtp) answer(number, text string) {
	switch p.mode {
	case Unnumbered:
		p.say("= %s\n", text)
	case Blank:
		p.say("= %s %s\n", number, text)
	default:
		p.say("=%s %s\n", number, text)
	}
}

// refuse says that a command has not been done.
func (p *gtp) refuse(number, why string) {
	if p.mode == Unnumbered {
		number = ""
	}
	p.say("?%s %s\n", number, why)
}
