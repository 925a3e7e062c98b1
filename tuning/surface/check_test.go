package surface

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/duel/dueltest"
)

// checked plays seeds of one of the benchmark's problems in four dimensions with
// a budget of games, each as far as its check goes, and gives their plausibilities
// in rising order.
func checked(t *testing.T, kind bench.Kind, games int, seeds uint64) []float64 {
	t.Helper()
	var all []float64
	for seed := range seeds {
		d, err := bench.NewDuel(kind, 4, 7000+seed, bench.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		made, err := New(d.Problem(games), Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := made.(*Strategy)
		if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: int64(0.36 * float64(games))}); err != nil {
			t.Fatal(err)
		}
		if s.round() < s.check.end {
			t.Fatalf("%d rounds, the check ends with the %d-th", s.round(), s.check.end)
		}
		all = append(all, s.Plausibility())
	}
	slices.Sort(all)
	return all
}

// On a bowl, round or not, the plausibility is spread as a probability should be.
func TestCheckTrustsBowls(t *testing.T) {
	for _, kind := range []bench.Kind{bench.Quad, bench.Ill} {
		all := checked(t, kind, 2000, 80)
		for _, q := range []float64{0.1, 0.25, 0.5, 0.75} {
			if got := all[int(q*float64(len(all)))]; got < q-0.16 || got > q+0.16 {
				t.Errorf("%s: %.0f%% of the plausibilities are below %.2f", kind, 100*q, got)
			}
		}
		if all[8] < 0.02 {
			t.Errorf("%s: a tenth of the bowls are doubted: %.3f", kind, all[8])
		}
	}
}

// Ripples that a survey from afar does not see stand out near the peak: mostly
// with few games, always with many.
func TestCheckDoubtsRipples(t *testing.T) {
	few, many := checked(t, bench.Multi, 2000, 40), checked(t, bench.Multi, 20000, 8)
	if got := few[len(few)*3/5]; got > 0.03 {
		t.Errorf("less than three fifths of the plausibilities are below %.3f", got)
	}
	if got := many[len(many)-1]; got > 0.01 {
		t.Errorf("with many games one is %.3f", got)
	}
}

// Where no bowl could be told from anything else there is no check.
func TestCheckNeedsGames(t *testing.T) {
	for name, p := range map[string]tuning.Problem{
		"few games":  {Space: dueltest.Mixed(), Games: 200},
		"few rounds": {Space: dueltest.Mixed(), Games: 20000, Rounds: 4},
		"scale free": {Space: dueltest.Directions(), ScaleFree: true, Games: 20000},
	} {
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if c := s.(*Strategy).check; c.begin != 0 || c.end != 0 || c.chance != 1 {
			t.Errorf("%s: a check from round %d to %d", name, c.begin, c.end)
		}
	}
}
