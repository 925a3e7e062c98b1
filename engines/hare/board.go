package hare

import (
	"fmt"
	"math/bits"
)

// finish is the number of the last square of the track. The start is square 0.
const finish = 64

// squareKind is the kind of a square on the track, encoded as its letter in the text of a board.
type squareKind byte

// These are the kinds of squares on the track, each with its letter in the text of a board.
const (
	startSquare    squareKind = 'S'
	goalSquare     squareKind = 'F'
	hareSquare     squareKind = 'H' // the player draws a card
	carrotSquare   squareKind = 'C' // the player may stay and take or give ten carrots
	lettuceSquare  squareKind = 'L' // the player eats a lettuce
	hedgehogSquare squareKind = 'G' // reached only backwards, which gains ten carrots a square
	numberOne      squareKind = '1' // pays players of rank 1, 5 and 6
	numberTwo      squareKind = '2'
	numberThree    squareKind = '3'
	numberFour     squareKind = '4'
)

// These are the tracks of two editions of the game, one letter per square (see squareKind).
const (
	layout2008 = "SHCH3CH124LG3CHG124G3CL2GHC432GH1CH23GCHC2LG34H21CGH324CGLHC1CHCF"
	layout1978 = "SHCH3CHLG42G3CHG124G3CL2GHC432GH1CH23GCHC2LG34H21CGH324CGLHC2HLHF"
)

// squares is a set of the squares 1 to 64 on the track. Square s is bit s-1.
type squares uint64

func square(s int) squares { return 1 << (s - 1) }

// has reports whether square s is in the set. It returns false for the start, 0.
func (b squares) has(s int) bool { return s > 0 && b>>(s-1)&1 != 0 }

func (b squares) after(s int) squares { return b >> s << s }

func (b squares) before(s int) squares { return b & (1<<max(s-1, 0) - 1) }

func (b squares) count() int { return bits.OnesCount64(uint64(b)) }

// highest returns the square in the set that is nearest to the finish, or 0 if the set is empty.
func (b squares) highest() int { return bits.Len64(uint64(b)) }

// lowest returns the square in the set that is nearest to the start. The set must not be empty.
func (b squares) lowest() int { return bits.TrailingZeros64(uint64(b)) + 1 }

// board contains the track and the rules that differ between editions: the ranks that each number
// square pays, and the carrots of a player at the start. parseBoard sets the rules of the published
// game, and withArticleRules those of an article (see the package comment).
type board struct {
	kinds [finish + 1]squareKind

	hares, carrots, lettuces, hedgehogs squares
	ahead                               [finish + 1]uint8   // lettuce squares beyond
	pays                                [finish + 1]uint8   // ranks that a number square pays, as bits
	start                               [maxSeats + 1]int32 // carrots at the start, by the number of players
}

// withArticleRules returns a copy of the board with the rules of the article that the package
// comment cites. They differ from the published rules in two points. All players start with 68
// carrots. A number square 1 pays the ranks 1, 4 and 6.
func (b *board) withArticleRules() *board {
	out := *b
	for i := range out.start {
		out.start[i] = 68
	}
	for i, k := range out.kinds {
		if k == numberOne {
			out.pays[i] = 1<<1 | 1<<4 | 1<<6
		}
	}
	return &out
}

// parseBoard parses a track of one letter per square, from S (start) to F (finish). The letters
// are H for hare, C for carrot, L for lettuce, G for hedgehog, and 1 to 4 for the number squares.
func parseBoard(text string) (*board, error) {
	if len(text) != finish+1 {
		return nil, fmt.Errorf("%d squares, %d needed", len(text), finish+1)
	}
	b := new(board)
	for i := range text {
		k := squareKind(text[i])
		if (k == startSquare) != (i == 0) || (k == goalSquare) != (i == finish) {
			return nil, fmt.Errorf("square %d is %q; S belongs on 0 and F on %d alone", i, text[i], finish)
		}
		b.kinds[i] = k
		switch k {
		case startSquare, goalSquare:
		case hareSquare:
			b.hares |= square(i)
		case carrotSquare:
			b.carrots |= square(i)
		case lettuceSquare:
			b.lettuces |= square(i)
		case hedgehogSquare:
			b.hedgehogs |= square(i)
		case numberOne:
			b.pays[i] = 1<<1 | 1<<5 | 1<<6
		case numberTwo, numberThree, numberFour:
			b.pays[i] = 1 << (k - '0')
		default:
			return nil, fmt.Errorf("square %d is %q, not one of HCLG1234", i, text[i])
		}
	}
	for n := range b.start {
		b.start[n] = int32(startCarrots(n))
	}
	for i := range b.ahead {
		b.ahead[i] = uint8(b.lettuces.after(i).count())
	}
	return b, nil
}

func mustBoard(text string) *board {
	b, err := parseBoard(text)
	if err != nil {
		panic(err)
	}
	return b
}

// boards contains the tracks of the published editions by their names, the values of the setting
// board.
var boards = map[string]*board{
	"2008": mustBoard(layout2008), // Ravensburger 2008, also Abacus, Rio Grande and Gibsons
	"1978": mustBoard(layout1978), // the first German edition
}
