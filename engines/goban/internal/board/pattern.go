package board

import "sync"

// PatternKind is the kind of a pattern of 3 x 3 points.
type PatternKind uint8

// These are the kinds of the 3 x 3 patterns that random games prefer.
const (
	Hane PatternKind = iota // to turn around the opponent's stones
	Cut                     // to separate the opponent's stones
	Side                    // to do either at the edge
	noPattern
)

// patternTexts lists the patterns, for Black to move in the middle. The rows are separated by
// blanks. X is Black, O is White, a dot is empty, # is outside, x is anything but Black, o anything
// but White, and ? is anything. A pattern also matches rotated, mirrored and, for White to move,
// with exchanged colours.
//
// They follow S. Gelly, Y. Wang, R. Munos, O. Teytaud, Modification of UCT with Patterns in
// Monte-Carlo Go, INRIA RR-6062, 2006, figure 5.
var patternTexts = [noPattern][]string{
	Hane: {"XOX ... ???", "XO. ... ?.?", "XO? X.. ?.?", ".O. X.. ..."},
	Cut:  {"XO? O.o ?o?", "OX? X.x ?x?", "?X? O.O ooo", "?O? X.X xxx", "XO? O.X ???"},
	Side: {"X.? O.? ###", "?XO ?.? ###", "?XO X.x ###", "?OX X.O ###", "OX? X.O ###"},
}

// patternTable contains the kind of the pattern around an empty point, for Black to move, or
// noPattern. The index has two bits for the content of each of the point's eight neighbours. All
// entries are zero until fillPatternTable is called.
var patternTable [1 << 16]PatternKind

// fillPatternTable computes patternTable at its first call. Only [New] calls it, so a program
// that plays no Go spends neither time nor memory on the table.
var fillPatternTable = sync.OnceFunc(func() {
	t := &patternTable
	for i := range t {
		t[i] = noPattern
	}
	for kind := noPattern; kind > 0; kind-- { // the first kind wins
		for _, text := range patternTexts[kind-1] {
			fillPatterns(t, kind-1, text)
		}
	}
})

// fillPatterns enters a pattern, in all its eight orientations, into the table.
func fillPatterns(t *[1 << 16]PatternKind, kind PatternKind, text string) {
	var grid [9]byte
	for i := range grid {
		grid[i] = text[i/3*4+i%3]
	}
	for range 2 {
		for range 4 {
			expandPattern(t, kind, grid, 0, 0)
			grid = [9]byte{grid[6], grid[3], grid[0], grid[7], grid[4], grid[1], grid[8], grid[5], grid[2]}
		}
		grid = [9]byte{grid[2], grid[1], grid[0], grid[5], grid[4], grid[3], grid[8], grid[7], grid[6]}
	}
}

// neighbours lists the indices of the eight cells around the middle of a 3 x 3 grid that is read
// row by row. The contents of these cells, in this order, form the index of a pattern in
// patternTable.
var neighbours = [8]int{0, 1, 2, 3, 5, 6, 7, 8}

// expandPattern stores kind in the table t for all surroundings of a point that match grid, the
// nine characters of a pattern. An index of t has two bits for the content of each of the point's
// eight neighbours. code contains the bits of the first i neighbours. For each further neighbour,
// expandPattern tries all contents that grid allows.
func expandPattern(t *[1 << 16]PatternKind, kind PatternKind, grid [9]byte, i, code int) {
	if i == len(neighbours) {
		t[code] = kind
		return
	}
	for _, c := range patternColours(grid[neighbours[i]]) {
		expandPattern(t, kind, grid, i+1, code|int(c)<<(2*i))
	}
}

// patternColours returns the contents of a point (Black, White, Empty or outside of the board) that
// a character of a pattern allows. For example, it returns Black for X, and all contents but Black
// for x.
func patternColours(sign byte) []Colour {
	switch sign {
	case 'X':
		return []Colour{Black}
	case 'O':
		return []Colour{White}
	case '.':
		return []Colour{Empty}
	case '#':
		return []Colour{outside}
	case 'x':
		return []Colour{Empty, White, outside}
	case 'o':
		return []Colour{Empty, Black, outside}
	}
	return []Colour{Empty, Black, White, outside}
}

// patternAt returns the kind of the pattern around an empty square, for a colour to move there.
func patternAt(b *Board, s square, c Colour) PatternKind {
	code := 0
	for i, n := range b.neighbourhood(s) {
		colour := b.colour[n]
		if c == White && (colour == Black || colour == White) {
			colour = colour.Other()
		}
		code |= int(colour) << (2 * i)
	}
	return patternTable[code]
}
