package programtest

import (
	"io"
	"strings"

	"github.com/lanista/lanista/engines"
)

// NBoard plays Othello in version 2 of the NBoard protocol until it receives quit or the input
// ends. It returns the exit status for the process.
func NBoard(rules engines.Engine, mode Mode, in io.Reader, out io.Writer) (status int) {
	p := newOthello(rules, mode, out)
	return p.serve(in, p.handleNBoard)
}

// handleNBoard executes a line of the NBoard protocol. more is false if the program must then
// exit with the given status.
func (p *othello) handleNBoard(line string) (more bool, status int) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "nboard":
		p.print("a board program for tests\n\nset myname Lanista's board program")
	case "ping":
		p.print("pong %s", rest)
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
		p.print("status Set")
	case "go":
		return p.think()
	case "quit":
		return false, 0
	}
	return true, 0
}

// think answers the NBoard command go with the program's move, or misbehaves as the test requests.
// more is false if the program must exit with the given status.
func (p *othello) think() (more bool, status int) {
	p.print("status Thinking")
	move, value := p.choose()
	p.print("nodestats 12 0.01")
	switch {
	case p.misbehaves(Crash):
		return false, 3
	case p.misbehaves(Sleeps):
		return true, 0
	case p.misbehaves(Empty):
		p.print("===")
	case p.misbehaves(Illegal):
		p.print("=== Z9/0/0")
	case move == "pass":
		p.print("=== PA")
	default:
		p.print("=== %s/%.2f/0.00", strings.ToUpper(move), value)
	}
	p.print("status")
	return true, 0
}
