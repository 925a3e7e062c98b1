package rating

import "testing"

func TestScoresAsText(t *testing.T) {
	s := Scored{Agent: MeanScore{Mean: 12403.4, Error: 185.2, Games: 1000}}
	if got := s.String(); got != "12403 ± 185" {
		t.Error(got)
	}
	for difference, want := range map[MeanScore]string{
		{Mean: 7.5, Error: 0.333}:   "20 ± 0.5 against 12403 ± 185, +7.5 ± 0.333 on the same deal",
		{Mean: 0, Error: 2.6e-16}:   "20 ± 0.5 against 12403 ± 185, +0 ± 0 on the same deal",
		{Mean: 1e-9, Error: 9e-10}:  "20 ± 0.5 against 12403 ± 185, +1e-09 ± 0 on the same deal",
		{Mean: 99.4, Error: 100.4}:  "20 ± 0.5 against 12403 ± 185, +99.4 ± 100 on the same deal",
		{Mean: -0.25, Error: 0.125}: "20 ± 0.5 against 12403 ± 185, -0.25 ± 0.125 on the same deal",
	} {
		s.Against = &Compared{Result: MeanScore{Mean: 20, Error: 0.5}, Difference: difference}
		if got := s.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
