package hare

import (
	"fmt"
	"math/bits"
)

// Finish is the index of the last square; 0 is the start.
const Finish = 64

// Kind is the kind of a square, as the letter that a board's text uses for it.
type Kind byte

// The kinds of square.
const (
	Start    Kind = 'S'
	Goal     Kind = 'F'
	HareAt   Kind = 'H' // draw a card
	Carrots  Kind = 'C' // stay for ten carrots
	Lettuce  Kind = 'L' // eat a lettuce
	Hedgehog Kind = 'G' // reached only backwards, for ten carrots a square
	One      Kind = '1' // pays in ranks 1, 5 and 6
	Two      Kind = '2'
	Three    Kind = '3'
	Four     Kind = '4'
)

// The layouts of two editions. They differ in seven squares.
const (
	layout2008 = "SHCH3CH124LG3CHG124G3CL2GHC432GH1CH23GCHC2LG34H21CGH324CGLHC1CHCF"
	layout1978 = "SHCH3CHLG42G3CHG124G3CL2GHC432GH1CH23GCHC2LG34H21CGH324CGLHC2HLHF"
)

// squares is a set of the squares 1 to 64: square s is bit s-1.
type squares uint64

func square(s int) squares             { return 1 << (s - 1) }
func (b squares) has(s int) bool       { return s > 0 && b>>(s-1)&1 != 0 }
func (b squares) after(s int) squares  { return b >> s << s }
func (b squares) before(s int) squares { return b & (1<<max(s-1, 0) - 1) }
func (b squares) count() int           { return bits.OnesCount64(uint64(b)) }

// highest is the largest square of a set, 0 for the empty one.
func (b squares) highest() int { return bits.Len64(uint64(b)) }

// lowest is the smallest square of a set that is not empty.
func (b squares) lowest() int { return bits.TrailingZeros64(uint64(b)) + 1 }

// Board is the kind of every square, with what the rules derive from it.
type Board struct {
	kinds [Finish + 1]Kind

	hares, carrots, lettuces, hedgehogs squares
	ahead                               [Finish + 1]uint8 // lettuce squares beyond
	pays                                [Finish + 1]uint8 // ranks that a number square pays, as bits
}

// ParseBoard reads a board of one letter per square, from S to F: H hare, C
// carrot, L lettuce, G hedgehog, 1 to 4 the number squares.
func ParseBoard(text string) (*Board, error) {
	if len(text) != Finish+1 {
		return nil, fmt.Errorf("board: %d squares, %d needed", len(text), Finish+1)
	}
	b := new(Board)
	for i := range text {
		k := Kind(text[i])
		if (k == Start) != (i == 0) || (k == Goal) != (i == Finish) {
			return nil, fmt.Errorf("board: square %d is %q; S belongs on 0 and F on %d alone", i, text[i], Finish)
		}
		b.kinds[i] = k
		switch k {
		case Start, Goal:
		case HareAt:
			b.hares |= square(i)
		case Carrots:
			b.carrots |= square(i)
		case Lettuce:
			b.lettuces |= square(i)
		case Hedgehog:
			b.hedgehogs |= square(i)
		case One:
			b.pays[i] = 1<<1 | 1<<5 | 1<<6
		case Two, Three, Four:
			b.pays[i] = 1 << (k - '0')
		default:
			return nil, fmt.Errorf("board: square %d is %q, not one of HCLG1234", i, text[i])
		}
	}
	for i := range b.ahead {
		b.ahead[i] = uint8(b.lettuces.after(i).count())
	}
	return b, nil
}

// Kind returns the kind of square s, from 0 to Finish.
func (b *Board) Kind(s int) Kind { return b.kinds[s] }

// String returns the text that ParseBoard reads.
func (b *Board) String() string {
	text := make([]byte, len(b.kinds))
	for i, k := range b.kinds {
		text[i] = byte(k)
	}
	return string(text)
}

func mustBoard(text string) *Board {
	b, err := ParseBoard(text)
	if err != nil {
		panic(err)
	}
	return b
}

// The boards by name.
var boards = map[string]*Board{
	"2008": mustBoard(layout2008), // Ravensburger 2008, also Abacus, Rio Grande and Gibsons
	"1978": mustBoard(layout1978), // the first German edition
}
