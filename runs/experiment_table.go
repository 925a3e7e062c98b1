package runs

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/tuning"
)

// ExperimentCell summarises the results of one strategy with one budget over all seeds. Each seed
// gives one observation.
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
	// Score is nil unless the games count points; see [ExperimentRun.Scores].
	Score *ExperimentCellScore `json:"score,omitempty" doc:"points of the results; only in games of one seat, and if the objective is score"`
}

// ExperimentCellScore summarises the points of the results of one strategy with one budget over all
// seeds.
type ExperimentCellScore struct {
	Seeds      int             `json:"seeds" doc:"results whose difference is known"`
	Mean       rating.Float    `json:"mean" doc:"mean over the seeds of the points of the result in a game; null if a result plays like the opponent and met it in no game"`
	Difference rating.Float    `json:"difference" doc:"mean over the seeds of the points of the result minus those of the opponent on the same deals"`
	Interval   rating.Interval `json:"interval" doc:"of the difference; as the interval of the rating"`
	Worst      rating.Float    `json:"worst" doc:"the least difference"`
	WorstSeed  string          `json:"worst_seed" doc:"its seed in decimal digits; empty if no difference is known"`
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
	// Score is nil unless the games count points; see [ExperimentRun.Scores].
	Score *ExperimentScoreComparison `json:"score,omitempty" doc:"by the points of the results; only in games of one seat, and if the objective is score"`
}

// ExperimentScoreComparison compares the points of the results of two strategies that have the same
// budget, seed by seed.
type ExperimentScoreComparison struct {
	Seeds      int             `json:"seeds" doc:"pairs of results with the same seed"`
	Difference rating.Float    `json:"difference" doc:"mean points of the first minus those of the second"`
	Interval   rating.Interval `json:"interval" doc:"as of the difference in Elo"`
	P          float64         `json:"p" doc:"as of the difference in Elo"`
	Adjusted   float64         `json:"p_adjusted" doc:"by Holm's method, for all comparisons of points against this opponent"`
}

// fewSeeds is the number of seeds below which a comparison of two strategies has a warning about
// few seeds.
const fewSeeds = 10

// verifiedStandings returns the ratings of a run's result against each opponent in its
// verification. The first rating is Result.Rating, which is also known if the result equals the
// start weights.
func verifiedStandings(rec results.Record) []rating.Standing {
	r := rec.Result.Rating
	if r == nil {
		return rec.Result.Standings
	}
	out := []rating.Standing{{Agent: r.Against, Rating: r.Elo, Interval: r.Interval, Variety: r.Variety, Same: r.Games == 0 && r.Elo.Known()}}
	for _, s := range rec.Result.Standings {
		if s.Agent != r.Against {
			out = append(out, s)
			continue
		}
		out[0].Games, out[0].Score, out[0].Scored = s.Games, s.Score, s.Scored
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

// scoreAgainst returns the mean points of a result in games against the opponent, and the
// difference from the opponent's points. list contains the result's matches. Unknown numbers are
// NaN, for example if the games count no points.
func scoreAgainst(list []rating.Standing, opponent string) ExperimentScore {
	out := ExperimentScore{Mean: math.NaN(), Difference: math.NaN(), Error: math.NaN()}
	for _, s := range list {
		switch {
		case s.Agent != opponent:
		case s.Same:
			out.Difference, out.Error = 0, 0
		case s.Scored != nil && s.Scored.Against != nil:
			a := s.Scored.Against
			out.Mean, out.Difference, out.Error = a.Result.Mean, a.Difference.Mean, float64(a.Difference.Error)
		}
	}
	return out
}

// scored reports whether the games of at least one run count points.
func (r *ExperimentResult) scored() bool {
	return slices.ContainsFunc(r.Runs, func(run ExperimentRun) bool {
		return slices.ContainsFunc(run.Scores, func(s ExperimentScore) bool { return !math.IsNaN(s.Mean) })
	})
}

// compare computes the tables of the experiment from its finished runs: a summary of each strategy
// (Cells), the comparisons of every two strategies (Comparisons), and the limits of the evidence
// (Caveats).
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
		var p, byScore adjustment
		for i := range r.Comparisons[first:] {
			c := &r.Comparisons[first+i]
			p.add(c.Seeds, c.P, &c.Adjusted)
			if c.Score != nil {
				byScore.add(c.Score.Seeds, c.Score.P, &c.Score.Adjusted)
			}
		}
		p.apply()
		byScore.apply()
	}
	r.Caveats = r.caveats()
}

// adjustment adjusts the p-values of several comparisons by Holm's method.
type adjustment struct {
	p  []float64
	to []*float64 // where the adjusted values are stored
}

// add adds the p-value p of a comparison over the given number of seeds; its adjusted value is
// stored in to. With 0 seeds there was no test: the adjusted value is 1, and the other comparisons
// are not affected.
func (a *adjustment) add(seeds int, p float64, to *float64) {
	if *to = 1; seeds > 0 {
		a.p, a.to = append(a.p, p), append(a.to, to)
	}
}

// apply stores the adjusted p-values of the comparisons that were added.
func (a *adjustment) apply() {
	for i, adjusted := range rating.Holm(a.p) {
		*a.to[i] = adjusted
	}
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
	if k < 0 || k >= len(r.Strengths) {
		return math.NaN()
	}
	return r.Strengths[k]
}

// scoreAgainst returns the mean points of the run's result in games against the k-th opponent of
// the experiment, and the difference from the opponent's points. Unknown numbers are NaN.
func (r ExperimentRun) scoreAgainst(k int) ExperimentScore {
	if k >= len(r.Scores) {
		return ExperimentScore{Mean: math.NaN(), Difference: math.NaN(), Error: math.NaN()}
	}
	return r.Scores[k]
}

// measure is a function that returns a value of a run's result against the k-th opponent, such as
// its strength, and the standard error of this value. Both are NaN if the value is unknown.
type measure func(run ExperimentRun, k int) (value, err float64)

// byStrength returns the difference in Elo between a run's result and the k-th opponent, and its
// standard error. It is a [measure].
func byStrength(run ExperimentRun, k int) (value, err float64) {
	if k >= len(run.Strengths) {
		return math.NaN(), math.NaN()
	}
	return run.Strengths[k], run.Errors[k]
}

// byScore returns the lead of a run's result over the k-th opponent in points a game, and its
// standard error. It is a [measure].
func byScore(run ExperimentRun, k int) (value, err float64) {
	s := run.scoreAgainst(k)
	return s.Difference, s.Error
}

// overSeeds summarises the values of a [measure], such as the strength, over the runs of one
// strategy. The runs differ in their seeds.
type overSeeds struct {
	seeds     int
	mean      rating.Float
	interval  rating.Interval
	worst     rating.Float // NaN if no value is known
	worstSeed string       // empty if no value is known
}

// summarize computes m for every run against the k-th opponent, and returns the mean of the values
// with its interval, and the worst value. It leaves out unknown values.
func (m measure) summarize(list []ExperimentRun, k int) overSeeds {
	out := overSeeds{worst: rating.Float(math.NaN())}
	var known, errs []float64
	for _, run := range list {
		v, err := m(run, k)
		if math.IsNaN(v) {
			continue
		}
		known, errs = append(known, v), append(errs, err)
		if !out.worst.Known() || v < float64(out.worst) {
			out.worst, out.worstSeed = rating.Float(v), strconv.FormatUint(run.Seed, 10)
		}
	}
	mean, interval := rating.MeasuredMean(known, errs)
	out.seeds, out.mean, out.interval = len(known), rating.Float(mean), interval
	return out
}

// differences returns one number per seed: the value of m for the first strategy's run minus the
// value for the second strategy's run, both against the k-th opponent. It leaves out the seeds for
// which a value is unknown.
func (m measure) differences(first, second []ExperimentRun, k int) []float64 {
	var list []float64
	for _, one := range first {
		for _, two := range second {
			v, _ := m(one, k)
			w, _ := m(two, k)
			if one.Seed == two.Seed && !math.IsNaN(v) && !math.IsNaN(w) {
				list = append(list, v-w)
			}
		}
	}
	return list
}

// cell summarises the runs of one variant, strategy and budget against the k-th opponent.
func (r *ExperimentResult) cell(k int, variant, strategy string, budget int) ExperimentCell {
	list := r.of(variant, strategy, budget)
	s := measure(byStrength).summarize(list, k)
	c := ExperimentCell{
		Variant: variant, Strategy: strategy, Budget: budget,
		Seeds: s.seeds, Rating: s.mean, Interval: s.interval, Worst: s.worst, WorstSeed: s.worstSeed,
	}
	games := 0
	for _, run := range list {
		games += run.Games
		c.Seconds += run.Elapsed.Seconds() / float64(len(list))
	}
	c.Games = float64(games) / float64(max(len(list), 1))
	if !r.scored() {
		return c
	}
	s = measure(byScore).summarize(list, k)
	c.Score = &ExperimentCellScore{Seeds: s.seeds, Difference: s.mean, Interval: s.interval, Worst: s.worst, WorstSeed: s.worstSeed}
	for _, run := range list {
		c.Score.Mean += rating.Float(run.scoreAgainst(k).Mean / float64(len(list)))
	}
	if len(list) == 0 {
		c.Score.Mean = rating.Float(math.NaN())
	}
	return c
}

// comparison compares two strategies by the differences of their results. It uses the seeds for
// which both results have a rating.
func (r *ExperimentResult) comparison(k int, variant, first, second string, budget int) ExperimentComparison {
	one, two := r.of(variant, first, budget), r.of(variant, second, budget)
	differences := measure(byStrength).differences(one, two, k)
	t := rating.PairedT(differences)
	c := ExperimentComparison{
		Variant: variant, Budget: budget, First: first, Second: second, Seeds: len(differences),
		Difference: rating.Float(t.Mean), Interval: t.Interval, P: t.P,
	}
	if r.scored() {
		differences = measure(byScore).differences(one, two, k)
		t = rating.PairedT(differences)
		c.Score = &ExperimentScoreComparison{Seeds: len(differences), Difference: rating.Float(t.Mean), Interval: t.Interval, P: t.P}
	}
	return c
}

// fewestSeeds returns the smallest number of seeds with a known result in any cell of the tables.
// Cells without a known result are ignored. If all cells have none, it returns the planned number
// of seeds.
func (r *ExperimentResult) fewestSeeds() int {
	n := r.Seeds.Count()
	for _, c := range r.Cells {
		known := c.Seeds
		if c.Score != nil {
			known = max(known, c.Score.Seeds)
		}
		if known > 0 {
			n = min(n, known)
		}
	}
	return n
}

// caveats returns sentences on the limits of the experiment's evidence, such as few seeds.
func (r *ExperimentResult) caveats() []string {
	var list []string
	n, planned := r.fewestSeeds(), r.Seeds.Count()
	seeds := fmt.Sprintf("%d seeds are few", n)
	if n < planned {
		seeds = fmt.Sprintf("a strategy has results of %d of the %d seeds, which are few", n, planned)
	}
	switch {
	case n == 1 && planned == 1:
		list = append(list, "one seed gives no interval and no test; use several, such as seeds: 1-10")
	case n == 1:
		list = append(list, fmt.Sprintf("a strategy has a result of one of the %d seeds, which gives no interval and no test", planned))
	case n < fewSeeds:
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile((1 + rating.Confidence) / 2)
		list = append(list, fmt.Sprintf("%s: their intervals are %.1f times as wide as the normal distribution would make them, and only large differences can be significant", seeds, t/rating.Z()))
	}
	few, unknown, kept, extreme, disputed := 0, 0, 0, 0, 0
	for _, run := range r.Runs {
		if run.Disputed {
			disputed++
		}
		if run.Extreme {
			extreme++
		}
		if run.KeptStart {
			kept++
		}
		if run.Few {
			few++
		}
		for k := range r.Against {
			// A strength is also NaN if the variant of the run does not have the opponent.
			if math.IsNaN(run.StrengthAgainst(k)) && r.MatchGames == 0 && (run.KeptStart || r.Against[k] == tuning.StartName) {
				unknown++
			}
		}
	}
	if disputed > 0 {
		list = append(list, plural(disputed, "run is", "runs are")+" disputed: two workers gave different results for the same games, so that the results may be wrong")
	}
	if few > 0 {
		list = append(list, plural(few, "result was", "results were")+" measured by fewer than 10 different pairings; see random_plies in docs/config.md")
	}
	if extreme > 0 {
		instead := "name stronger opponents under verification.opponents"
		if r.scored() {
			instead = "compare the mean scores"
		}
		list = append(list, fmt.Sprintf("%s against an opponent: the number of games limits such an Elo, so that differences between such results do not show; %s",
			plural(extreme, "result won or lost all its games", "results won or lost all their games"), instead))
	}
	if kept > 0 {
		list = append(list, plural(kept, "result is", "results are")+" start weights that a verification kept: such a result counts as 0, and not with the loss of its search's candidate, so that the means are too high; a common match (match.games) avoids this")
	}
	if unknown > 0 {
		list = append(list, plural(unknown, "strength is not known and is left out", "strengths are not known and are left out")+", because the verification played no game of the result against the opponent; use the common match (match.games)")
	}
	return list
}

// Measured returns the part of Cells and Comparisons that belongs to one opponent.
func (r ExperimentResult) Measured(against string) (cells []ExperimentCell, comparisons []ExperimentComparison) {
	for _, c := range r.Cells {
		if c.Against == against {
			cells = append(cells, c)
		}
	}
	for _, c := range r.Comparisons {
		if c.Against == against {
			comparisons = append(comparisons, c)
		}
	}
	return cells, comparisons
}

// Figure draws a chart of the results' strength by the number of games of the search, with a line
// for each strategy. Strength is the difference in Elo from the opponent with the name against. If
// games count points, it is the mean difference of points.
func (r ExperimentResult) Figure(against string) (charts.Picture, error) {
	var list []charts.Series
	place := make(map[string]int)
	unit := "Elo"
	cells, _ := r.Measured(against)
	for _, c := range cells {
		name := c.Strategy
		if c.Variant != "" {
			name += ", " + c.Variant
		}
		if _, have := place[name]; !have {
			place[name] = len(list)
			list = append(list, charts.Series{Name: name})
		}
		s := &list[place[name]]
		point := charts.SeriesPoint{Games: c.Games, Rating: float64(c.Rating), Interval: c.Interval}
		if c.Score != nil {
			unit, point.Rating, point.Interval = "Mean score", float64(c.Score.Difference), c.Score.Interval
		}
		s.Points = append(s.Points, point)
	}
	return charts.StrengthByGames(fmt.Sprintf("Strategies on %s: %s", r.Engine.Name, r.Name), unit, against, list)
}
