package board

import "math/rand/v2"

// MaxSide is the largest number of rows and of columns.
const MaxSide = 19

// Point is an intersection of a board, numbered row by row from the bottom left.
type Point int

// Colour is the content of an intersection: a stone, nothing, or the frame around the board.
type Colour uint8

// These are the contents of an intersection. Outside is the content of the frame around a board.
const (
	Empty Colour = iota
	Black
	White
	outside
)

// Other returns the opponent's colour of Black or White.
func (c Colour) Other() Colour { return 3 - c }

const (
	maxPoints = MaxSide * MaxSide
	// maxSquares is the number of squares of the largest board with its frame: a row below and
	// above, a column at the left, and a square after the last row.
	maxSquares = (MaxSide+2)*(MaxSide+1) + 1
)

// square is an index of the arrays of a board. The arrays contain the intersections, and around
// them a frame of further elements.
type square uint16

// Board is a Go board with its stones. The zero value is not usable; see [New].
//
// Stones of one colour that are connected form a chain. A chain is represented by one of its
// stones, its head. The stones of a chain are linked in a circle.
type Board struct {
	width, height int
	stride        square // distance of a square from the one above it
	hash          uint64
	stones        [3]int             // number of stones by colour
	ko            square             // where a stone would recapture the single stone just played; 0 if nowhere
	colour        [maxSquares]Colour // of every square
	head          [maxSquares]square // the head of the chain of every stone
	next          [maxSquares]square // the next stone of the chain of every stone
	chains        [maxSquares]chain  // by head
	empties       [maxPoints]square  // the empty intersections, in any order
	index         [maxSquares]uint16 // the position of every empty intersection in empties
	free          int                // the number of empty intersections
}

// chain describes a group of connected stones: its hash, its size and its liberties, which are the
// empty intersections beside it. A liberty counts once for each stone of the chain that it touches.
type chain struct {
	hash      uint64 // of its stones
	squareSum uint32 // sum of the squared numbers of its liberties
	sum       uint32 // sum of the numbers of its liberties
	liberties uint16
	stones    uint16
}

// keys contains a random number for a stone of every colour on every square. The hash of a board
// combines the numbers of its stones.
var keys = func() (k [3][maxSquares]uint64) {
	rng := rand.New(rand.NewPCG(0x60, 0xba11))
	for c := Black; c <= White; c++ {
		for s := range k[c] {
			k[c][s] = rng.Uint64()
		}
	}
	return k
}()

// New returns an empty board. Both sides must be from 1 to [MaxSide].
func New(width, height int) *Board {
	fillPatternTable()
	b := &Board{width: width, height: height, stride: square(width + 1)}
	for s := range b.squares() {
		b.colour[s] = outside
	}
	for p := range Point(b.Points()) {
		s := b.at(p)
		b.colour[s] = Empty
		b.addEmpty(s)
	}
	return b
}

// squares returns how many elements the arrays of a board of this size use.
func (b *Board) squares() int { return (b.height+2)*(b.width+1) + 1 }

// Width returns the number of columns.
func (b *Board) Width() int { return b.width }

// Points returns the number of intersections.
func (b *Board) Points() int { return b.width * b.height }

// at returns the index of an intersection in the arrays of the board, in which further elements
// form a frame around the board.
func (b *Board) at(p Point) square {
	return square((int(p)/b.width+1)*(b.width+1) + int(p)%b.width + 1)
}

// around returns the four squares beside a square.
func (b *Board) around(s square) [4]square {
	return [4]square{s - b.stride, s - 1, s + 1, s + b.stride}
}

// diagonals returns the four squares that touch a square only at a corner.
func (b *Board) diagonals(s square) [4]square {
	return [4]square{s - b.stride - 1, s - b.stride + 1, s + b.stride - 1, s + b.stride + 1}
}

// neighbourhood returns the eight squares around a square, row by row from the top left.
func (b *Board) neighbourhood(s square) [8]square {
	above, below := s+b.stride, s-b.stride
	return [8]square{above - 1, above, above + 1, s - 1, s + 1, below - 1, below, below + 1}
}

// Colour returns the content of an intersection.
func (b *Board) Colour(p Point) Colour { return b.colour[b.at(p)] }

// Stones returns the number of stones of a colour on the board.
func (b *Board) Stones(c Colour) int { return b.stones[c] }

// Hash returns a number that depends on the stones alone. Different positions have the same number
// with a probability of about 2^-64.
func (b *Board) Hash() uint64 { return b.hash }

// CopyFrom makes b equal to another board. It is faster than an assignment.
func (b *Board) CopyFrom(from *Board) {
	n := from.squares()
	b.width, b.height, b.stride = from.width, from.height, from.stride
	b.hash, b.stones, b.ko, b.free = from.hash, from.stones, from.ko, from.free
	copy(b.colour[:n], from.colour[:n])
	copy(b.head[:n], from.head[:n])
	copy(b.next[:n], from.next[:n])
	copy(b.chains[:n], from.chains[:n])
	copy(b.index[:n], from.index[:n])
	copy(b.empties[:from.free], from.empties[:from.free])
}

// Tidy makes random games from a board independent of the moves that led to the board. It sorts the
// list of empty intersections, from which random games choose their moves. Random games from equal
// boards then begin in the same way. They may differ after a capture.
func (b *Board) Tidy() {
	b.free = 0
	for p := range Point(b.Points()) {
		if s := b.at(p); b.colour[s] == Empty {
			b.addEmpty(s)
		}
	}
}

func (b *Board) addEmpty(s square) {
	b.index[s] = uint16(b.free)
	b.empties[b.free] = s
	b.free++
}

func (b *Board) removeEmpty(s square) {
	b.free--
	last := b.empties[b.free]
	b.empties[b.index[s]] = last
	b.index[last] = b.index[s]
}

// addLiberty adds square s to the liberties of a chain. A square that touches several stones of the
// chain is added once for each.
func (h *chain) addLiberty(s square) {
	h.liberties++
	h.sum += uint32(s)
	h.squareSum += uint32(s) * uint32(s)
}

// removeLiberty removes one occurrence of square s from the liberties of a chain. A square is a
// liberty once for each of the chain's stones beside it.
func (h *chain) removeLiberty(s square) {
	h.liberties--
	h.sum -= uint32(s)
	h.squareSum -= uint32(s) * uint32(s)
}

// inAtari reports whether a chain has only one liberty. A liberty is counted once for each stone of
// the chain beside it. All counted liberties are the same square if their number times the sum of
// their squares equals the square of their sum.
func (h *chain) inAtari() bool {
	return uint64(h.liberties)*uint64(h.squareSum) == uint64(h.sum)*uint64(h.sum)
}

// onlyLiberty returns the liberty of a chain that has only one.
func (h *chain) onlyLiberty() square { return square(h.sum / uint32(h.liberties)) }
