package runs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
)

// Seeds is a range of seeds, both ends included. The zero value is the range with the seed 0 alone.
type Seeds struct{ First, Last uint64 }

// mostSeeds is the largest size of a range of seeds. It protects against typing errors.
const mostSeeds = 1000

// ParseSeeds parses a range of seeds such as 1-5, or 7-7 for one seed. A single number is an error,
// because its meaning would be ambiguous.
func ParseSeeds(text string) (Seeds, error) {
	from, to, isRange := strings.Cut(text, "-")
	first, err1 := strconv.ParseUint(from, 10, 64)
	if !isRange && err1 == nil {
		return Seeds{}, fmt.Errorf("%s is not a range of seeds; use 1-%[1]s for that many seeds, or %[1]s-%[1]s for this seed alone", text)
	}
	last, err2 := strconv.ParseUint(to, 10, 64)
	if err1 != nil || err2 != nil || last < first || last-first >= mostSeeds {
		return Seeds{}, fmt.Errorf("%q is not a range of at most %d seeds, such as 1-5", text, mostSeeds)
	}
	return Seeds{first, last}, nil
}

// String formats the range in the form that ParseSeeds accepts.
func (s Seeds) String() string { return fmt.Sprintf("%d-%d", s.First, s.Last) }

// Count returns the number of seeds. It is 0 if Last is below First.
func (s Seeds) Count() int {
	if s.Last < s.First {
		return 0
	}
	return int(s.Last-s.First) + 1
}

// All yields the seeds in ascending order.
func (s Seeds) All() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for seed := s.First; seed <= s.Last; seed++ {
			if !yield(seed) || seed == s.Last { // which may be the last number that there is
				return
			}
		}
	}
}

// SeedsResult is the result of several tuning runs that have the same config and different seeds.
type SeedsResult struct {
	Runs  []TuneResult // results of the runs, in the order of the seeds
	Space engines.Space
	// Mean and Deviation are the mean and the sample standard deviation of the resulting weights
	// over the seeds. If only the direction of the weight vector matters, they refer to each
	// weight's share of the sum. They have no meaning for weights whose values are choices.
	Mean, Deviation engines.Weights
	Shares          bool
	// Verdict is the conclusion on the strategy over all runs. Its rating is the mean over the
	// seeds, relative to the first opponent of the verification, with Student's confidence
	// interval. A run that kept the start counts with its search's candidate, unless all runs kept
	// the start. It is disputed if a run is. With verification.settings, it is on the games with the
	// settings of the search. Verdict is nil if nothing was verified.
	Verdict *evidence.Verdict
	// KeptStart is the number of runs that kept the start weights, if the runs were verified.
	KeptStart int
}

// TuneSeeds tunes once per seed and measures how far the results differ. Each seed is a separate
// stored run, whose name ends in the seed. done, if not nil, is called with every finished run.
func TuneSeeds(ctx context.Context, c Catalog, o Options, seeds Seeds, done func(TuneResult)) (SeedsResult, error) {
	if err := seeds.check(o); err != nil {
		return SeedsResult{}, err
	}
	var out SeedsResult
	for seed := range seeds.All() {
		t, err := c.Tune(ctx, ofSeed(o, seed), nil)
		if err != nil {
			return out, seeds.interrupted(seed, err)
		}
		out.Runs = append(out.Runs, t)
		if done != nil {
			done(t)
		}
	}
	out.summarise()
	return out, nil
}

// ForecastSeeds predicts the cost of a run that is repeated with several seeds. The result is that
// of [ForecastTuning] for the run with the first seed, with the seeds and their number added.
func ForecastSeeds(ctx context.Context, c Catalog, o Options, seeds Seeds) (Forecast, error) {
	if err := seeds.check(o); err != nil {
		return Forecast{}, err
	}
	f, err := ForecastTuning(ctx, c, ofSeed(o, seeds.First))
	f.Seeds, f.Runs = seeds.String(), seeds.Count()
	return f, err
}

// check returns an error if a run with these options cannot be repeated with several seeds.
func (s Seeds) check(o Options) error {
	switch {
	case o.Resume != "":
		return mistakef("several seeds are several runs, each of which is resumed by itself")
	case o.GamesFile != "":
		return mistakef("--games-file takes the games of one run: play each seed by itself with --seed, and give it a file of its own")
	case s.Last < s.First:
		return mistakef("seeds: the last, %d, is below the first, %d", s.Last, s.First)
	}
	return nil
}

// ofSeed returns the options of the run with one of several seeds. The seed is added to its name.
func ofSeed(o Options, seed uint64) Options {
	o.Set = append(append([]string{}, o.Set...), fmt.Sprintf("seed=%d", seed))
	if o.Name != "" {
		o.Name = fmt.Sprintf("%s-%d", o.Name, seed)
	}
	return o
}

// interrupted adds to err the seeds whose runs have not begun. err is the error of the run with the
// given seed. Only an [InterruptedError] is changed.
func (s Seeds) interrupted(seed uint64, err error) error {
	if stopped, ok := errors.AsType[*InterruptedError](err); ok && seed < s.Last {
		stopped.RemainingSeeds = &Seeds{seed + 1, s.Last}
	}
	return err
}

// summarise computes the mean and the deviation of the weights, and the verdict.
func (r *SeedsResult) summarise() {
	first := r.Runs[0]
	r.Space, r.Shares = first.Record.Space, first.Record.ScaleFree
	r.Mean, r.Deviation = make(engines.Weights, len(r.Space)), make(engines.Weights, len(r.Space))
	values := make([]float64, len(r.Runs))
	for i := range r.Space {
		for k, t := range r.Runs {
			values[k] = t.Verification.Result.Weights[i]
			if r.Shares {
				values[k] /= total(t.Verification.Result.Weights)
			}
		}
		r.Mean[i], r.Deviation[i] = stat.MeanStdDev(values, nil)
	}
	if first.Record.Verdict() != nil {
		r.Verdict = r.judge()
	}
}

// Choices returns the number of runs whose result has each choice of the i-th weight. It returns nil
// for a weight whose values are not choices.
func (r SeedsResult) Choices(i int) map[string]int {
	if !r.Space[i].Kind.Has(engines.Choices) {
		return nil
	}
	counts := make(map[string]int)
	for _, t := range r.Runs {
		counts[r.Space[i].Value(t.Verification.Result.Weights[i]).Choice]++
	}
	return counts
}

// Choice returns the most frequent choice of the i-th weight among the results, and the number of
// runs with this choice. Among equally frequent choices, that of the earliest seed is returned.
// Choice returns "" for a weight whose values are not choices.
func (r SeedsResult) Choice(i int) (text string, count int) {
	counts := r.Choices(i)
	for _, t := range r.Runs {
		if c := r.Space[i].Value(t.Verification.Result.Weights[i]).Choice; counts[c] > count {
			text, count = c, counts[c]
		}
	}
	return text, count
}

// total returns the sum of the absolute values of w, or 1 if it is 0. Weights are divided by it if
// only their ratios matter.
func total(w engines.Weights) float64 {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	if sum == 0 {
		return 1
	}
	return sum
}

// judge returns the verdict on all runs together, which must have been verified. A run counts with
// the verified rating of what its search found, even if the verification rejected that candidate
// and kept the start weights. If such runs counted as 0, the mean would be too high: a candidate
// that won by chance would count with its gain, but a candidate that lost by chance would not count
// with its loss. If all runs kept the start weights, the verdict is on these. If a run is disputed, so
// is the verdict. judge also sets r.KeptStart.
func (r *SeedsResult) judge() *evidence.Verdict {
	ratings, errs := make([]float64, len(r.Runs)), make([]float64, len(r.Runs))
	first := r.Runs[0].Record.Verdict()
	rated := evidence.Rating{Against: first.Against, With: first.With}
	r.KeptStart = 0
	disputed := false
	for _, t := range r.Runs {
		disputed = disputed || t.Record.Disputed != ""
		if t.Record.Verdict().KeptStart {
			r.KeptStart++
		}
	}
	for k, t := range r.Runs {
		v := *t.Record.Result.Rating
		if r.KeptStart < len(r.Runs) {
			v = foundBySearch(*t.Record.Result)
		}
		ratings[k], errs[k] = float64(v.Elo), v.Interval.Deviation()
		rated.Games += v.Games
		rated.Distinct += v.Distinct
		if pairings := v.DistinctPairings; pairings > 0 && (rated.DistinctPairings == 0 || pairings < rated.DistinctPairings) {
			rated.DistinctPairings = pairings
		}
	}
	mean, interval := rating.MeasuredMean(ratings, errs)
	rated.Elo, rated.Interval = rating.Float(mean), interval
	if rated.TooFew() { // of the run that has fewest
		rated.Interval = rating.Open()
	}
	v := evidence.NewVerdict(rated, r.KeptStart == len(r.Runs), nil)
	if disputed {
		v = v.Dispute()
	}
	return &v
}

// foundBySearch returns how much stronger the weights that a search found are than the first
// opponent of the verification, even if the verification then decided to keep the start weights:
//
//   - If the found weights were not rejected, this is the rating of the result.
//   - If they were rejected, it is their rating in their own match against the opponent.
//   - If there was no such match and the opponent plays like the start weights, it is their rating
//     against the start weights.
//   - Otherwise it is the rating of the result.
func foundBySearch(a results.Result) evidence.Rating {
	own := *a.Rating
	if a.Refused == nil {
		return own
	}
	for _, m := range a.Refused.Standings {
		if m.Agent == own.Against {
			return *ratingOf(m)
		}
	}
	if playsLikeStart := own.Games == 0 && own.Elo == 0; playsLikeStart {
		return a.Refused.Rating
	}
	return own
}
