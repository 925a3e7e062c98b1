package probability

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// parse reads rows separated by slashes: '.' closed, '*' found, digits.
func parse(t testing.TB, board string) (*field.Field, []uint8) {
	t.Helper()
	rows := strings.Split(board, "/")
	f, err := field.New(len(rows[0]), len(rows))
	if err != nil {
		t.Fatal(err)
	}
	cells := make([]uint8, 0, f.N)
	for _, row := range rows {
		for _, r := range row {
			switch r {
			case '.':
				cells = append(cells, field.Closed)
			case '*':
				cells = append(cells, field.Mine)
			default:
				cells = append(cells, uint8(r-'0'))
			}
		}
	}
	if len(cells) != f.N {
		t.Fatalf("ragged board %q", board)
	}
	return f, cells
}

// enumerate counts the placements that agree with a position, and per cell
// those with a mine there, by trying every one of them.
func enumerate(f *field.Field, cells []uint8, mines int) (z int, with []int) {
	with = make([]int, f.N)
	var closed []int
	var mine field.Bits
	left := mines
	for c, v := range cells {
		switch v {
		case field.Closed:
			closed = append(closed, c)
		case field.Mine:
			mine.Set(c)
			left--
		}
	}
	if left < 0 || left > len(closed) {
		return 0, with
	}
	for set := range uint64(1) << len(closed) {
		if bits.OnesCount64(set) != left {
			continue
		}
		placed := mine
		for rest := set; rest != 0; rest &= rest - 1 {
			placed.Set(closed[bits.TrailingZeros64(rest)])
		}
		if !agrees(f, cells, &placed) {
			continue
		}
		z++
		for _, c := range placed.Append(nil) {
			with[c]++
		}
	}
	return z, with
}

func agrees(f *field.Field, cells []uint8, placed *field.Bits) bool {
	for c, v := range cells {
		if v <= 8 && around(f, c, placed) != int(v) {
			return false
		}
	}
	return true
}
