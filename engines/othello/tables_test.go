package othello

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

func TestTables(t *testing.T) {
	list := squareTables()
	names := ""
	for _, table := range list {
		names += table.name + " "
		if len(table.weights) != 64 {
			t.Fatalf("%s: %d weights", table.name, len(table.weights))
		}
		if err := wpcSpace().Check(table.weights); err != nil {
			t.Errorf("%s: %v", table.name, err)
		}
	}
	if names != "SWH LR06 SJK09 SJK11 " {
		t.Fatalf("tables %s", names)
	}
	for _, tt := range []struct {
		table, square int
		want          float64
	}{{0, 0, 1}, {0, 9, -0.25}, {1, 63, 5.781035}, {1, 7, 4.365550}, {2, 56, 0.93}, {3, 49, -0.55}} {
		if got := list[tt.table].weights[tt.square]; got != tt.want {
			t.Errorf("%s, square %d: %v, want %v", list[tt.table].name, tt.square, got, tt.want)
		}
	}
	// The standard heuristic is symmetric, so that a weight per class is enough.
	for sq, v := range list[0].weights {
		if v != wpc10Space()[board.Class[sq]].Default {
			t.Errorf("SWH: %s is %v", square(sq), v)
		}
	}
}

func TestClasses(t *testing.T) {
	want := [10]int{4, 8, 8, 8, 4, 8, 8, 4, 8, 4}
	total := 0
	for class, mask := range board.ClassMask {
		n := tally(mask, 0, math.MaxUint64)
		total += n
		if n != want[class] {
			t.Errorf("class %s has %d squares, want %d", classNames[class], n, want[class])
		}
		m, err := parseMove(classNames[class])
		if err != nil || board.Class[m] != uint8(class) {
			t.Errorf("%s is not in its class", classNames[class])
		}
	}
	if total != 64 {
		t.Errorf("%d squares", total)
	}
}
