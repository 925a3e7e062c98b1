package pages

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// mostLuck is the largest share of the variance of scores that chance may explain if the page is to
// show single points. Above it, the page shows means of many points.
const mostLuck = 0.5

// luckOf estimates the share of the variance of scores that chance explains, from 0 to 1. Let m be
// the mean score of all trials. By chance alone, the mean score of n games has the variance m (1 -
// m) / n. luckOf divides the mean of this variance over all trials by the observed variance of the
// scores.
//
// The result is 0 for fewer than two trials. It is also 0 if a trial has no games or a score
// outside of [0, 1], because the variance by chance is then unknown.
func luckOf(trials []results.Trial) float64 {
	if len(trials) < 2 {
		return 0
	}
	sum, inverse := 0.0, 0.0
	for _, t := range trials {
		if t.Score < 0 || t.Score > 1 || t.Games == 0 {
			return 0
		}
		sum += t.Score
		inverse += 1 / float64(t.Games)
	}
	n := float64(len(trials))
	mean, squares := sum/n, 0.0
	for _, t := range trials {
		squares += (t.Score - mean) * (t.Score - mean)
	}
	chance := mean * (1 - mean) * inverse / n
	if chance == 0 {
		return 0
	}
	return math.Min(1, chance/(squares/(n-1)))
}

// showMeans changes the plots to show means of many points with intervals instead of single points.
// It does so only if chance explains most of the differences between scores. The
// parallel-coordinates plot then has no axis for the score.
func (p *Points) showMeans(space engines.Space) {
	share := luckOf(p.Trials)
	if share <= mostLuck {
		return
	}
	for i, plot := range p.Plots {
		p.Plots[i] = means(space[plot.First], plot.First, p.Trials)
	}
	if !p.Many() {
		p.Lines = parallel(space, p.Trials, false)
	}
	games := make([]int, len(p.Trials))
	for i, t := range p.Trials {
		games[i] = t.Games
	}
	slices.Sort(games)
	explained := fmt.Sprintf("at least %.0f%% of", 100*math.Floor(20*share)/20)
	if share == 1 {
		explained = "all"
	}
	p.Luck = fmt.Sprintf("A point has played about %d games, so that chance can explain %s the differences between single scores. "+
		"The plots show mean scores of many points with similar values, with %s intervals. Scores of single points are not drawn.",
		games[len(games)/2], explained, rating.FormatConfidence(rating.Confidence))
}

// These constants divide points into groups whose mean scores are plotted. leastOfMean is the
// smallest number of points in a group, and mostMeans is the largest number of groups in a plot.
const (
	leastOfMean = 10
	mostMeans   = 10
)

// means returns a plot of mean scores with Student's t intervals. Each mean combines points with
// similar values of the weight with index i.
func means(w engines.Weight, i int, trials []results.Trial) Chart {
	sorted := slices.Clone(trials)
	slices.SortStableFunc(sorted, func(a, b results.Trial) int { return cmp.Compare(a.Weights[i], b.Weights[i]) })
	c := Chart{Title: w.Name, X: w.Name, Y: "mean score", Small: true, First: i}
	line := Line{Name: "mean score"}
	n := min(mostMeans, max(1, len(sorted)/leastOfMean))
	for k := range n {
		part := sorted[len(sorted)*k/n : len(sorted)*(k+1)/n]
		var scores []float64
		at := 0.0
		for _, t := range part {
			scores = append(scores, t.Score)
			at += t.Weights[i] / float64(len(part))
		}
		mean, interval := rating.MeanInterval(scores)
		line.Points = append(line.Points, [2]float64{at, mean})
		if rating.Float(interval.Half()).Known() {
			c.Whiskers = append(c.Whiskers, Line{Points: [][2]float64{{at, interval.Low}, {at, interval.High}}})
		}
	}
	c.Lines = []Line{line}
	return c
}
