package boardtest

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Mode is a way to behave.
type Mode string

// The modes.
const (
	Sound      Mode = "sound"
	Unnumbered Mode = "unnumbered" // GTP: its answers have no numbers
	Blank      Mode = "blank"      // GTP: a blank stands before its numbers
	Passes     Mode = "passes"     // GTP: it wants to be told of passes
	Refuses    Mode = "refuses"    // GTP: it refuses its third move
	Ahead      Mode = "ahead"      // GTP: its third move answers a command to come
	Old        Mode = "old"        // GTP: it speaks version 1
	Resigns    Mode = "resigns"    // it resigns at its third move
	Empty      Mode = "empty"      // its third move is none
	Illegal    Mode = "illegal"    // its third move is z9
	Crash      Mode = "crash"      // it ends at its third move
	Sleeps     Mode = "sleeps"     // it does not answer its third move
	Chatty     Mode = "chatty"     // it says a hundred lines with every move
	Deaf       Mode = "deaf"       // it answers nothing
	Remembers  Mode = "remembers"  // it plays otherwise in every further game
)

// third is the move of every game at which the program misbehaves.
const third = 3

// program is what both protocols have in common.
type program struct {
	rules engines.Engine
	mode  Mode
	out   *bufio.Writer
	game  engines.Game
	// weights of the moves: a corner, and a disc turned
	corner, discs float64
	moves, games  int
}

func (p *program) say(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

// serve hears lines until one says that it is the last, or there are no more.
func (p *program) serve(in io.Reader, hear func(line string) (again bool, status int)) int {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if p.mode == Deaf {
			continue
		}
		again, status := hear(strings.TrimSpace(lines.Text()))
		_ = p.out.Flush() // whoever does not listen any more will say so by ending the input
		if !again {
			return status
		}
	}
	return 0
}

// set reads "NAME VALUE", a weight.
func (p *program) set(text string) bool {
	name, value, _ := strings.Cut(text, " ")
	v, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil:
		return false
	case name == "corner":
		p.corner = v
	case name == "discs":
		p.discs = v
	default:
		return false
	}
	return true
}

// begin sets up a position.
func (p *program) begin(position string) bool {
	g, err := p.rules.ParseGame(position, 0)
	if err != nil {
		return false
	}
	p.game, p.moves = g, 0
	p.games++
	return true
}

// play makes a move.
func (p *program) play(text string) error {
	m, err := p.game.ParseMove(text)
	if err == nil {
		err = p.game.Apply(m)
	}
	return err
}

// choose is the move that the program likes best, and how much.
func (p *program) choose() (move string, worth float64) {
	p.moves++
	if p.mode == Chatty {
		for i := range 100 {
			p.say("status %d", i)
		}
	}
	moves := p.game.Moves(nil)
	if n := p.games % len(moves); p.mode == Remembers {
		moves = append(moves[n:], moves[:n]...)
	}
	for i, m := range moves {
		text := p.game.FormatMove(m)
		next := p.game.Clone()
		if next.Apply(m) != nil {
			continue
		}
		own := "XO"[p.game.Turn() : p.game.Turn()+1]
		v := p.discs * float64(strings.Count(next.String()[:64], own))
		if strings.Contains("a1 a8 h1 h8", text) {
			v += p.corner
		}
		if i == 0 || v > worth {
			move, worth = text, v
		}
	}
	return move, worth
}

// misbehaves reports whether this is the move for it.
func (p *program) misbehaves(mode Mode) bool { return p.mode == mode && p.moves == third }
