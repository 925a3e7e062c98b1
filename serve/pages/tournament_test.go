package pages

import (
	"testing"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// The page of a tournament that ended when all openings were played states this, and does not ask for
// more games if its test is undecided.
func TestEndOfATournament(t *testing.T) {
	t.Parallel()
	test := func() *runs.Test { return &runs.Test{Bounds: [2]float64{-3, 3}, Elo: [2]float64{0, 5}} }
	for _, c := range []struct {
		result      *results.Result
		ended, test string
	}{
		{nil, "", "undecided, more games are needed"},
		{&results.Result{}, "", "undecided, more games are needed"},
		{&results.Result{Exhausted: true}, "all openings were played; more games would repeat them", "undecided"},
		{
			&results.Result{Exhausted: true, Played: &evidence.Played{Games: 8, Variety: rating.Variety{Distinct: 2, Openings: 2}}},
			"all 2 openings were played; more games would repeat them", "undecided",
		},
	} {
		base := Run{}
		base.Result = c.result
		p := NewTournament(base, tournament.Table{}, test())
		if p.Ended != c.ended || p.Test.Words != c.test {
			t.Errorf("%+v: ended %q, test %q", c.result, p.Ended, p.Test.Words)
		}
	}
}
