package gp

import (
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// Directions returns the number of directions in which the strength of a problem's points
// can differ: its free weights, less one if only the ratios of weights count and the model
// uses them.
func Directions(p tuning.Problem) (int, error) {
	box, err := pairwise.NewBox(p)
	if err != nil {
		return 0, err
	}
	return newCoordinates(box, p.ScaleFree).effective(), nil
}

// Odds returns the log Bayes factor of the model over its quadratic alone, by pairs that
// were played, in coordinates of the problem's box.
func Odds(p tuning.Problem, games pairwise.Log) (float64, error) {
	s, err := pairwise.NewSetup(p, false)
	if err != nil {
		return 0, err
	}
	process := newProcess(&s, len(games))
	quadratic := newPosterior(newModel(process.model.origin, nil, nil), process.at)
	for _, m := range []*posterior{process, quadratic} {
		if err := m.settle(games); err != nil {
			return 0, err
		}
	}
	return process.evidence() - quadratic.evidence(), nil
}

// settle fits the games until the priors do not change any more.
func (p *posterior) settle(games pairwise.Log) error {
	const fits = 6
	for range fits {
		if err := p.refit(games); err != nil {
			return err
		}
	}
	return nil
}
