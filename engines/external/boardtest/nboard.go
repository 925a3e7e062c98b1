package boardtest

import (
	"bufio"
	"io"
	"strings"

	"github.com/lanista/lanista/engines"
)

// nboard speaks NBoard.
type nboard struct{ program }

// NBoard speaks version 2 of the NBoard protocol until it is told to quit or
// nothing more comes in. It returns the status to exit with.
func NBoard(rules engines.Engine, mode Mode, in io.Reader, out io.Writer) (status int) {
	p := &nboard{program{rules: rules, mode: mode, out: bufio.NewWriter(out), corner: 10, discs: 1}}
	return p.serve(in, p.hear)
}

// hear does what a line asks for.
func (p *nboard) hear(line string) (again bool, status int) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "nboard":
		p.say("a board program for tests\n\nset myname Lanista's board program")
	case "ping":
		p.say("pong %s", rest)
	case "move":
		text, _, _ := strings.Cut(rest, "/")
		if p.play(text) != nil {
			return false, 4
		}
	case "set":
		name, value, _ := strings.Cut(rest, " ")
		switch name {
		case "game":
			if !p.begin(value) {
				return false, 4
			}
		case "weight":
			p.set(value)
		}
		p.say("status Set")
	case "go":
		return p.think()
	case "quit":
		return false, 0
	}
	return true, 0
}

// think answers with a move.
func (p *nboard) think() (again bool, status int) {
	p.say("status Thinking")
	move, worth := p.choose()
	p.say("nodestats 12 0.01")
	switch {
	case p.misbehaves(Crash):
		return false, 3
	case p.misbehaves(Sleeps):
		return true, 0
	case p.misbehaves(Empty):
		p.say("===")
	case p.misbehaves(Illegal):
		p.say("=== Z9/0/0")
	case move == "pass":
		p.say("=== PA")
	default:
		p.say("=== %s/%.2f/0.00", strings.ToUpper(move), worth)
	}
	p.say("status")
	return true, 0
}
