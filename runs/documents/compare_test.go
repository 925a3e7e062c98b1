package documents

import (
	"fmt"
	"math"
	"testing"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tuning"
)

// rated returns a run of a config with a rating against an opponent.
func rated(id, config, against string, elo, half float64) results.Record {
	var r results.Record
	r.ID, r.Engine, r.Config = id, "risk", config
	r.Result = &results.Result{Rating: &evidence.Rating{Against: against, Elo: rating.Float(elo), Interval: rating.Interval{Low: elo - half, High: elo + half}, Games: 100}}
	return r
}

// The variances of two ratings add, and a difference is sure if its interval excludes 0. Ratings
// against other opponents, or in a game with other settings, have no difference.
func TestStrengthDifferences(t *testing.T) {
	t.Parallel()
	const depth2, depth3 = "engine: {name: risk, settings: {depth: 2}}\nseed: 1\n", "engine: {name: risk, settings: {depth: 3}}\nseed: 1\n"
	got := StrengthDifferences([]results.Record{rated("a", depth2, "default", 60, 30), rated("b", depth2+"budget: {games: 9}\n", "default", 20, 40), rated("c", depth2, "default", -30, 30)})
	if len(got) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range []struct {
		elo, half float64
		sure      bool
	}{{40, 50, false}, {90, math.Hypot(30, 30), true}, {50, 50, false}} {
		g := got[i]
		if float64(g.Elo) != want.elo || math.Abs(g.Interval.High-want.elo-want.half) > 1e-9 || math.Abs(want.elo-want.half-g.Interval.Low) > 1e-9 || g.Sure != want.sure && i != 2 {
			t.Errorf("%+v, want %+v", g, want)
		}
	}
	const seats3, scores = "engine: {name: risk, seats: 3, settings: {depth: 2}}\nseed: 1\n", depth2 + "objective: {by: score}\n"
	for _, other := range []results.Record{rated("b", depth2, "champion", 20, 40), rated("b", depth3, "default", 20, 40), rated("b", seats3, "default", 20, 40), rated("b", scores, "default", 20, 40)} {
		if d := StrengthDifferences([]results.Record{rated("a", depth2, "default", 60, 30), other}); d != nil {
			t.Errorf("%+v", d)
		}
	}
}

// Opponents of one name need not be the same: the weights in a config differ, or the start weights.
func TestComparableOpponents(t *testing.T) {
	t.Parallel()
	const against, start = "verification: {opponents: [{name: rival, weights: [%s]}, {name: other, weights: [%s]}]}", "engine: {weights: {territories: {start: %s, max: %s}}}"
	for _, c := range []struct {
		opponent, format, one, two string
		ok                         bool
	}{
		{"rival", against, "1, 2", "1, 2", true},
		{"rival", against, "1, 2", "1, 3", false},
		{tuning.StartName, start, "1", "1", true},
		{tuning.StartName, start, "1", "2", false},
		{"rival", start, "1", "2", true},
	} {
		a, b := rated("a", fmt.Sprintf(c.format, c.one, "5"), c.opponent, 60, 30), rated("b", fmt.Sprintf(c.format, c.two, "6"), c.opponent, 20, 40)
		if name, ok := Comparable([]results.Record{a, b}); ok != c.ok || ok && name != c.opponent {
			t.Errorf("%+v: %q, %v", c, name, ok)
		}
	}
}
