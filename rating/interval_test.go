package rating

import (
	"math"
	"testing"
)

// An interval is known if one of its ends is, and contains its ends.
func TestInterval(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		interval        Interval
		known           bool
		half, deviation float64
		inside, outside []float64
	}{
		{Interval{-3, 27}, true, 15, 15 / 1.959964, []float64{-3, 0, 27}, []float64{-3.1, 27.1, nan}},
		{Interval{12, inf}, true, inf, inf, []float64{12, 1e9}, []float64{11}},
		{Interval{-inf, 12}, true, inf, inf, []float64{-1e9, 12}, []float64{13}},
		{Open(), false, inf, inf, []float64{-1e9, 1e9}, nil},
	} {
		i := c.interval
		if i.Known() != c.known || i.Half() != c.half || i.Deviation() != c.deviation && math.Abs(i.Deviation()-c.deviation) > 1e-5 {
			t.Errorf("%v: known %v, half %v, deviation %v", i, i.Known(), i.Half(), i.Deviation())
		}
		for _, v := range c.inside {
			if !i.Contains(v) {
				t.Errorf("%v does not contain %v", i, v)
			}
		}
		for _, v := range c.outside {
			if i.Contains(v) {
				t.Errorf("%v contains %v", i, v)
			}
		}
	}
}

func TestIntervalFormatElo(t *testing.T) {
	t.Parallel()
	for want, i := range map[string]Interval{
		"[-3, +27]":    {-3, 27},
		"[+0, +53]":    {-0.2, 52.6},
		"[+12, open]":  {12, math.Inf(1)},
		"[+0.3, +5]":   {0.34, 5},
		"[-7, -0.02]":  {-7, -0.02},
		"[+0, +5]":     {0, 5}, // which contains 0
		"[+1, +1]":     {0.96, 1.1},
		"[open, open]": Open(),
	} {
		if got := i.FormatElo(); got != want {
			t.Errorf("%v is %q, want %q", i, got, want)
		}
	}
}
