package pages

import (
	"fmt"
	"math"
	"net/url"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

// Experiments contains the data of the page that lists the experiments: comparisons of tuning
// strategies over several seeds.
type Experiments struct {
	List           []listedExperiment
	Program, Store string
}

type listedExperiment struct {
	results.Experiment
	Path string
}

// NewExperiments returns the data of the page that lists the experiments. program is the name of
// the program and store the flag that selects the store, for the shell commands on the page.
func NewExperiments(list []results.Experiment, program, store string) Experiments {
	out := Experiments{Program: program, Store: store}
	for _, e := range list {
		out.List = append(out.List, listedExperiment{e, "/experiments/" + url.PathEscape(e.Name)})
	}
	return out
}

// Experiment contains the data of the page of one experiment, a comparison of tuning strategies.
type Experiment struct {
	runs.ExperimentResult
	Opponents      []experimentOpponent
	Program, Store string
}

// experimentOpponent contains the part of an experiment's page that shows the games against one opponent.
type experimentOpponent struct {
	Name        string
	Cells       []runs.ExperimentCell
	Comparisons []runs.ExperimentComparison
	Scored      bool   // the cells and comparisons have scores
	Figure      string // URL of the figure
}

// NewExperiment returns the data of the page of an experiment. api is the URL path of the web API.
// program is the name of the program and store the flag that selects the store, for the shell
// commands on the page.
func NewExperiment(r runs.ExperimentResult, api, program, store string) Experiment {
	out := Experiment{ExperimentResult: r, Program: program, Store: store}
	for _, against := range r.Against {
		o := experimentOpponent{Name: against, Figure: api + "/experiments/" + url.PathEscape(r.Name) + "/figure?against=" + url.QueryEscape(against)}
		o.Cells, o.Comparisons = r.Measured(against)
		o.Scored = len(o.Cells) > 0 && o.Cells[0].Score != nil // all cells have a score, or none
		out.Opponents = append(out.Opponents, o)
	}
	return out
}

func (e Experiment) Finished() bool { return len(e.Runs) == e.Planned }

// Count formats a mean number of games as a whole number with separators, such as "8,840".
func (Experiment) Count(games float64) string { return evidence.Grouped(int(math.Round(games))) }

// P formats a p-value for a table.
func (Experiment) P(p float64) string { return evidence.PValue(p) }

// Elo formats a rating or a difference of ratings. It returns a dash if the value is unknown.
func (Experiment) Elo(v rating.Float) string {
	if !v.Known() {
		return "–"
	}
	return rating.FormatElo(v)
}

// Points formats a mean number of points or a difference of points. It returns a dash if the value is
// unknown.
func (Experiment) Points(v rating.Float) string {
	if !v.Known() {
		return "–"
	}
	return rating.FormatPoints(float64(v), 0)
}

// PointsInterval formats an interval of differences of points. It returns a dash if an end is unknown.
func (Experiment) PointsInterval(i rating.Interval) string {
	if !i.Known() {
		return "–"
	}
	return "[" + rating.FormatPoints(i.Low, 0) + ", " + rating.FormatPoints(i.High, 0) + "]"
}

// Regret formats a regret, the strength in Elo that a result lacks compared with the best weights.
// It returns a dash if the value is unknown.
func (Experiment) Regret(v rating.Float) string {
	if !v.Known() {
		return "–"
	}
	if v < 10 {
		return fmt.Sprintf("%.1f", float64(v))
	}
	return fmt.Sprintf("%.0f", float64(v))
}

// Interval formats an interval of ratings. It returns a dash if an end is unknown.
func (Experiment) Interval(i rating.Interval) string {
	if !i.Known() {
		return "–"
	}
	return i.FormatElo()
}
