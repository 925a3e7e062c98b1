package rsm

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// The curve of rounds that were played on a curve is that curve.
func TestCurveOfTheRounds(t *testing.T) {
	t.Parallel()
	for _, true := range []saturation{{0.002, 200, 0.25}, {0.01, 120, 0.25}, {0.0004, 700, 0.25}} {
		if got := true.at(true.near); math.Abs(got-true.most/4) > 1e-9 {
			t.Errorf("%+v: %v is lost near", true, got)
		}
		small := true.hundred() / 100 // where the curve is a quadratic
		if got := true.at(small); math.Abs(got-0.01) > 1e-4 {
			t.Errorf("%+v: a hundredth of the radius loses %v Elo, want 0.01", true, got)
		}
		var rounds losses
		for _, radius := range []float64{0.1, 0.1, 0.03, 0.009, 0.0027, 0.0008} {
			rounds = append(rounds, loss{radius, rating.Score(true.at(radius)), 4000})
		}
		if got := rounds.curve(0.25); math.Abs(got.near/true.near-1) > 0.1 || math.Abs(got.most/true.most-1) > 0.1 {
			t.Errorf("%+v: found %+v", true, got)
		}
	}
}

// Where strength saturates points stay where it does not, and games that were played
// there to size the region count.
func TestPointsStayWhereStrengthFalls(t *testing.T) {
	t.Parallel()
	var space engines.Space
	for _, name := range []string{"a", "b", "c", "d"} {
		space = append(space, engines.Weight{Name: name, Min: -1, Max: 1})
	}
	// 300 Elo are lost far from the best point, half of them at a distance of 0.02.
	strength := func(w engines.Weights) float64 {
		square := 0.0
		for i, v := range w {
			d := v - 0.005*float64(i)
			square += d * d
		}
		return rating.Logit(300) * math.Exp2(-square/0.0004)
	}
	p := tuning.Problem{Space: space, Games: 4000, Seed: 3}
	s, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	first, farthest := 0, 0.0
	rng := engines.Rand(1)
	for {
		proposal, err := s.Propose()
		if err != nil {
			break
		}
		probed := s.method().probe.over()
		scores := make([]float64, len(proposal.Pairs))
		for i, pair := range proposal.Pairs {
			a, b := proposal.Points[pair.A], proposal.Points[pair.B]
			for range 2 {
				if rng.Float64() < rating.Logistic(strength(a)-strength(b)) {
					scores[i] += 0.5
				}
			}
			if probed {
				farthest = max(farthest, slices.Max(a), slices.Max(b))
			}
		}
		if err := s.Learn(scores); err != nil {
			t.Fatal(err)
		}
		if !probed && s.method().probe.over() {
			first = len(s.method().fit.log)
		}
	}
	reach := s.method().fit.reach
	if reach <= 0 || first == 0 || farthest >= 0.12 {
		t.Errorf("reach %v, %d pairs of the probe count, points up to %v", reach, first, farthest)
	}
	if lost := rating.Logit(300) - strength(s.Best().Weights); lost > rating.Logit(20) {
		t.Errorf("it ends %.0f Elo below the best", lost*rating.EloPerLogit)
	}
}
