package pages

import (
	"fmt"
	"math"
	"strings"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

// Strength is a chart of a tuning run's checkpoints, the interim ratings of its best weights with
// intervals. Its coordinates are SVG units.
type Strength struct {
	Width, Height, Foot float64
	Small               bool
	Open                bool // an interval has an open end, which is drawn at the edge
	Title               string
	Zero                float64 // vertical position of 0 Elo
	Path                string  // line through the ratings, as an SVG polyline
	Points              []strengthPoint
	Marks               []mark // labels of the axes
}

// strengthPoint is a point in the chart of a run's strength: a rating of the best weights at a
// checkpoint, in SVG units.
type strengthPoint struct {
	X, Y, From, To float64 // From and To are the ends of the interval
	Title          string
}

// These constants are the sizes of the charts of interim ratings, in SVG units. strengthWidth and
// strengthHeight are for the large chart on the page of a run. trendWidth and trendHeight are for
// the small charts in the list of runs.
const (
	strengthWidth, strengthHeight = 560, 220
	trendWidth, trendHeight       = 120, 32
)

// newStrength returns the chart of a tuning run's interim ratings. The argument planned is the
// planned number of games, or 0 if it is unknown. newStrength returns nil if no checkpoint has a
// rating.
func newStrength(list []results.Checkpoint, planned int, small bool) *Strength {
	var known []results.Checkpoint
	for _, c := range list {
		if c.Rating.Known() {
			known = append(known, c)
		}
	}
	if len(known) == 0 {
		return nil
	}
	s := &Strength{Width: strengthWidth, Height: strengthHeight, Small: small}
	left, top, right, bottom := 56.0, 12.0, 12.0, 28.0
	if small {
		s.Width, s.Height = trendWidth, trendHeight
		left, top, right, bottom = 3, 3, 3, 3
	}
	s.Foot = s.Height - bottom
	low, high := 0.0, 0.0
	until := float64(max(planned, known[len(known)-1].Games))
	for _, c := range known {
		for _, v := range []float64{float64(c.Rating), c.Interval.Low, c.Interval.High} {
			if isFinite(v) {
				low, high = math.Min(low, v), math.Max(high, v)
			} else {
				s.Open = true
			}
		}
	}
	if s.Open { // the edges lie beyond all finite ends
		pad := math.Max(100, 0.1*(high-low))
		low, high = low-pad, high+pad
	}
	if high == low {
		high = low + 1
	}
	x := func(games float64) float64 { return round1(left + games/math.Max(until, 1)*(s.Width-left-right)) }
	y := func(elo float64) float64 { return round1(s.Foot - (elo-low)/(high-low)*(s.Foot-top)) }
	s.Zero = y(0)
	var path strings.Builder
	for _, c := range known {
		p := strengthPoint{X: x(float64(c.Games)), Y: y(float64(c.Rating)), From: y(closed(c.Interval.Low, low)), To: y(closed(c.Interval.High, high))}
		p.Title = fmt.Sprintf("%s Elo %s after %s games", rating.FormatElo(c.Rating), c.Interval.FormatElo(), evidence.Grouped(c.Games))
		s.Points = append(s.Points, p)
		fmt.Fprintf(&path, "%g,%g ", p.X, p.Y)
	}
	s.Path = strings.TrimSpace(path.String())
	last := known[len(known)-1]
	s.Title = fmt.Sprintf("Strength by games against %s: %d checkpoints, the last %s Elo %s", last.Against, len(known), rating.FormatElo(last.Rating), last.Interval.FormatElo())
	if !small {
		for i, v := range []float64{0, low, high} {
			if i == 0 || math.Abs(y(v)-s.Zero) > 22 {
				s.Marks = append(s.Marks, mark{X: left - labelGap, Y: min(y(v)+4, s.Foot-2), Text: rating.FormatElo(v), Left: true})
			}
		}
		for _, games := range []float64{0, until / 2, until} {
			s.Marks = append(s.Marks, mark{X: math.Min(x(games), s.Width-28), Y: s.Height - 8, Text: evidence.Grouped(int(games))})
		}
	}
	return s
}

// Strength returns the chart of the run's interim ratings, or nil if there are none.
func (t Tuned) Strength() *Strength { return newStrength(t.Checkpoints, t.Planned, false) }

// Strength returns the small chart of the run's interim ratings, or nil if there are none.
func (r ListedRun) Strength() *Strength { return newStrength(r.Checkpoints, r.Planned, true) }

// Trend returns whether the interim ratings of the run improve, fall or stay level. It returns nil
// if there are no checkpoints.
func (r ListedRun) Trend() *results.Trend {
	return results.Record{Summary: r.Summary, Checkpoints: r.Checkpoints}.Trend()
}

// contributedRow is the table row of a weight's contribution to the strength of the result. All
// rows draw their intervals on the same axis.
type contributedRow struct {
	results.Contributed
	From, To, Dot, Zero float64 // positions in percent of the axis
	Measures            bool    // the weight was measured
}

// Contributions returns the contribution of every weight to the strength of the result. They must
// have been measured.
func (t Tuned) Contributions() (rows []contributedRow) {
	low, high := 0.0, 0.0
	for _, c := range t.Explanation.Weights {
		for _, v := range []float64{float64(c.Rating), c.Interval.Low, c.Interval.High} {
			if isFinite(v) {
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
	}
	at := func(v float64) float64 { return 100 * (math.Min(math.Max(v, low), high) - low) / math.Max(high-low, 1) }
	for _, c := range t.Explanation.Weights {
		row := contributedRow{Contributed: c, Zero: at(0), Measures: c.Contribution != results.Unmeasured}
		if row.Measures && c.Rating.Known() {
			row.From, row.To, row.Dot = at(closed(c.Interval.Low, low)), at(closed(c.Interval.High, high)), at(float64(c.Rating))
		}
		rows = append(rows, row)
	}
	return rows
}

// Explains reports whether the contribution of each weight to the strength of the result can be
// measured. This is so if the run has a result other than the start weights.
func (t Tuned) Explains() bool {
	return t.Result != nil && len(t.Result.Weights) > 0 && !t.Result.KeptStart
}

// ExplainTotal returns the default number of games for measuring the contributions of all weights
// together. If the contributions were measured before, it is twice the number of those games.
// Otherwise it is [runs.ExplainGames] for every weight that is not fixed, but at most
// [runs.MostExplainGames]. The command explain plays only the games of weights that have changed.
func (t Tuned) ExplainTotal() int {
	if t.Explanation != nil {
		return 2 * t.Explanation.Games
	}
	return min(len(t.Space.Free())*runs.ExplainGames, runs.MostExplainGames)
}

// Curves returns a chart for each weight that has a curve: the predicted strength as a function of
// this weight, in Elo above the result. A band around the curve shows the interval of the
// prediction. A dot marks the result.
func (t Tuned) Curves() (charts []Chart) {
	if t.Best == nil {
		return nil
	}
	for _, c := range t.Best.Curves {
		if c.Weight >= len(t.Space) || c.Weight >= len(t.Best.Weights) {
			continue
		}
		line := func(y []float64) (l Line) {
			for i, x := range c.X {
				l.Points = append(l.Points, [2]float64{x, y[i]})
			}
			return l
		}
		name := t.Space[c.Weight].Name
		charts = append(charts, Chart{
			Title: name, X: name, Y: "Elo above the result", Small: true, Zero: true, Lines: []Line{line(c.Elo)}, Band: []Line{line(c.Low), line(c.High)},
			Origin: &[2]float64{t.Best.Weights[c.Weight], 0},
		})
	}
	return charts
}

// Flat returns the names of the weights on which the predicted strength does not depend, as far as the
// curves of the strategy's model show. The names are separated by commas.
func (t Tuned) Flat() string {
	var names []string
	if t.Best != nil {
		for _, c := range t.Best.Curves {
			if !c.Effect() && c.Weight < len(t.Space) {
				names = append(names, t.Space[c.Weight].Name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// NoErrors returns a sentence that explains why the result of a search has neither standard errors
// nor importances of the weights. It returns "" if it has one of them, if there is no result, or if
// the result equals the start weights. It also returns "" if the run is not a search.
func (t Tuned) NoErrors() string {
	if t.Result == nil || t.Result.KeptStart || t.HasError() || t.HasImportance() || t.Kind != results.Evolve {
		return ""
	}
	if len(t.Best.Curves) > 0 {
		return "The games of the search determine neither errors nor importances of these weights. The bands of the curves below show what they determine."
	}
	return fmt.Sprintf("The games of %s do not give errors or importances of these weights: it has no model of strength, or too few games for one.", t.Strategy)
}

// Untold returns the names of the weights whose importance (effect on strength) cannot be
// distinguished from 0, separated by commas.
func (t Tuned) Untold() string { return strings.Join(t.untold(), ", ") }

// NoEffect reports whether no weight has an importance (effect on strength) whose interval lies
// above 0.
func (t Tuned) NoEffect() bool {
	known := 0
	for _, w := range t.Weights {
		if w.Importance != "" {
			known++
		}
	}
	return len(t.untold()) == known
}

func (t Tuned) untold() (names []string) {
	if t.Best == nil {
		return nil
	}
	for i, w := range t.Weights {
		if w.Importance != "" && i < len(t.Best.ImportanceError) && !(t.Best.Importance[i] > rating.Z()*t.Best.ImportanceError[i]) {
			names = append(names, w.Name)
		}
	}
	return names
}
