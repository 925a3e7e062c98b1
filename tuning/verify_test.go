package tuning

import "testing"

// The first candidate is replaced by the best of those that clearly beat it, whatever its
// other scores are.
func TestChoose(t *testing.T) {
	own := Placing{Score: 0.6, Error: 0.01} // against all, including weak ones
	for name, c := range map[string]struct {
		others []Placing
		want   int
	}{
		"nobody is better":       {[]Placing{{Score: 0.3, Error: 0.01}, {Score: 0.5, Error: 0.01}}, 0},
		"too close to call":      {[]Placing{{Score: 0.53, Error: 0.02}}, 0},
		"one beats it":           {[]Placing{{Score: 0.1, Error: 0.01}, {Score: 0.57, Error: 0.02}}, 2},
		"the best of two":        {[]Placing{{Score: 0.55, Error: 0.02}, {Score: 0.58, Error: 0.02}}, 2},
		"the best is not clear":  {[]Placing{{Score: 0.55, Error: 0.02}, {Score: 0.58, Error: 0.05}}, 1},
		"its score tells little": {[]Placing{{Score: 0.59, Error: 0.01}}, 1},
	} {
		if got := choose(append([]Placing{own}, c.others...)); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
