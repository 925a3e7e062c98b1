package board

import (
	"math/rand/v2"
	"slices"
	"testing"
)

var usual = Policy{Capture: 5, Escape: 3, Near: 0.5, Pattern: [3]float64{1, 1, 1}, SelfAtari: 0.2, FirstLine: 0.3}

// A random game makes no illegal move and ends with nothing but eyes, and its score is the area.
func TestPlayouts(t *testing.T) {
	t.Parallel()
	for _, policy := range []Policy{usual, {SelfAtari: 1, FirstLine: 1}, {}} {
		for _, side := range []int{2, 5, 9, 13} {
			r := NewPlayout(policy, rand.New(rand.NewPCG(3, 4)))
			start := New(side, side)
			sum := 0
			for range 50 {
				score := r.Run(start, Black, -1)
				black, white := r.Board.Area()
				if score != black-white {
					t.Fatalf("%d x %d: score %d, area %d and %d", side, side, score, black, white)
				}
				r.Board.check(t)
				sum += score
			}
			if side == 9 && sum <= 0 {
				t.Errorf("Black, who moves first, is behind in 50 games by %d points", -sum)
			}
		}
	}
}

// A random game after a pass may begin on the point of a ko: it was forbidden only to the side that passed.
func TestPlayoutsAfterAPassInAKo(t *testing.T) {
	t.Parallel()
	const side = 5
	start := New(side, side)
	for _, s := range []struct {
		x, y int
		c    Colour
	}{{1, 0, Black}, {0, 1, Black}, {1, 2, Black}, {2, 0, White}, {3, 1, White}, {2, 2, White}, {2, 1, Black}, {1, 1, White}} {
		start.Play(Point(s.y*side+s.x), s.c) // the last one takes a stone
	}
	if start.ko == 0 {
		t.Fatal("no ko")
	}
	free := New(side, side)
	free.CopyFrom(start)
	free.ko = 0
	games := func(from *Board, last Point) (scores [200]int) {
		r := NewPlayout(Policy{SelfAtari: 1, FirstLine: 1}, rand.New(rand.NewPCG(7, 8)))
		for i := range scores {
			scores[i] = r.Run(from, White, last)
		}
		return scores
	}
	if games(start, -1) != games(free, -1) {
		t.Error("the side that took the stone may not fill the ko")
	}
	if took := Point(side + 1); games(start, took) == games(free, took) {
		t.Error("the test has no games in which the ko matters")
	}
	r := NewPlayout(Policy{Capture: 1e9}, rand.New(rand.NewPCG(7, 8)))
	r.Board.CopyFrom(start)
	for range 20 {
		if r.choose(Black, start.at(side+1)) == start.ko {
			t.Fatal("a capture retakes the stone of a ko at once")
		}
	}
}

// libertiesAfter and inAtari agree with flood fill.
func TestLibertiesAfter(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		b, n := New(6, 6), newNaive(6, 6)
		for range 30 {
			s := b.empties[rng.IntN(b.free)]
			p, c := point(b, s), Colour(1+rng.IntN(2))
			captures := false
			for _, q := range n.beside(int(p)) {
				if n.colours[q] == c.Other() {
					all, _ := n.region(q)
					captures = captures || len(n.liberties(all)) == 1
				}
			}
			next := n.play(int(p), c)
			if suicide := next.colours[p] != c; suicide != b.IsSuicide(p, c) {
				t.Fatalf("suicide: %v at %d of %v", suicide, p, n.colours)
			}
			if !captures && next.colours[p] == c {
				all, _ := next.region(int(p))
				if got, want := b.libertiesAfter(s, c), min(2, len(next.liberties(all))); got != want {
					t.Fatalf("%d liberties, want %d: %d at %d of %v", got, want, c, p, n.colours)
				}
			}
			b.Play(p, c)
			n = next
		}
	}
}

// liberties returns the empty intersections beside others.
func (n naive) liberties(of []int) map[int]bool {
	out := make(map[int]bool)
	for _, p := range of {
		for _, q := range n.beside(p) {
			if n.colours[q] == Empty {
				out[q] = true
			}
		}
	}
	return out
}

// Patterns hold in all orientations and for both colours.
func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		black, white []Point // on a board of 5 x 5
		move         Point
		want         PatternKind
	}{
		{[]Point{16, 18}, []Point{17}, 12, Hane},
		{[]Point{8, 18}, []Point{13}, 12, Hane},
		{[]Point{16}, []Point{11, 17}, 12, Cut},
		{[]Point{7}, []Point{11, 13}, 12, Cut},
		{nil, nil, 12, noPattern},
		{[]Point{6}, []Point{1}, 2, Side},
		{[]Point{7}, []Point{8}, 2, Side},
	} {
		for _, swap := range []bool{false, true} {
			b, c := New(5, 5), Black
			if swap {
				c = White
			}
			for _, p := range test.black {
				b.Set(p, c)
			}
			for _, p := range test.white {
				b.Set(p, c.Other())
			}
			if got := patternAt(b, b.at(test.move), c); got != test.want {
				t.Errorf("%+v for %d: %d", test, c, got)
			}
		}
	}
}

func BenchmarkPlayout9(b *testing.B)  { benchmarkPlayout(b, 9) }
func BenchmarkPlayout19(b *testing.B) { benchmarkPlayout(b, 19) }

func benchmarkPlayout(b *testing.B, side int) {
	r := NewPlayout(usual, rand.New(rand.NewPCG(1, 2)))
	start := New(side, side)
	b.ReportAllocs()
	for b.Loop() {
		r.Run(start, Black, -1)
	}
}

// point returns the intersection of a square.
func point(b *Board, s square) Point {
	return Point((int(s)/int(b.stride)-1)*b.width + int(s)%int(b.stride) - 1)
}

// WasFirst depends on the last random game alone, also after 2^32 games, when their numbers begin anew.
func TestWasFirstAfterManyGames(t *testing.T) {
	t.Parallel()
	start := New(5, 5)
	policy := Policy{SelfAtari: 1, FirstLine: 1}
	first := func(r *Playout) (list []Point) {
		for range 3 {
			r.rng = rand.New(rand.NewPCG(1, 2))
			r.Run(start, Black, -1)
		}
		for p := range Point(start.Points()) {
			if r.WasFirst(p, White) {
				list = append(list, p)
			}
		}
		return list
	}
	for number := range uint32(4) {
		r := NewPlayout(policy, nil)
		for s := range r.first[White] {
			r.first[White][s] = 1 // by an early game
		}
		r.number = -number
		if got, want := first(r), first(NewPlayout(policy, nil)); !slices.Equal(got, want) {
			t.Errorf("%d games before the numbers end, White was first on %v, want %v", number, got, want)
		}
	}
}
