package auto

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// SPSA plays the rest of the games after the Gaussian process has played its share of them. It
// starts at the peak of the Gaussian process, which remains a candidate.
func TestSPSAEndsWhatTheGaussianProcessBegan(t *testing.T) {
	t.Parallel()
	p := two()
	s := walkRestored(t, p, pairwisetest.Seeds(400, 16), sawtooth)
	checkPhases(t, s, gpModel, gpPeak)
	before, _ := games(s, gpModel)
	if least := Defaults().RSM.Share * float64(p.Games); float64(before) < least || float64(before) > least+100 {
		t.Errorf("the Gaussian process has played %d games, want about %.0f", before, least)
	}
	f := s.Candidates()
	if len(f) != 2 || f[1].Games != before || !slices.Equal(f[0].Weights, s.Best().Weights) {
		t.Errorf("candidates %+v", f)
	}
	if found, start := sawtooth(s.Best().Weights), sawtooth(p.Space.Default()); found < start+100 {
		t.Errorf("the result is worth %.0f Elo, the start %.0f", found, start)
	}
	r := s.Report()
	if r.Map == nil || len(r.Octaves) == 0 || len(r.Error) != 2 {
		t.Errorf("the report has nothing of the Gaussian process: %+v", r)
	}
}

// If strength is a quadratic, the response surface replaces the Gaussian process after a share of
// the games, and makes the report.
func TestSurfaceFollowsANeedlessGaussianProcess(t *testing.T) {
	t.Parallel()
	s := walkRestored(t, two(), pairwisetest.Seeds(400, 16), bowl)
	checkPhases(t, s, gpModel, probe, surface)
	before, _ := games(s, gpModel)
	if least := Defaults().RSM.Share * float64(two().Games); float64(before) < least || float64(before) > least+100 {
		t.Errorf("the Gaussian process has played %d games, want about %.0f", before, least)
	}
	if r := s.Report(); r.Map != nil || len(r.Importance) != 2 {
		t.Errorf("report %+v", r)
	}
	if found := bowl(s.Best().Weights); found < -10 {
		t.Errorf("the result loses %.0f Elo", -found)
	}
}
