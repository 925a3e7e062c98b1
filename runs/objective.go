package runs

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// scaleDeals is the number of deals from which the scale of scores is measured: a
// standard deviation from so many is known to about a twelfth.
const scaleDeals = 64

// measureScale fills in the scale of an objective by score, from games that the
// start agent plays before the search. It is stored with the config, so that a
// resumed run compares by the same. Where places count there is none.
func (s *setup) measureScale(ctx context.Context, workers int) error {
	o := &s.config.Objective
	if o.By != "score" {
		o.Scale = 0
		return nil
	}
	if o.Scale > 0 {
		return nil
	}
	executor, err := s.executor(workers)
	if err != nil {
		return err
	}
	start := engines.Agent{Name: "the start agent", Weights: s.startWeights()}
	seed := engines.Seed(s.config.Seed, engines.Purpose("objective"))
	scale, err := tournament.ScoreScale(ctx, executor, start, s.seats, scaleDeals, seed, s.terms())
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return s.refused("objective", err)
	}
	o.Scale = scale
	return nil
}
