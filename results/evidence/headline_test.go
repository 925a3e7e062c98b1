package evidence

import (
	"testing"

	"github.com/lanista/lanista/rating"
)

func TestHeadline(t *testing.T) {
	t.Parallel()
	field := func(low float64) []rating.Standing {
		return []rating.Standing{{Agent: "a", Next: &rating.Lead{Difference: 30, Interval: rating.Interval{Low: low, High: 61}}}, {Agent: "b"}, {Agent: "c"}}
	}
	for want, list := range map[string][]rating.Standing{
		"a is stronger than all others: +30 Elo [+1, +61] above b":                 field(1),
		"a is not shown to be stronger than all others: +30 Elo [-1, +61] above b": field(-1),
		"a is stronger than b: +30 Elo [+1, +61]":                                  field(1)[:2],
		"a is not shown to be stronger than b: +30 Elo [-1, +61]":                  field(-1)[:2],
		"": {{Agent: "alone"}},
	} {
		if got := Headline(list, Played{}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := Headline([]rating.Standing{{Agent: "a"}, {Agent: "b"}}, Played{}); got != "" {
		t.Errorf("a lead that nobody knows: %q", got)
	}
}
