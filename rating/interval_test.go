package rating

import (
	"math"
	"testing"
)

func TestFormatElo(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{
		0: "+0", math.Copysign(0, -1): "+0", -0.4: "+0", -0.5: "-1", 0.5: "+1", 59.4: "+59", -12: "-12", 1234.6: "+1235",
		math.Inf(1): "open", math.Inf(-1): "open", math.NaN(): "open",
	} {
		if got := FormatElo(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
		if got := FormatElo(Float(v)); got != want {
			t.Errorf("the Float %v is %q, want %q", v, got, want)
		}
	}
	for want, i := range map[string]Interval{
		"[-3, +27]":    {-3, 27},
		"[+0, +53]":    {-0.2, 52.6},
		"[+12, open]":  {12, math.Inf(1)},
		"[open, open]": Open(),
	} {
		if got := i.FormatElo(); got != want {
			t.Errorf("%v is %q, want %q", i, got, want)
		}
	}
}
