package runs

import (
	"math"
	"slices"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning/bench"
)

// ExperimentRegret summarises the regrets of one strategy with one budget. A regret is the distance
// in Elo between the best weights of the game and the result of a search.
type ExperimentRegret struct {
	Budget   int    `json:"budget" doc:"games of a search, at most"`
	Strategy string `json:"strategy" doc:"its label"`
	// GeometricMean is the geometric mean of the medians of all variants. A smaller median counts
	// as [bench.LeastRegret], since a median of 0 would make the mean 0.
	GeometricMean rating.Float           `json:"geometric_mean" doc:"of the medians of all variants, each at least 0.3 Elo; null if a variant has no results"`
	Variants      []ExperimentRegretCell `json:"variants"`
}

// ExperimentRegretCell summarises the regrets of one strategy with one budget in one variant of an
// experiment. A regret is the distance in Elo between the best weights of the game and a result.
type ExperimentRegretCell struct {
	Variant   string       `json:"variant,omitempty"`
	Seeds     int          `json:"seeds" doc:"results"`
	Median    rating.Float `json:"median" doc:"regret in Elo, over the seeds; null if there are no results"`
	Quartiles [3]float64   `json:"quartiles" doc:"at 25, 50 and 75 %"`
}

// regrets returns a summary of the regrets for every budget and strategy. A regret is the distance
// in Elo between a result and the best weights of the game, which must be known.
func (r *ExperimentResult) regrets() (list []ExperimentRegret) {
	variants := r.Variants
	if variants == nil {
		variants = []string{""}
	}
	for _, budget := range r.Budgets {
		for _, strategy := range r.Strategies {
			row := ExperimentRegret{Budget: budget, Strategy: strategy}
			logs := 0.0
			for _, variant := range variants {
				cell := ExperimentRegretCell{Variant: variant, Median: rating.Float(math.NaN())}
				var known []float64
				for _, run := range r.of(variant, strategy, budget) {
					known = append(known, max(-run.StrengthAgainst(0), 0))
				}
				if cell.Seeds = len(known); cell.Seeds > 0 {
					slices.Sort(known)
					for i, p := range []float64{0.25, 0.5, 0.75} {
						cell.Quartiles[i] = bench.Quantile(known, p)
					}
					cell.Median = rating.Float(cell.Quartiles[1])
				}
				logs += math.Log(math.Max(float64(cell.Median), bench.LeastRegret)) // NaN if a variant has no results
				row.Variants = append(row.Variants, cell)
			}
			row.GeometricMean = rating.Float(math.Exp(logs / float64(len(variants))))
			list = append(list, row)
		}
	}
	return list
}
