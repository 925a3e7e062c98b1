package rating

import (
	"encoding/json"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the quantile of the normal distribution for a two-sided 95% interval.
const Z95 = 1.959963984540054

// Interval is a range of scores or of Elo. An open end is infinite.
type Interval struct{ Lo, Hi float64 }

// MarshalJSON encodes a list of the two ends, with null for an open end.
func (i Interval) MarshalJSON() ([]byte, error) {
	ends := [2]*float64{&i.Lo, &i.Hi}
	for k, end := range ends {
		if math.IsInf(*end, 0) || math.IsNaN(*end) {
			ends[k] = nil
		}
	}
	return json.Marshal(ends)
}

// UnmarshalJSON decodes the output of MarshalJSON.
func (i *Interval) UnmarshalJSON(data []byte) error {
	var ends [2]*float64
	if err := json.Unmarshal(data, &ends); err != nil {
		return err
	}
	*i = Interval{math.Inf(-1), math.Inf(1)}
	if ends[0] != nil {
		i.Lo = *ends[0]
	}
	if ends[1] != nil {
		i.Hi = *ends[1]
	}
	return nil
}

// Elo converts an interval of scores to Elo. An end outside (0, 1) becomes infinite.
func (i Interval) Elo() Interval { return Interval{Elo(i.Lo), Elo(i.Hi)} }

// Half returns half the width of the interval, which is usually printed after "±".
func (i Interval) Half() float64 { return (i.Hi - i.Lo) / 2 }

// Contains reports whether v is within the interval.
func (i Interval) Contains(v float64) bool { return i.Lo <= v && v <= i.Hi }

// Normal returns the Wald interval of the mean score: Mean ± z·StdErr. It may leave [0, 1],
// and has width 0 if all clusters have the same score.
func (c Counts) Normal(z float64) Interval {
	return Interval{c.Mean() - z*c.StdErr(), c.Mean() + z*c.StdErr()}
}

// Student returns the interval of the mean score by Student's t with clusters-1 degrees of
// freedom, for a confidence in (0, 1). It is [0, 1] for fewer than two clusters. "Student",
// Biometrika 6 (1908) 1-25.
func (c Counts) Student(confidence float64) Interval {
	n := c.Clusters()
	if n < 2 {
		return Interval{0, 1}
	}
	return c.Normal(distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile((1 + confidence) / 2))
}

// Interval returns the normal interval of the mean score if it is within (0, 1) and its width
// is not 0, and otherwise the Wilson interval of the effective number of games.
func (c Counts) Interval(z float64) Interval {
	return ScoreInterval(c.Mean(), c.StdErr(), float64(c.Clusters()), z)
}

// ScoreInterval returns the interval of a mean score whose standard error was estimated from a
// number of clusters: the normal interval if it is within (0, 1) and its width is not 0, and
// otherwise the Wilson interval of the effective number of games.
func ScoreInterval(mean, err, clusters, z float64) Interval {
	i := Interval{mean - z*err, mean + z*err}
	if i.Lo <= 0 || i.Hi >= 1 || i.Lo == i.Hi {
		n := effectiveGames(mean, err, clusters)
		return Wilson(mean*n, n, z)
	}
	return i
}

// EloError returns the standard error of Elo(Mean) by the delta method: 400/ln 10 ·
// StdErr/(Mean·(1-Mean)). It is +Inf for a mean of 0 or 1.
func (c Counts) EloError() float64 {
	mean := c.Mean()
	if mean <= 0 || mean >= 1 {
		return math.Inf(1)
	}
	return EloPerLogit * c.StdErr() / (mean * (1 - mean))
}
