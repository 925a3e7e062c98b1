package board

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/tools/racetest"
)

// slowFlips follows each direction over opponent discs until it meets an own disc.
func slowFlips(own, opp uint64, sq int) (flips uint64) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx == 0 && dy == 0 {
				continue
			}
			var run uint64
			for x, y := sq%8+dx, sq/8+dy; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+dx, y+dy {
				bit := uint64(1) << (8*y + x)
				if own&bit != 0 {
					flips |= run
				}
				if opp&bit == 0 {
					break
				}
				run |= bit
			}
		}
	}
	return flips
}

func slowMoves(own, opp uint64) (moves uint64) {
	for sq := range 64 {
		if (own|opp)>>sq&1 == 0 && slowFlips(own, opp, sq) != 0 {
			moves |= 1 << sq
		}
	}
	return moves
}

// randomBoards calls f with positions of every density: half of them scattered
// discs, half of them from random games.
func randomBoards(n int, f func(own, opp uint64)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for done := 0; done < n; {
		filled, split := rng.Uint64(), rng.Uint64()
		switch done % 3 {
		case 0:
			filled |= rng.Uint64()
		case 1:
			filled |= rng.Uint64() | rng.Uint64()
		}
		f(filled&split, filled&^split)
		done++
		own, opp := StartOwn, StartOpp
		for done < n {
			moves := Moves(own, opp)
			if moves == 0 {
				if own, opp = opp, own; Moves(own, opp) == 0 {
					break
				}
				continue
			}
			f(own, opp)
			done++
			for range rng.IntN(bits.OnesCount64(moves)) {
				moves &= moves - 1
			}
			sq := bits.TrailingZeros64(moves)
			own, opp = Play(own, opp, Flips(own, opp, sq), sq)
			if rng.IntN(60) == 0 {
				break
			}
		}
	}
}

func TestAgainstPlainRules(t *testing.T) {
	randomBoards(100_000/racetest.Effort, func(own, opp uint64) {
		if got, want := Moves(own, opp), slowMoves(own, opp); got != want {
			t.Fatalf("Moves(%#x, %#x) = %#x, want %#x", own, opp, got, want)
		}
		for empty := ^(own | opp); empty != 0; empty &= empty - 1 {
			sq := bits.TrailingZeros64(empty)
			if got, want := Flips(own, opp, sq), slowFlips(own, opp, sq); got != want {
				t.Fatalf("Flips(%#x, %#x, %d) = %#x, want %#x", own, opp, sq, got, want)
			}
		}
	})
}

func TestDilateAndNear(t *testing.T) {
	for sq := range 64 {
		var want uint64
		for other := range 64 {
			if dx, dy := sq%8-other%8, sq/8-other/8; max(dx, -dx, dy, -dy) == 1 {
				want |= 1 << other
			}
		}
		if Near[sq] != want {
			t.Errorf("Near[%d] = %#x, want %#x", sq, Near[sq], want)
		}
	}
}

func TestFinalScore(t *testing.T) {
	for _, tt := range []struct {
		own, opp uint64
		want     int
	}{
		{0xff, 0xff00, 0},
		{1, 0, 64},
		{0, 1, -64},
		{0x1ff, 0xff << 20, 48},
		{1<<33 - 1, ^uint64(1<<33 - 1), 2},
	} {
		if got := FinalScore(tt.own, tt.opp); got != tt.want {
			t.Errorf("FinalScore(%#x, %#x) = %d, want %d", tt.own, tt.opp, got, tt.want)
		}
	}
}

var sink uint64

func benchBoards() (own, opp, moves []uint64) {
	randomBoards(1024, func(o, p uint64) {
		if m := Moves(o, p); m != 0 {
			own, opp, moves = append(own, o), append(opp, p), append(moves, m)
		}
	})
	return own[:512], opp[:512], moves[:512]
}

func BenchmarkMoves(b *testing.B) {
	own, opp, _ := benchBoards()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		sink += Moves(own[i&511], opp[i&511])
	}
}

func BenchmarkFlips(b *testing.B) {
	own, opp, moves := benchBoards()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		sink += Flips(own[i&511], opp[i&511], bits.TrailingZeros64(moves[i&511]))
	}
}
