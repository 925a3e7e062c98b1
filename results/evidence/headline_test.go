package evidence

import (
	"math"
	"testing"

	"github.com/lanista/lanista/rating"
)

func TestHeadline(t *testing.T) {
	t.Parallel()
	field := func(low float64) []rating.Standing {
		return []rating.Standing{{Agent: "a", Next: &rating.Lead{Difference: 30, Interval: rating.Interval{Low: low, High: 61}}}, {Agent: "b"}, {Agent: "c"}}
	}
	// The lead of a over c is less certain than that over b.
	over := func(low float64, games rating.Variety) []rating.Standing {
		list := field(1)
		list[0].Variety, list[2].Variety = rating.Variety{Distinct: 99, DistinctPairings: 50}, games
		list[0].LeastCertain = &rating.LeadOver{Agent: "c", Lead: rating.Lead{Difference: 90, Interval: rating.Interval{Low: low, High: 190}}}
		return list
	}
	for want, list := range map[string][]rating.Standing{
		"a is stronger than all others: +30 Elo [+1, +61] above b":                                                    field(1),
		"a is not shown to be stronger than all others: +30 Elo [-1, +61] above b":                                    field(-1),
		"a is stronger than b: +30 Elo [+1, +61]":                                                                     field(1)[:2],
		"a is not shown to be stronger than b: +30 Elo [-1, +61]":                                                     field(-1)[:2],
		"a is not shown to be stronger than all others: +90 Elo [-10, +190] above c":                                  over(-10, rating.Variety{}),
		"a is stronger than all others: +90 Elo [+10, +190] above c":                                                  over(10, rating.Variety{}),
		"a is not shown to be stronger than all others: +90 Elo, too few different games for an interval (3) above c": over(math.Inf(-1), rating.Variety{Distinct: 9, DistinctPairings: 3}),
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
