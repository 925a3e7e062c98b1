package rating

import (
	"fmt"
	"math"
)

// Confidence is the probability that an interval covers the truth, wherever no other
// confidence was chosen.
const Confidence = 0.95

// standardZ is the quantile of (1+Confidence)/2, correctly rounded; a test compares the two.
const standardZ = 1.959963984540054

// Z returns the quantile of the normal distribution that bounds a two-sided interval of
// [Confidence].
func Z() float64 { return standardZ }

// FormatConfidence formats a confidence for people: "95%".
func FormatConfidence(confidence float64) string { return fmt.Sprintf("%.10g%%", 100*confidence) }

// Interval is a range of scores or of Elo. An end that is open or unknown is infinite, and
// null in JSON: an agent that won all its games is stronger by an unknown amount.
type Interval struct{ Low, High float64 }

// Open returns the interval with both ends open.
func Open() Interval { return Interval{math.Inf(-1), math.Inf(1)} }

// Known reports whether an end of the interval is bounded.
func (i Interval) Known() bool { return Float(i.Low).Known() || Float(i.High).Known() }

// Elo converts an interval of scores into one of Elo, infinite where the scores
// leave (0, 1).
func (i Interval) Elo() Interval { return Interval{Elo(i.Low), Elo(i.High)} }

// Half returns half the width of the interval: the "±" that is usually printed.
func (i Interval) Half() float64 { return (i.High - i.Low) / 2 }

// Deviation returns the standard error that an interval of [Confidence] corresponds to,
// infinite if an end is open.
func (i Interval) Deviation() float64 { return i.Half() / Z() }

// Contains reports whether v is within the interval.
func (i Interval) Contains(v float64) bool { return i.Low <= v && v <= i.High }

// ScoreInterval returns the interval of a mean score whose standard error was estimated from a
// number of clusters: the normal interval if it is within (0, 1) and its width is not 0, and
// otherwise the Wilson interval of the effective number of games.
func ScoreInterval(mean, err, clusters, z float64) Interval {
	i := Interval{mean - z*err, mean + z*err}
	if i.Low <= 0 || i.High >= 1 || i.Low == i.High {
		n := effectiveGames(mean, err, clusters)
		return Wilson(mean*n, n, z)
	}
	return i
}
