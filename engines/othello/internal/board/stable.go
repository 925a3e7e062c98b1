package board

import "math/bits"

// Stable returns discs in own that no later move can turn (stable discs), but not always all of
// them. It finds discs that are stable along their edge. It also finds inner discs for which each
// of the four lines through them is full or has a stable neighbour.
func Stable(own, opp uint64) uint64 {
	stable := stableEdges(own, opp)
	rows, files, falling, rising := fullLines(own | opp)
	middle := own & 0x007e7e7e7e7e7e00
	stable |= middle & rows & files & falling & rising
	if stable == 0 {
		return 0
	}
	for {
		more := middle & (rows | stable<<1 | stable>>1) & (files | stable<<8 | stable>>8) &
			(falling | stable<<9 | stable>>9) & (rising | stable<<7 | stable>>7)
		if more&^stable == 0 {
			return stable
		}
		stable |= more
	}
}

func stableEdges(own, opp uint64) uint64 {
	stable := uint64(edges[own&255][opp&255])
	stable |= uint64(edges[own>>56][opp>>56]) << 56
	a := edges[(own&fileA)*fileToByte>>56][(opp&fileA)*fileToByte>>56]
	h := edges[(own>>7&fileA)*fileToByte>>56][(opp>>7&fileA)*fileToByte>>56]
	return stable | file(a) | file(h)<<7
}

// file returns the squares of file a whose bits are set in b; bit 0 stands for row 1. A
// multiplication spreads the lower seven bits, and the top bit is placed separately.
func file(b uint8) uint64 {
	return uint64(b&0x7f)*byteToFile&fileA | uint64(b>>7)<<56
}

// fullLines returns, for each of the four directions, the squares whose line in this direction has
// no empty square.
func fullLines(discs uint64) (rows, files, falling, rising uint64) {
	empty := ^discs

	rows = discs & (discs >> 4)
	rows &= rows >> 2
	rows = rows & (rows >> 1) & fileA * 0xff

	files = empty | bits.RotateLeft64(empty, 32)
	files |= bits.RotateLeft64(files, 16)
	files = ^(files | bits.RotateLeft64(files, 8))

	down, up := empty, empty
	down |= down << 9 & notA
	up |= up >> 9 & notH
	down |= down << 18 & notAB
	up |= up >> 18 & notGH
	down |= down << 36 & notAtoD
	up |= up >> 36 & notEtoH
	falling = ^(down | up)

	down, up = empty, empty
	down |= down << 7 & notH
	up |= up >> 7 & notA
	down |= down << 14 & notGH
	up |= up >> 14 & notAB
	down |= down << 28 & notEtoH
	up |= up >> 28 & notAtoD
	rising = ^(down | up)
	return rows, files, falling, rising
}

const (
	notAB   uint64 = 0xfcfcfcfcfcfcfcfc
	notGH   uint64 = 0x3f3f3f3f3f3f3f3f
	notAtoD uint64 = 0xf0f0f0f0f0f0f0f0
	notEtoH uint64 = 0x0f0f0f0f0f0f0f0f
)

// edges is a table of stable discs on an edge of the board. For own and opposing discs on the edge,
// it contains the own discs that no sequence of moves on the edge can turn.
var edges = makeEdges()

func makeEdges() *[256][256]uint8 {
	var t [256][256]uint8
	// Entries with more discs are computed first, because each entry depends on the entries that
	// one more move leads to.
	for count := 8; count > 0; count-- {
		for discs := range 256 {
			if bits.OnesCount8(uint8(discs)) != count {
				continue
			}
			for own := discs; ; own = (own - 1) & discs { // every subset
				t[own][discs&^own] = stableOnEdge(&t, uint8(own), uint8(discs&^own))
				if own == 0 {
					break
				}
			}
		}
	}
	return &t
}

func stableOnEdge(t *[256][256]uint8, own, opp uint8) uint8 {
	stable := own
	for x := range 8 {
		if (own|opp)>>x&1 != 0 {
			continue
		}
		bit := uint8(1) << x
		turned := edgeFlips(own, opp, x)
		stable &= t[own|turned|bit][opp&^turned]
		turned = edgeFlips(opp, own, x)
		stable &= t[own&^turned][opp|turned|bit]
	}
	return stable
}

func edgeFlips(own, opp uint8, x int) uint8 {
	return runs[x][closers[x][opp>>1&63]&own]
}
