package runs

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
)

// ExperimentCell summarises the results of one strategy with one budget over all seeds. The result
// of each seed is one observation.
type ExperimentCell struct {
	Against   string          `json:"against" doc:"the opponent"`
	Variant   string          `json:"variant,omitempty"`
	Budget    int             `json:"budget" doc:"games of a search, at most"`
	Strategy  string          `json:"strategy" doc:"its label"`
	Seeds     int             `json:"seeds" doc:"results whose strength is known"`
	Rating    rating.Float    `json:"rating" doc:"mean over the seeds of the Elo above the opponent"`
	Interval  rating.Interval `json:"interval" doc:"Student's, for the mean over seeds; not narrower than the errors of the measurements allow; open for one seed"`
	Worst     rating.Float    `json:"worst" doc:"the Elo of the weakest result"`
	WorstSeed string          `json:"worst_seed" doc:"its seed in decimal digits; empty if no strength is known"`
	Games     float64         `json:"games" doc:"mean games of a search"`
	Seconds   float64         `json:"seconds" doc:"mean time of a search"`
}

// ExperimentComparison compares the results of two strategies that have the same budget, seed by
// seed.
type ExperimentComparison struct {
	Against    string          `json:"against"`
	Variant    string          `json:"variant,omitempty"`
	Budget     int             `json:"budget" doc:"games of each search"`
	First      string          `json:"first"`
	Second     string          `json:"second"`
	Seeds      int             `json:"seeds" doc:"pairs of results with the same seed"`
	Difference rating.Float    `json:"difference" doc:"mean Elo of the first over the second"`
	Interval   rating.Interval `json:"interval" doc:"Student's, not adjusted for the number of comparisons; open for one seed, or if all seeds differ by the same number other than 0"`
	P          float64         `json:"p" doc:"two-sided, of the paired t-test; of the sign test if all seeds differ by the same number"`
	Adjusted   float64         `json:"p_adjusted" doc:"by Holm's method, for all comparisons against this opponent"`
}

// fewSeeds is the number of seeds below which a comparison carries a warning.
const fewSeeds = 10

// verifiedStandings returns the ratings of a run's result against each opponent, as its verification
// measured them. The rating against the first opponent is taken from Result.Rating, which is also
// known if the result equals the start weights.
func verifiedStandings(rec results.Record) []rating.Standing {
	r := rec.Result.Rating
	if r == nil {
		return rec.Result.Standings
	}
	out := []rating.Standing{{Agent: r.Against, Rating: r.Elo, Interval: r.Interval, Variety: r.Variety, Same: r.Games == 0}}
	for _, s := range rec.Result.Standings {
		if s.Agent != r.Against {
			out = append(out, s)
		}
	}
	return out
}

// strengthAgainst returns the difference in Elo between the result and an opponent, with its
// standard error. Both are NaN if it is unknown.
func strengthAgainst(list []rating.Standing, opponent string) (elo, err float64) {
	for _, s := range list {
		if s.Agent == opponent && s.Rating.Known() {
			return float64(s.Rating), s.Interval.Deviation()
		}
	}
	return math.NaN(), math.NaN()
}

// compare fills in Cells (a summary per strategy), Comparisons (of every two strategies) and
// Caveats (limits of the evidence) from the finished runs.
func (r *ExperimentResult) compare() {
	variants := r.Variants
	if variants == nil {
		variants = []string{""}
	}
	for k, opponent := range r.Against {
		first := len(r.Comparisons)
		for _, variant := range variants {
			for _, budget := range r.Budgets {
				for i, strategy := range r.Strategies {
					cell := r.cell(k, variant, strategy, budget)
					cell.Against = opponent
					r.Cells = append(r.Cells, cell)
					for _, other := range r.Strategies[i+1:] {
						c := r.comparison(k, variant, strategy, other, budget)
						c.Against = opponent
						r.Comparisons = append(r.Comparisons, c)
					}
				}
			}
		}
		family := r.Comparisons[first:]
		p := make([]float64, len(family))
		for i, c := range family {
			p[i] = c.P
		}
		for i, adjusted := range rating.Holm(p) {
			family[i].Adjusted = adjusted
		}
	}
	r.Caveats = r.caveats()
}

func (r *ExperimentResult) of(variant, strategy string, budget int) []ExperimentRun {
	var list []ExperimentRun
	for _, run := range r.Runs {
		if run.Variant == variant && run.Strategy == strategy && run.Budget == budget {
			list = append(list, run)
		}
	}
	return list
}

// StrengthAgainst returns the difference in Elo between the run's result and the k-th opponent of
// the experiment. It returns NaN if it is unknown.
func (r ExperimentRun) StrengthAgainst(k int) float64 {
	if k >= len(r.Strengths) {
		return math.NaN()
	}
	return r.Strengths[k]
}

// cell summarises the runs of one variant, strategy and budget against the k-th opponent.
func (r *ExperimentResult) cell(k int, variant, strategy string, budget int) ExperimentCell {
	c := ExperimentCell{Variant: variant, Strategy: strategy, Budget: budget, Worst: rating.Float(math.NaN())}
	var known, errs []float64
	list := r.of(variant, strategy, budget)
	for _, run := range list {
		c.Games += float64(run.Games) / float64(len(list))
		c.Seconds += run.Elapsed.Seconds() / float64(len(list))
		v := run.StrengthAgainst(k)
		if math.IsNaN(v) {
			continue
		}
		known, errs = append(known, v), append(errs, run.Errors[k])
		if !c.Worst.Known() || v < float64(c.Worst) {
			c.Worst, c.WorstSeed = rating.Float(v), strconv.FormatUint(run.Seed, 10)
		}
	}
	mean, interval := rating.MeasuredMean(known, errs)
	c.Seeds, c.Rating, c.Interval = len(known), rating.Float(mean), interval
	return c
}

// comparison compares two strategies by the differences of their results. It uses the seeds for
// which both results have a rating.
func (r *ExperimentResult) comparison(k int, variant, first, second string, budget int) ExperimentComparison {
	var differences []float64
	for _, one := range r.of(variant, first, budget) {
		for _, two := range r.of(variant, second, budget) {
			if v, w := one.StrengthAgainst(k), two.StrengthAgainst(k); one.Seed == two.Seed && !math.IsNaN(v) && !math.IsNaN(w) {
				differences = append(differences, v-w)
			}
		}
	}
	t := rating.PairedT(differences)
	return ExperimentComparison{
		Variant: variant, Budget: budget, First: first, Second: second, Seeds: len(differences),
		Difference: rating.Float(t.Mean), Interval: t.Interval, P: t.P,
	}
}

// caveats returns sentences on the limits of the experiment's evidence, such as few seeds.
func (r *ExperimentResult) caveats() []string {
	var list []string
	switch n := r.Seeds.Last - r.Seeds.First + 1; {
	case n == 1:
		list = append(list, "one seed gives no interval and no test; use several, such as seeds: 1-10")
	case n < fewSeeds:
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile((1 + rating.Confidence) / 2)
		list = append(list, fmt.Sprintf("%d seeds are few: their intervals are %.1f times as wide as the normal distribution would make them, and only large differences can be significant", n, t/rating.Z()))
	}
	few, unknown, kept := 0, 0, 0
	for _, run := range r.Runs {
		if run.KeptStart {
			kept++
		}
		if run.Few {
			few++
		}
		for k := range r.Against {
			if math.IsNaN(run.StrengthAgainst(k)) {
				unknown++
			}
		}
	}
	if few > 0 {
		list = append(list, fmt.Sprintf("%d results were measured by fewer than 10 different pairings; see random_plies in docs/config.md", few))
	}
	if kept > 0 {
		list = append(list, fmt.Sprintf("%d results are start weights that a verification kept: such a result counts as 0, and not with the loss of its search's candidate, so that the means are too high; a common match (match.games) avoids this", kept))
	}
	if unknown > 0 {
		list = append(list, fmt.Sprintf("%d strengths are not known and are left out, because the verification kept the start weights and did not play them; use the common match (match.games)", unknown))
	}
	return list
}

// Figure draws a chart of the results' strength relative to an opponent, over the number of games
// of the search. It has a line for each strategy.
func (r ExperimentResult) Figure(against string) (charts.Picture, error) {
	var list []charts.Series
	place := make(map[string]int)
	for _, c := range r.Cells {
		if c.Against != against {
			continue
		}
		name := c.Strategy
		if c.Variant != "" {
			name += ", " + c.Variant
		}
		if _, have := place[name]; !have {
			place[name] = len(list)
			list = append(list, charts.Series{Name: name})
		}
		s := &list[place[name]]
		s.Points = append(s.Points, charts.SeriesPoint{Games: c.Games, Rating: float64(c.Rating), Interval: c.Interval})
	}
	return charts.StrengthByGames(fmt.Sprintf("Strategies on %s: %s", r.Engine.Name, r.Name), against, list)
}
