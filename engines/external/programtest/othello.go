package programtest

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Mode names the fault that a test program has, or [Sound] for none.
type Mode string

// These modes select how a test program behaves or misbehaves.
const (
	Sound     Mode = "sound"
	Crash     Mode = "crash"     // ends at its third move
	Sleeps    Mode = "sleeps"    // does not answer its third move (UCI: until it is stopped)
	Chatty    Mode = "chatty"    // prints a hundred lines with every move
	Deaf      Mode = "deaf"      // answers nothing
	Remembers Mode = "remembers" // plays differently in every later game
	Ponders   Mode = "ponders"   // UCI: names the reply that it expects, and can search during the opponent's turn

	// These modes apply to GTP and NBoard.
	Empty   Mode = "empty"   // answers its third move without a move
	Illegal Mode = "illegal" // plays z9 as its third move

	// These modes apply to GTP.
	Unnumbered Mode = "unnumbered" // answers without numbers
	Blank      Mode = "blank"      // writes a blank before the numbers
	Passes     Mode = "passes"     // requires passes
	Refuses    Mode = "refuses"    // refuses its third move
	Ahead      Mode = "ahead"      // answers a later command instead of its third move
	Old        Mode = "old"        // speaks version 1
	Resigns    Mode = "resigns"    // resigns at its third move

	// These modes apply to UCI.
	NoNodes     Mode = "no-nodes"     // never ends its search after "go nodes"
	None        Mode = "none"         // plays (none) as its third move
	Null        Mode = "null"         // plays 0000 as its third move
	Twice       Mode = "twice"        // answers its third move twice
	Shouts      Mode = "shouts"       // writes its moves in capitals
	BookPlayer  Mode = "book-player"  // plays short notation
	Once        Mode = "once"         // reads its numbers once, before its first "readyok"
	AlwaysCrash Mode = "always-crash" // ends at the first move of every game
)

// third is the number of the move at which most faults of a [Mode] appear. It counts the program's
// own moves from 1.
const third = 3

// othello is an Othello program that speaks GTP or NBoard.
type othello struct {
	rules engines.Engine
	mode  Mode
	out   *bufio.Writer
	game  engines.Game
	// corner and discs are the program's weights: the values of a corner and of a disc
	corner, discs float64
	moves, games  int
}

func newOthello(rules engines.Engine, mode Mode, out io.Writer) *othello {
	return &othello{rules: rules, mode: mode, out: bufio.NewWriter(out), corner: 10, discs: 1}
}

func (p *othello) print(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

// serve passes lines to handle until handle returns false or the input ends.
func (p *othello) serve(in io.Reader, handle func(line string) (more bool, status int)) int {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if p.mode == Deaf {
			continue
		}
		more, status := handle(strings.TrimSpace(lines.Text()))
		_ = p.out.Flush() // if nothing reads the output, the input ends too
		if !more {
			return status
		}
	}
	return 0
}

// set sets a weight of the program from the text "NAME VALUE". It returns false if the text is
// invalid.
func (p *othello) set(text string) bool {
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

// begin sets up a position that is given as text. It returns false if the text is invalid.
func (p *othello) begin(position string) bool {
	g, err := p.rules.ParseGame(position, 0)
	if err != nil {
		return false
	}
	p.game, p.moves = g, 0
	p.games++
	return true
}

// play makes a move that is given as text.
func (p *othello) play(text string) error {
	m, err := p.game.ParseMove(text)
	if err == nil {
		err = p.game.Apply(m)
	}
	return err
}

// choose returns the move that leads to the best position, and the value of that position.
func (p *othello) choose() (move string, value float64) {
	p.moves++
	if p.mode == Chatty {
		for i := range 100 {
			p.print("status %d", i)
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
		v := float64(p.discs * float64(strings.Count(next.String()[:64], own)))
		if strings.Contains("a1 a8 h1 h8", text) {
			v += p.corner
		}
		if i == 0 || v > value {
			move, value = text, v
		}
	}
	return move, value
}

// misbehaves reports whether the program must now show the fault of the given mode: it has this
// mode and is about to make its third move.
func (p *othello) misbehaves(mode Mode) bool { return p.mode == mode && p.moves == third }
