package board

import (
	"math/bits"
	"testing"

	"github.com/lanista/lanista/tools/racetest"
)

// TestStableNeverTurns plays every move of random positions and checks that no disc
// reported as stable is turned.
func TestStableNeverTurns(t *testing.T) {
	found := 0
	randomBoards(30_000/racetest.Effort, func(own, opp uint64) {
		mine, theirs := Stable(own, opp), Stable(opp, own)
		if mine&^own != 0 || theirs&^opp != 0 {
			t.Fatalf("Stable(%#x, %#x) = %#x: not own discs", own, opp, mine)
		}
		found += bits.OnesCount64(mine)
		for side := range 2 {
			for moves := Moves(own, opp); moves != 0; moves &= moves - 1 {
				sq := bits.TrailingZeros64(moves)
				flips := Flips(own, opp, sq)
				if flips&theirs != 0 {
					t.Fatalf("own %#x opp %#x side %d: %d turns stable %#x", own, opp, side, sq, flips&theirs)
				}
				o, p := Play(own, opp, flips, sq)
				if lost := (mine &^ Stable(p, o)) | (theirs &^ Stable(o, p)); lost != 0 {
					t.Fatalf("own %#x opp %#x: after %d, %#x is stable no more", own, opp, sq, lost)
				}
			}
			own, opp, mine, theirs = opp, own, theirs, mine
		}
	})
	if found == 0 {
		t.Error("no stable disc seen")
	}
}

func TestFullLines(t *testing.T) {
	randomBoards(5_000, func(own, opp uint64) {
		discs := own | opp
		rows, files, falling, rising := fullLines(discs)
		for sq := range 64 {
			x, y := uint(sq&7), uint(sq&^7)
			for i, line := range []struct{ got, squares uint64 }{
				{rows, 0xff << y},
				{files, fileA << x},
				{falling, diagonals[sq][0]},
				{rising, diagonals[sq][1]},
			} {
				if full := discs&line.squares == line.squares; full != (line.got>>sq&1 != 0) {
					t.Fatalf("discs %#x, square %d, line %d: full is %v", discs, sq, i, full)
				}
			}
		}
	})
}

func TestStableCases(t *testing.T) {
	for _, tt := range []struct {
		name           string
		own, opp, want uint64
	}{
		{"nothing", StartOwn, StartOpp, 0},
		{"a corner", 1, 2, 1},
		{"a corner and its edge", 0x07, 0x18, 0x07},
		{"an edge without corners", 0x7e, 0, 0},
		{"a full edge", 0x3c, 0xc3, 0x3c},
		{"a full board", 0xffff, ^uint64(0xffff), 0xffff},
		{"a triangle in the corner", 0x010307, 0, 0x010307},
	} {
		if got := Stable(tt.own, tt.opp); got != tt.want {
			t.Errorf("%s: Stable(%#x, %#x) = %#x, want %#x", tt.name, tt.own, tt.opp, got, tt.want)
		}
	}
}

func BenchmarkStable(b *testing.B) {
	own, opp, _ := benchBoards()
	for i := 0; b.Loop(); i++ {
		sink += Stable(own[i&511], opp[i&511])
	}
}

func BenchmarkMakeEdges(b *testing.B) {
	for b.Loop() {
		sink += uint64(makeEdges()[1][2])
	}
}
