package board

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// naive is a slow implementation of the same rules: a list of colours, flood fill, and no
// numbers that are kept from move to move.
type naive struct {
	width, height int
	colours       []Colour
}

func newNaive(width, height int) naive {
	return naive{width, height, make([]Colour, width*height)}
}

// beside returns the intersections beside one.
func (n naive) beside(p int) []int {
	x, y := p%n.width, p/n.width
	list := make([]int, 0, 4)
	for _, d := range [][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
		if u, v := x+d[0], y+d[1]; u >= 0 && u < n.width && v >= 0 && v < n.height {
			list = append(list, v*n.width+u)
		}
	}
	return list
}

// region returns the connected intersections of one colour, and by colour whether they touch it.
func (n naive) region(from int) (all []int, touches [3]bool) {
	all = []int{from}
	met := make([]bool, len(n.colours))
	met[from] = true
	for i := 0; i < len(all); i++ {
		for _, q := range n.beside(all[i]) {
			if touches[n.colours[q]] = true; n.colours[q] == n.colours[from] && !met[q] {
				met[q] = true
				all = append(all, q)
			}
		}
	}
	return all, touches
}

// clear empties all chains of a colour without liberties.
func (n naive) clear(c Colour) {
	for p := range n.colours {
		if n.colours[p] != c {
			continue
		}
		if all, touches := n.region(p); !touches[Empty] {
			for _, q := range all {
				n.colours[q] = Empty
			}
		}
	}
}

// play is the rule of Tromp and Taylor: place a stone, clear the opponent's colour, clear one's own.
func (n naive) play(p int, c Colour) naive {
	next := naive{n.width, n.height, slices.Clone(n.colours)}
	next.colours[p] = c
	next.clear(c.Other())
	next.clear(c)
	return next
}

func (n naive) area() (black, white int) {
	for p, c := range n.colours {
		_, touches := n.region(p)
		switch {
		case c == Black, c == Empty && touches[Black] && !touches[White]:
			black++
		case c == White, c == Empty && touches[White] && !touches[Black]:
			white++
		}
	}
	return black, white
}

func (b *Board) list() []Colour {
	out := make([]Colour, b.Points())
	for p := range out {
		out[p] = b.Colour(Point(p))
	}
	return out
}

// Random moves of both colours in any order lead to the same boards as the naive rules, with the
// same areas, and HashAfter foretells every hash. Different boards have different hashes.
func TestRandomMovesAsNaive(t *testing.T) {
	t.Parallel()
	for _, side := range [][2]int{{1, 1}, {2, 2}, {3, 3}, {1, 7}, {5, 4}, {9, 9}, {19, 19}} {
		rng := rand.New(rand.NewPCG(1, uint64(side[0])))
		moves := min(20*side[0]*side[1], 400)
		b, n := New(side[0], side[1]), newNaive(side[0], side[1])
		byHash := map[uint64][]Colour{0: b.list()}
		for move := range moves {
			var free []int
			for p, c := range n.colours {
				if c == Empty {
					free = append(free, p)
				}
			}
			p, c := free[rng.IntN(len(free))], Colour(1+rng.IntN(2))
			want := b.HashAfter(Point(p), c)
			b.Play(Point(p), c)
			n = n.play(p, c)
			if got := b.list(); !slices.Equal(got, n.colours) {
				t.Fatalf("%v: %v, want %v", side, got, n.colours)
			}
			if b.Hash() != want {
				t.Fatalf("%v: HashAfter is wrong for %d at %v", side, p, n.colours)
			}
			if known, ok := byHash[b.Hash()]; ok && !slices.Equal(known, n.colours) {
				t.Fatalf("%v and %v have one hash", known, n.colours)
			}
			byHash[b.Hash()] = n.colours
			if move%10 > 0 {
				continue
			}
			black, white := b.Area()
			if wantBlack, wantWhite := n.area(); black != wantBlack || white != wantWhite {
				t.Fatalf("area %d and %d, want %d and %d: %v", black, white, wantBlack, wantWhite, n.colours)
			}
			b.check(t)
		}
		if len(byHash) < 2 && side[0] > 1 {
			t.Errorf("%v: %d positions", side, len(byHash))
		}
	}
}

// check compares all numbers that a board keeps with ones that are counted anew.
func (b *Board) check(t *testing.T) {
	t.Helper()
	fresh := New(b.width, b.height)
	for p, c := range b.list() {
		if c != Empty {
			fresh.Set(Point(p), c)
		}
	}
	if fresh.hash != b.hash || fresh.stones != b.stones || fresh.free != b.free {
		t.Fatalf("%d stones, %d free; want %d, %d", b.stones, b.free, fresh.stones, fresh.free)
	}
	for s := range square(b.squares()) {
		if c := b.colour[s]; c == Black || c == White {
			if got, want := b.chains[b.head[s]], fresh.chains[fresh.head[s]]; got != want {
				t.Fatalf("a chain is %+v, want %+v", got, want)
			}
		}
	}
	tidy := *b
	tidy.Tidy()
	if !slices.Equal(tidy.empties[:tidy.free], fresh.emptiesInOrder()) {
		t.Fatal("Tidy gives another order")
	}
}

func (b *Board) emptiesInOrder() []square {
	list := slices.Clone(b.empties[:b.free])
	slices.Sort(list)
	return list
}

// The numbers of legal positions are those of J. Tromp and G. Farnebäck, Combinatorics of Go
// (OEIS A094777 for square boards).
func TestLegalPositions(t *testing.T) {
	t.Parallel()
	tests := []struct{ width, height, want int }{{1, 1, 1}, {2, 2, 57}, {3, 3, 12675}, {2, 1, 5}, {3, 1, 15}, {3, 2, 489}}
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		tests = append(tests, struct{ width, height, want int }{4, 4, 24318165})
	}
	for _, test := range tests {
		if got := countAlive(New(test.width, test.height), 0); got != test.want {
			t.Errorf("%d x %d: %d legal positions, want %d", test.width, test.height, got, test.want)
		}
	}
}

// countAlive counts the positions in which every chain has a liberty. The points before p are
// set.
func countAlive(b *Board, p Point) int {
	if int(p) == b.Points() {
		if b.Alive() {
			return 1
		}
		return 0
	}
	n := countAlive(b, p+1)
	for c := Black; c <= White; c++ {
		next := new(Board)
		next.CopyFrom(b)
		next.Set(p, c)
		n += countAlive(next, p+1)
	}
	return n
}

// Moves from the empty board reach exactly the legal positions.
func TestReachablePositions(t *testing.T) {
	t.Parallel()
	for side, want := range map[int]int{1: 1, 2: 57, 3: 12675} {
		seen := map[uint64]bool{0: true}
		for list := []*Board{New(side, side)}; len(list) > 0; {
			b := list[len(list)-1]
			list = list[:len(list)-1]
			for p := range Point(b.Points()) {
				for c := Black; c <= White && b.Colour(p) == Empty; c++ {
					if hash := b.HashAfter(p, c); !seen[hash] {
						seen[hash] = true
						next := *b
						next.Play(p, c)
						list = append(list, &next)
					}
				}
			}
		}
		if len(seen) != want {
			t.Errorf("%d x %d: %d positions, want %d", side, side, len(seen), want)
		}
	}
}

// The numbers of games are those of J. Tromp and G. Farnebäck, Combinatorics of Go: sequences of
// moves of either colour (a pass changes whose turn it is) without a repeated position.
func TestNumberOfGames(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]int{1: 1, 2: 9, 3: 907} {
		if got := countGames(New(width, 1), map[uint64]bool{0: true}); got != want {
			t.Errorf("%d x 1: %d games, want %d", width, got, want)
		}
	}
}

func countGames(b *Board, seen map[uint64]bool) int {
	n := 1
	for p := range Point(b.Points()) {
		for c := Black; c <= White && b.Colour(p) == Empty; c++ {
			hash := b.HashAfter(p, c)
			if seen[hash] {
				continue
			}
			next := *b
			next.Play(p, c)
			seen[hash] = true
			n += countGames(&next, seen)
			delete(seen, hash)
		}
	}
	return n
}
