package rating

import (
	"fmt"
	"math"
)

// Confidence is the default probability that an interval covers the true value. Printed intervals
// and decisions by intervals, such as whether a candidate is refused, use the same value. Options
// of this name in this package and others override it.
const Confidence = 0.95

// standardZ is the quantile of the normal distribution for intervals with the default [Confidence],
// at (1+Confidence)/2, correctly rounded.
const standardZ = 1.959963984540054

// Z returns the quantile of the normal distribution that gives a two-sided interval with the
// default [Confidence]: about 1.96.
func Z() float64 { return standardZ }

// FormatConfidence formats a confidence such as 0.95 as a percentage: "95%".
func FormatConfidence(confidence float64) string { return fmt.Sprintf("%.10g%%", 100*confidence) }

// Interval is a range of scores or of ratings in Elo. An end that is unknown or unlimited is
// infinite, and null in JSON. For example, an agent that won all its games is stronger by an
// unknown amount.
type Interval struct{ Low, High float64 }

// Open returns the interval from -Inf to +Inf, for an unknown value.
func Open() Interval { return Interval{math.Inf(-1), math.Inf(1)} }

// Known reports whether at least one end of the interval is finite.
func (i Interval) Known() bool { return Float(i.Low).Known() || Float(i.High).Known() }

// Elo converts an interval of scores to an interval of ratings in Elo. An end at 0 or below
// becomes -Inf, and an end at 1 or above +Inf.
func (i Interval) Elo() Interval { return Interval{Elo(i.Low), Elo(i.High)} }

// FormatElo formats an interval of ratings in whole Elo, such as "[-3, +27]". An end that is not
// finite is "open". If the interval does not contain 0, neither does the text: an end that would be
// rounded to 0 has one significant digit, as in "[+0.3, +27]".
func (i Interval) FormatElo() string {
	end := func(v float64) string {
		if (i.Low > 0 || i.High < 0) && math.Round(v) == 0 {
			return fmt.Sprintf("%+.1g", v)
		}
		return FormatElo(v)
	}
	return "[" + end(i.Low) + ", " + end(i.High) + "]"
}

// Half returns half the width of the interval, the number that is usually printed after "±".
func (i Interval) Half() float64 { return (i.High - i.Low) / 2 }

// Deviation returns the standard error that belongs to the interval: half its width divided by [Z].
// It assumes a normal distribution and the default [Confidence]. It is infinite if an end of the
// interval is.
func (i Interval) Deviation() float64 { return i.Half() / Z() }

// Contains reports whether v is within the interval.
func (i Interval) Contains(v float64) bool { return i.Low <= v && v <= i.High }

// ScoreInterval returns a confidence interval for a mean score, within [0, 1]. err is the standard
// error of the mean, estimated from the given number of clusters; z is the normal quantile of the
// confidence. The result is the normal interval mean ± z·err, unless that has no width or reaches 0
// or 1. In these cases it is the Wilson interval of the effective number of games; see
// [Counts.EffectiveGames].
func ScoreInterval(mean, err, clusters, z float64) Interval {
	i := Interval{mean - z*err, mean + z*err}
	if i.Low <= 0 || i.High >= 1 || i.Low == i.High {
		n := effectiveGames(mean, err, clusters)
		return Wilson(mean*n, n, z)
	}
	return i
}
