package auto

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/bench"
)

// Where strength leans to one side, and so is no sharper near the surface's maximum than the
// surface, SPSA goes the further the more games there are.
func TestSPSAGoesFurtherWhereStrengthIsNoSharper(t *testing.T) {
	t.Parallel()
	leaning := func(w engines.Weights) float64 {
		loss := 0.0
		for _, v := range w {
			d := v - 0.8
			loss += 20 * (math.Exp(8*d) - 1 - 8*d) // Elo
		}
		return -loss
	}
	for games, want := range map[int]float64{4000: 1.5, 8000: 2} {
		p := four()
		p.Games = games
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		walked(t, s, -1, leaning)
		m := s.Method()
		if m.walk == nil || m.rsm.Sharper() > 2 {
			t.Fatalf("%d games: sharper by %.1f errors, SPSA %v", games, m.rsm.Sharper(), m.walk != nil)
		}
		if got := m.halvings(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d games: the distance halves %v times, want %v", games, got, want)
		}
	}
}

// Ripples are sharper than any surface of all of their games, and what was not tested is not known.
func TestSPSAGoesNoFurtherWhereStrengthIsSharper(t *testing.T) {
	t.Parallel()
	s, _ := played(t, bench.Multi, 6000, Options{})
	m := s.Method()
	if m.walk == nil || m.rsm.Sharper() < 3 || m.halvings() != m.c.Halvings {
		t.Errorf("%v halvings, sharper by %.1f errors", m.halvings(), m.rsm.Sharper())
	}
	if m = methodWith(t, 32000); !math.IsInf(m.rsm.Sharper(), 1) || m.halvings() != m.c.Halvings {
		t.Errorf("%v halvings before the test, %v", m.halvings(), m.rsm.Sharper())
	}
}
