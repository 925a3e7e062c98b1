package fit

import (
	"cmp"
	"math"
	"slices"

	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/rating"
)

// Bin compares predictions with targets, the values to predict, for a group of examples. It
// contains the mean of each.
type Bin struct {
	// From and To are the limits of the group, in predictions or in stages of the game. An example
	// whose stage is To belongs to the next bin, except in the last bin. Examples with the prediction
	// To may be in both bins.
	From, To float64
	// Positions is the number of examples: a position counts once, or once for each of more than two
	// seats.
	Positions int
	// Predicted is the mean prediction, and Observed the mean target.
	Predicted, Observed float64
	// Interval is the interval of Observed at the level [rating.Confidence]. It is computed from the
	// differences between targets and predictions, with games as clusters. If the targets are
	// results of games, it is at least as wide as for games with the predicted probabilities, and
	// then limited to [0, 1]. Its ends are infinite if all examples come from one game.
	Interval rating.Interval
}

// These are the numbers of groups into which reports divide the examples, by prediction and by
// stage of the game.
const (
	predictionBins = 10
	stageBins      = 6
)

// comparison contains the predictions for the examples in part, and their targets. The slices
// predicted and target have an element for every example of data. The element is 0 for an example
// that is not in part.
type comparison struct {
	data              *Data
	part              part
	predicted, target []float64
	results           bool // targets are results, from 0 to 1
}

// compare returns the predictions and the targets of the examples in p, with the coefficients b of
// the model. A prediction is computed from the weighted sum of an example's features. The loss
// function l determines how: with the logistic loss, the prediction is a probability.
func (d *Data) compare(p part, b []float64, l loss) comparison {
	c := comparison{data: d, part: p, predicted: make([]float64, d.Len()), target: make([]float64, d.Len()), results: l == logistic}
	var terms []training.Term
	for _, i := range p {
		terms = d.Terms(int(i), terms[:0])
		c.predicted[i], c.target[i] = l.mean(sumOf(terms, b)), float64(d.Target[i])
	}
	return c
}

// sumOf returns the weighted sum of an example's features with the coefficients b.
func sumOf(terms []training.Term, b []float64) float64 {
	z := 0.0
	for _, t := range terms {
		z += b[t.Column] * float64(t.Value)
	}
	return z
}

// calibration compares predictions with targets for groups of examples. It sorts the examples by
// prediction and divides them into predictionBins bins of equal size. It omits empty bins.
func (c comparison) calibration() []Bin {
	sorted := slices.Clone(c.part)
	slices.SortFunc(sorted, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.predicted[a], c.predicted[b]), cmp.Compare(a, b))
	})
	var bins []Bin
	for k := range predictionBins {
		in := sorted[len(sorted)*k/predictionBins : len(sorted)*(k+1)/predictionBins]
		if len(in) > 0 {
			bins = append(bins, c.bin(in, c.predicted[in[0]], c.predicted[in[len(in)-1]]))
		}
	}
	for k := range max(len(bins)-1, 0) {
		bins[k].To = bins[k+1].From
	}
	return bins
}

// byStage groups the examples by the stage of the game, into bins of equal width. It returns nil if
// the stages are unknown or all equal.
func (c comparison) byStage() []Bin {
	stage := c.data.Stage
	if len(stage) != c.data.Len() || len(stage) == 0 {
		return nil
	}
	low, high := float64(slices.Min(stage)), float64(slices.Max(stage))
	width := math.Ceil((high - low) / stageBins)
	if width == 0 {
		return nil
	}
	in := make([]part, stageBins)
	for _, i := range c.part {
		k := min(int((float64(stage[i])-low)/width), stageBins-1)
		in[k] = append(in[k], i)
	}
	var bins []Bin
	for k := range in {
		if from := low + float64(k)*width; len(in[k]) > 0 {
			bins = append(bins, c.bin(in[k], from, min(from+width, high)))
		}
	}
	return bins
}

// bin returns the [Bin] of the given examples. It contains their mean prediction, their mean target
// and a confidence interval for the mean target. from and to are the limits of the bin, which are
// predictions or stages.
func (c comparison) bin(examples part, from, to float64) Bin {
	b, n := Bin{From: from, To: to, Positions: len(examples), Interval: rating.Open()}, float64(len(examples))
	for _, i := range examples {
		b.Predicted += c.predicted[i] / n
		b.Observed += c.target[i] / n
	}
	_, err := c.data.gain(examples, c.target, c.predicted)
	if c.results { // the results of few games may be equal, or all better than predicted, by chance
		err = max(err, c.predictedError(examples))
	}
	if half := rating.Z() * err; !math.IsNaN(half) {
		b.Interval = rating.Interval{Low: b.Observed - half, High: b.Observed + half}
		if c.results {
			b.Interval.Low, b.Interval.High = max(b.Interval.Low, 0), min(b.Interval.High, 1)
		}
	}
	return b
}

// predictedError returns the standard error that chance alone gives the mean target of the
// examples. It assumes that the targets are results of games and the predictions are the true
// probabilities.
//
// All examples of a trajectory, the positions of one seat in one game, have the same result. For
// two of them the covariance is p(1-p), where p is the later prediction, if each prediction takes
// all that was known before into account. Games are independent. Within a game, the standard
// errors of its trajectories are added.
func (c comparison) predictedError(examples part) float64 {
	sorted := slices.Clone(examples)
	slices.SortFunc(sorted, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.data.Trajectory[a], c.data.Trajectory[b]), cmp.Compare(a, b))
	})
	sum, game, trajectory, earlier := 0.0, 0.0, 0.0, 0.0
	for k, i := range sorted {
		p := c.predicted[i]
		trajectory += p * (1 - p) * (2*earlier + 1)
		earlier++
		if k == len(sorted)-1 || c.data.Trajectory[i] != c.data.Trajectory[sorted[k+1]] {
			game += math.Sqrt(trajectory)
			trajectory, earlier = 0, 0
		}
		if k == len(sorted)-1 || c.data.game(i) != c.data.game(sorted[k+1]) {
			sum += game * game
			game = 0
		}
	}
	return math.Sqrt(sum) / float64(len(sorted))
}
