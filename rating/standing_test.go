package rating

import (
	"math"
	"testing"
)

func TestScoresAsText(t *testing.T) {
	s := Scored{Agent: MeanScore{Mean: 12403.4, Error: 185.2, Games: 1000}}
	for difference, want := range map[MeanScore]string{
		{Mean: 7.5, Error: 0.333}:   "20 ± 0.5 against 12403 ± 185, +7.5 ± 0.333 on the same deal",
		{Mean: 0, Error: 2.6e-16}:   "20 ± 0.5 against 12403 ± 185, +0 ± 0 on the same deal",
		{Mean: 1e-9, Error: 9e-10}:  "20 ± 0.5 against 12403 ± 185, +0 ± 0 on the same deal", // rounding errors of 12403
		{Mean: 99.4, Error: 100.4}:  "20 ± 0.5 against 12403 ± 185, +99.4 ± 100 on the same deal",
		{Mean: -0.25, Error: 0.125}: "20 ± 0.5 against 12403 ± 185, -0.25 ± 0.125 on the same deal",
	} {
		s.Against = &Compared{Result: MeanScore{Mean: 20, Error: 0.5}, Difference: difference}
		if got := s.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	unknown := Float(math.NaN())
	for mean, want := range map[MeanScore]string{
		{Mean: 12403.4, Error: 185.2}:      "12403 ± 185",
		{Mean: 95, Error: unknown}:         "95 ± -",
		{Mean: 0, Error: unknown}:          "0 ± -",
		{Mean: 0, Error: 0}:                "0 ± 0",
		{Mean: 2e-16, Error: 4}:            "0 ± 4",
		{Mean: 9.98e-11, Error: 1.04e-12}:  "9.98e-11 ± 1.04e-12",
		{Mean: -1.0027e32, Error: 1.06e30}: "-1e+32 ± 1.06e+30",
		{Mean: 99999999999, Error: 1}:      "99999999999 ± 1",
	} {
		if got := mean.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
