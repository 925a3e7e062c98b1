package auto

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// SPSA follows the field from its share of the games on, plays all that are left, and the
// field learns from its games. The answer is no worse than the field's peak, by the field.
func TestSPSAEndsWhatTheFieldBegan(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	s, err := New(flat(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for s.Method().searching {
		walked(t, s, 1, sawtooth)
	}
	m := s.Method()
	from := m.switched.Games
	if least := m.c.FieldMost * float64(flat().Games); !m.finishing || float64(from) < least || float64(from) > least+100 || m.field.Progress().Games != from {
		t.Fatalf("SPSA plays: %v, after %d games", m.finishing, from)
	}
	if before := s.Best(); !slices.Equal(before.Weights, m.switched.Weights) {
		t.Errorf("it begins at %v, the field's peak is %v", before.Weights, m.switched.Weights)
	}
	walked(t, s, -1, sawtooth)
	if n := s.Progress().Games; n != flat().Games || len(m.field.Games())*m.PairGames() != n {
		t.Errorf("%d games, of which the field knows %d", n, len(m.field.Games())*m.PairGames())
	}
	best := s.Best().Weights
	if gain, deviation := m.field.Over(best, m.field.Best().Weights); gain < -deviation {
		t.Errorf("the field says that the answer is %.2f logits below its peak, give or take %.2f", -gain, deviation)
	}
	if f := s.Finalists(); len(f) != 2 || !slices.Equal(f[0].Weights, best) || !slices.Equal(f[1].Weights, m.switched.Weights) {
		t.Errorf("finalists %+v", f)
	}
}

// Where only directions count the Gaussian process plays to the end.
func TestTheFieldPlaysToTheEnd(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	ratios := flat()
	ratios.Games, ratios.ScaleFree = 800, true
	ratios.Space = engines.Space{{Name: "a", Min: 0.5, Max: 2, Default: 1}, {Name: "b", Min: 0.5, Max: 2, Default: 1}, {Name: "c", Min: 0.5, Max: 2, Default: 1}}
	s, err := New(ratios, Options{})
	if err != nil {
		t.Fatal(err)
	}
	walked(t, s, -1, func(w engines.Weights) float64 { return sawtooth(engines.Weights{w[0] / w[2] / 2, w[1] / w[2] / 2}) })
	if m := s.Method(); !m.searching || m.walk != nil || s.Progress().Games != ratios.Games {
		t.Errorf("ratios: the field is in charge at the end: %v", m.searching)
	}
}
