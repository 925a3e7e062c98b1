package field_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

var sizes = [][2]int{{1, 1}, {1, 9}, {9, 1}, {2, 2}, {5, 4}, {7, 13}, {16, 16}, {30, 16}, {31, 32}, {32, 31}, {32, 32}}

func TestNewRefusesSizes(t *testing.T) {
	for _, size := range [][2]int{{0, 4}, {4, 0}, {33, 4}, {4, 33}, {-1, -1}} {
		if _, err := field.New(size[0], size[1]); err == nil {
			t.Errorf("New(%d, %d) accepted", size[0], size[1])
		}
	}
}

// neighbours lists the neighbours of a cell by looking at every cell.
func neighbours(f *field.Field, c int) map[int]bool {
	out := map[int]bool{}
	x, y := f.XY(c)
	for v := range f.N {
		vx, vy := f.XY(v)
		if v != c && vx-x <= 1 && x-vx <= 1 && vy-y <= 1 && y-vy <= 1 {
			out[v] = true
		}
	}
	return out
}

func TestNeighbours(t *testing.T) {
	for _, size := range sizes {
		f, err := field.New(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		for c := range f.N {
			want := neighbours(f, c)
			got, last := 0, -1
			for d := range field.Directions {
				if f.Inside[c]>>d&1 == 0 {
					continue
				}
				v := c + f.Offset[d]
				if !want[v] || v <= last {
					t.Fatalf("%v: cell %d, direction %d leads to %d", size, c, d, v)
				}
				got, last = got+1, v
			}
			if got != len(want) {
				t.Fatalf("%v: cell %d has %d neighbours, want %d", size, c, got, len(want))
			}
		}
	}
}

func TestDilateAndFlood(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range sizes {
		f, _ := field.New(size[0], size[1])
		for range 20 {
			var set, zero, closed, got field.Bits
			for c := range f.N {
				if rng.IntN(8) == 0 {
					set.Set(c)
				}
				if rng.IntN(2) == 0 {
					zero.Set(c)
				}
				if rng.IntN(4) != 0 {
					closed.Set(c)
				}
			}
			f.Dilate(&got, &set)
			want := set
			for _, c := range set.Append(nil) {
				for v := range neighbours(f, c) {
					want.Set(v)
				}
			}
			if got != want {
				t.Fatalf("%v: dilated %v to %v, want %v", size, set, got, want)
			}
			start := rng.IntN(f.N)
			var opened field.Bits
			opened.Set(start)
			f.Flood(&opened, &zero, &closed)
			if want := floodByStack(f, start, &zero, &closed); opened != want {
				t.Fatalf("%v: flood from %d opened %v, want %v", size, start, opened, want)
			}
		}
	}
}

func floodByStack(f *field.Field, start int, zero, closed *field.Bits) field.Bits {
	var opened field.Bits
	opened.Set(start)
	stack := []int{start}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !zero.Has(c) {
			continue
		}
		for v := range neighbours(f, c) {
			if closed.Has(v) && !opened.Has(v) {
				opened.Set(v)
				stack = append(stack, v)
			}
		}
	}
	return opened
}

func TestBits(t *testing.T) {
	var b field.Bits
	if b.First() != -1 || b.Len() != 0 {
		t.Fatalf("empty set: First %d, Len %d", b.First(), b.Len())
	}
	b.Set(700)
	b.Set(3)
	b.Set(64)
	b.Clear(3)
	if b.First() != 64 || b.Len() != 2 || !b.Has(700) || b.Has(3) {
		t.Fatalf("set %v: First %d, Len %d", b.Append(nil), b.First(), b.Len())
	}
}

func BenchmarkFlood(b *testing.B) {
	f, _ := field.New(16, 16)
	var zero field.Bits
	for y := 2; y < 10; y++ {
		for x := 2; x < 8; x++ {
			zero.Set(f.Index(x, y))
		}
	}
	for b.Loop() {
		var opened field.Bits
		opened.Set(f.Index(3, 3))
		f.Flood(&opened, &zero, &f.All)
	}
}
