package results

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/weights"
)

// Document is the run's best weights, with the evidence that it has for them.
func (r Record) Document() (weights.Document, error) {
	best, ok := r.Best()
	if !ok && r.Kind == Tournament {
		return weights.Document{}, fmt.Errorf("run %s is a tournament: it has no weights of its own", r.ID)
	}
	if !ok {
		return weights.Document{}, fmt.Errorf("run %s has no weights yet", r.ID)
	}
	d, err := weights.New(r.Engine, r.Space, best.Weights)
	if err != nil {
		return d, fmt.Errorf("run %s: %w", r.ID, err)
	}
	d.Name, d.Settings, d.Run, d.Seed, d.Version = r.Name, best.Settings, r.ID, &r.Seed, r.Version
	d.Error, d.Importance = byName(r.Space, best.Error), byName(r.Space, best.Importance)
	if r.Status != Finished {
		d.Status = string(r.Status)
	}
	if rating := best.Rating; rating != nil {
		d.Verdict = r.Verdict()
		d.Games, d.Against = rating.Games, rating.Against
		elo, interval := float64(rating.Elo), [2]float64{rating.Interval.Low, rating.Interval.High}
		if finite(elo) {
			d.Rating = &elo
		}
		if finite(interval[0]) && finite(interval[1]) {
			d.Interval = &interval
		}
	}
	return d, nil
}

// byName names the numbers of a vector, those that are known.
func byName(space engines.Space, v []float64) map[string]float64 {
	var named map[string]float64
	for i, x := range v {
		if i < len(space) && finite(x) {
			if named == nil {
				named = make(map[string]float64)
			}
			named[space[i].Name] = x
		}
	}
	return named
}
