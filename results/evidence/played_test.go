package evidence

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating"
)

func TestPlayed(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]Played{
		"3000 games, 126 different (64 openings)": {3000, rating.Variety{Distinct: 126, DistinctPairings: 63, Openings: 64}},
		"3000 games, 2849 different":              {3000, rating.Variety{Distinct: 2849, DistinctPairings: 1400}},
		"3000 games":                              {3000, rating.Variety{Distinct: 2850, DistinctPairings: 1400}},
		"400 games":                               {Games: 400},
		"1 game":                                  {Games: 1},
		"20 games, 2 different (1 opening)":       {20, rating.Variety{Distinct: 2, DistinctPairings: 1, Openings: 1}},
	} {
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The conclusion carries the number of different games where fewer than half are, and below
// ten different pairings there is a statement in place of the interval.
func TestVerdictOfFewGames(t *testing.T) {
	t.Parallel()
	rated := func(pairings, games, distinct int) Rating {
		r := Rating{Elo: 59.2, Interval: rating.Interval{Low: 47, High: 71}, Games: games, Against: "default"}
		r.Distinct, r.DistinctPairings = distinct, pairings
		return r
	}
	for _, c := range []struct {
		of     Rating
		kept   bool
		text   string
		better bool
	}{
		{rated(700, 1800, 1400), false, "better than default: +59 Elo [+47, +71]", true},
		{rated(449, 1800, 899), false, "better than default: +59 Elo [+47, +71]; 1800 games, 899 different", true},
		{rated(9, 18, 18), false, "not shown to be better than default: +59 Elo, too few different games for an interval (9)", false},
		{rated(6, 1800, 12), false, "not shown to be better than default: +59 Elo, too few different games for an interval (6); 1800 games, 12 different", false},
	} {
		if c.of.TooFew() {
			c.of.Interval = rating.Interval{Low: math.Inf(-1), High: math.Inf(1)}
		}
		v := NewVerdict(c.of, c.kept, nil)
		if v.Text != c.text || v.Better != c.better || v.Distinct != c.of.Distinct {
			t.Errorf("%+v\nwant %q", v, c.text)
		}
	}
	careless := rated(6, 1800, 12) // the interval of who did not count
	if v := NewVerdict(careless, false, nil); v.Better {
		t.Errorf("six different pairings are better: %+v", v)
	}
	data, err := json.Marshal(NewVerdict(rated(449, 1800, 899), false, nil))
	if err != nil || !strings.Contains(string(data), `"games":1800,"distinct":899,"distinct_pairings":449`) {
		t.Errorf("%s, %v", data, err)
	}
}

func TestHeadlineOfFewGames(t *testing.T) {
	t.Parallel()
	row := func(agent string, pairings int) rating.Standing {
		s := rating.Standing{Agent: agent, Next: &rating.Lead{Difference: 18.4, Interval: rating.Interval{Low: math.Inf(-1), High: math.Inf(1)}}}
		s.DistinctPairings = pairings
		return s
	}
	played := Played{3000, rating.Variety{Distinct: 12, DistinctPairings: 6, Openings: 6}}
	want := "p2 is not shown to be stronger than p1: +18 Elo, too few different games for an interval (6); 3000 games, 12 different (6 openings)"
	if got := Headline([]rating.Standing{row("p2", 6), row("p1", 6)}, played); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := fewPairings([]rating.Standing{row("a", 6), row("b", 12), row("c", 6), row("d", 4), {Agent: "chance"}}), "d: too few different games for an interval (4); a, c: too few different games for an interval (6)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNotesOfATable(t *testing.T) {
	t.Parallel()
	few := rating.Standing{Agent: "a"}
	few.DistinctPairings = 6
	elo, arm := 12.34, 56.7
	leader := rating.Standing{Agent: "a", Next: &rating.Lead{NormalizedElo: &elo, NormalizedError: &arm}}
	for want, list := range map[string][]rating.Standing{
		"In normalised Elo a is +12.3 ± 56.7 above b": {leader, {Agent: "b"}},
		"": {{Agent: "b"}},
		"a: too few different games for an interval (6)":                                                                                            {few, {Agent: "b"}},
		"The games alone give no finite rating of b, c; half a virtual draw was added for every agent":                                              {{Agent: "b", Apart: true}, {Agent: "c", Apart: true}, {Agent: "d"}},
		"a: too few different games for an interval (6). The games alone give no finite rating of b; half a virtual draw was added for every agent": {few, {Agent: "b", Apart: true}},
	} {
		if got := Notes(list); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
