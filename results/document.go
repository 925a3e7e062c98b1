package results

import (
	"fmt"

	"github.com/lanista/lanista/results/weights"
)

// Document is the run's best weights, with the evidence that it has for them.
func (r Record) Document() (weights.Document, error) {
	best, ok := r.Best()
	if !ok {
		return weights.Document{}, fmt.Errorf("run %s has no weights yet", r.ID)
	}
	d, err := weights.New(r.Engine, r.Space, best.Weights)
	if err != nil {
		return d, fmt.Errorf("run %s: %w", r.ID, err)
	}
	d.Name, d.Settings, d.Run, d.Seed, d.Version = r.Name, best.Settings, r.ID, &r.Seed, r.Version
	if best.Rating != nil {
		elo, interval := best.Rating.Elo, [2]float64{best.Rating.Low, best.Rating.High}
		d.Games, d.Against = best.Rating.Games, best.Rating.Against
		if finite(elo) {
			d.Rating = &elo
		}
		if finite(interval[0]) && finite(interval[1]) {
			d.Interval = &interval
		}
	}
	return d, nil
}
