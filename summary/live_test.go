package summary

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

func TestLiveLine(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}, {Name: "e"}}
	match := tuning.Match{Opponent: "default", Elo: 12}
	match.Interval.Lo, match.Interval.Hi = -3, 27
	l := live{7, space, engines.Weights{1, -9, 0.25, 3, 2}, strengthLine(tuning.Strength{Round: 4, Match: match})}
	if got, want := l.String(), "round 7: +12 Elo [-3, +27] against default by round 4; a 1 b -9 d 3 e 2"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := heaviest(space, engines.Weights{math.NaN(), 1, 1, 1, 1}); strings.Contains(got, "a ") {
		t.Errorf("a weight that is no number leads: %q", got)
	}
	list := []tuning.Leader{{Agent: "x", Score: 0.75}, {Agent: "y", Score: 0.5}, {Agent: "z"}, {Agent: "w"}}
	if got, want := leaders(list), "x 0.750, y 0.500, z 0.000, and 1 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
