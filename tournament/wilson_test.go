package tournament

import (
	"strings"
	"testing"
)

func TestWilson(t *testing.T) {
	for _, row := range vectors(t, "wilson.txt") {
		t.Run(row[0], func(t *testing.T) {
			z := number(t, row[3])
			if z == 1.959964 {
				z = Z95
			}
			i := Wilson(number(t, row[1]), number(t, row[2]), z)
			printed(t, "lower end", i.Lo, row[4])
			printed(t, "upper end", i.Hi, row[5])
			printed(t, "centre", (i.Lo+i.Hi)/2, row[6])
		})
	}
	if i := Wilson(0, 0, Z95); i != (Interval{0, 1}) {
		t.Errorf("of nothing: %v", i)
	}
}

func TestEffectiveWilson(t *testing.T) {
	for _, row := range vectors(t, "wilson_effective.txt") {
		t.Run(row[0], func(t *testing.T) {
			c := counts(t, strings.Split(row[1], ",")...)
			i := c.Wilson(Z95)
			printed(t, "mean", c.Mean(), row[2])
			printed(t, "n", c.EffectiveGames(), row[3])
			printed(t, "lower end", i.Lo, row[4])
			printed(t, "upper end", i.Hi, row[5])
			printed(t, "lower end in Elo", i.Elo().Lo, row[6])
			printed(t, "upper end in Elo", i.Elo().Hi, row[7])
		})
	}
}
