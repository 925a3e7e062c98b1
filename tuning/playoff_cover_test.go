package tuning_test

import (
	"math"
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// measured returns the interval of a verified candidate against the start weights, whether the
// candidate was rejected or not.
func measured(v tuning.Verification) rating.Interval {
	if v.Refused != nil {
		return v.Refused.Interval
	}
	return v.AgainstStart.Interval
}

// The interval of a candidate against the start weights contains its strength as often as stated,
// although an equal candidate can be rejected by bad luck in the playoff and in the match.
func TestIntervalsOfVerificationsCover(t *testing.T) {
	t.Parallel()
	type verification struct {
		elo   float64
		games int
		fixed bool
	}
	repetitions, tolerance := 1000, 0.015
	list := []verification{{0, 120, false}, {-10, 120, false}}
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		repetitions, tolerance = 8000, 0.01
		list = append(list, verification{0, 400, false}, verification{-25, 120, false}, verification{10, 120, false}, verification{0, 120, true})
	}
	for _, c := range list {
		hold, before, rejected, lost := 0.0, 0.0, 0, 0
		for seed := range repetitions {
			// Weights that differ from the start's by less than a game can show.
			v := guarded(t, c.elo+1e-9, []engines.Agent{defaults}, tuning.VerifyOptions{Games: c.games, Seed: uint64(seed), Fixed: c.fixed})
			if measured(v).Contains(c.elo) {
				hold += 1 / float64(repetitions)
			}
			narrow := measured(v)
			if r := v.Refused; r != nil {
				rejected++
				if v.AgainstStart == nil {
					lost++
				}
				if !c.fixed {
					const wider = 2.2414 / 1.95996
					narrow = rating.Interval{Low: r.Elo - (r.Elo-narrow.Low)/wider, High: r.Elo + (narrow.High-r.Elo)/wider}
				}
			}
			if narrow.Contains(c.elo) {
				before += 1 / float64(repetitions)
			}
		}
		t.Logf("%+v: %.2f%% hold, %.2f%% if they counted one chance; %d rejected, %d of them in the playoff", c, 100*hold, 100*before, rejected, lost)
		if math.Abs(hold-0.95) > tolerance {
			t.Errorf("%+v: %.3f of the intervals hold", c, hold)
		}
	}
}
