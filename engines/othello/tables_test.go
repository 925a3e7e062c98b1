package othello

import (
	"math"
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	list := Tables()
	names := ""
	for _, table := range list {
		names += table.Name + " "
		if len(table.Weights) != 64 {
			t.Errorf("%s: %d weights", table.Name, len(table.Weights))
		}
		if err := wpcSpace().Check(table.Weights); err != nil {
			t.Errorf("%s: %v", table.Name, err)
		}
	}
	if names != "SWH LR06 SJK09 SJK11 " {
		t.Errorf("tables %s", names)
	}
	for _, tt := range []struct {
		table  string
		square int
		want   float64
	}{{"SWH", 0, 1}, {"SWH", 9, -0.25}, {"lr06", 63, 5.781035}, {"lr06", 7, 4.365550}, {"SJK09", 56, 0.93}, {"SJK11", 49, -0.55}} {
		w, err := TableNamed(tt.table)
		if err != nil || w[tt.square] != tt.want {
			t.Errorf("%s, square %d: %v, %v, want %v", tt.table, tt.square, w[tt.square], err, tt.want)
		}
	}
	if _, err := TableNamed("SWX"); err == nil || !strings.Contains(err.Error(), "have SWH, LR06, SJK09, SJK11") {
		t.Errorf("SWX: %v", err)
	}
	// The standard heuristic is symmetric: ten classes say it all.
	for sq, v := range list[0].Weights {
		if v != wpc10Space()[classOf[sq]].Default {
			t.Errorf("SWH: %s is %v", square(sq), v)
		}
	}
}

func TestReadTableRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "0 weights, want 64 or 10"},
		{strings.Repeat("1 ", 63), "63 weights"},
		{"1 2 x", `weight 3: "x" is not a number`},
		{"1 NaN", `weight 2: "NaN"`},
		{"Inf", `weight 1: "Inf"`},
	} {
		if _, err := ReadTable(strings.NewReader(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
	}
	if err := WriteTable(new(strings.Builder), []float64{1, 2}); err == nil {
		t.Error("a table of two weights is written")
	}
}

func TestClasses(t *testing.T) {
	want := [10]int{4, 8, 8, 8, 4, 8, 8, 4, 8, 4}
	total := 0
	for class, mask := range classMask {
		n := tally(mask, 0, math.MaxUint64)
		total += n
		if n != want[class] {
			t.Errorf("class %s has %d squares, want %d", classNames[class], n, want[class])
		}
		m, err := parseMove(classNames[class])
		if err != nil || classOf[m] != uint8(class) {
			t.Errorf("%s is not in its class", classNames[class])
		}
	}
	if total != 64 {
		t.Errorf("%d squares", total)
	}
}
