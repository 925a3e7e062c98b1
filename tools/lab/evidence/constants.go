package evidence

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/auto"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/rsm"
)

// Constant describes a number in a tuning strategy that was chosen by measurements.
type Constant struct {
	Name  string  `json:"name"` // of the package and the field of its Constants: "rsm.ProbeScore", "auto.GP.Share"
	Value float64 `json:"value"`
	Doc   string  `json:"doc"`
	// Strategy is the name of the strategy that the experiment runs. A constant of the strategy rsm
	// may be measured with the strategy auto, because some effects show only there.
	Strategy   string `json:"strategy"`
	Experiment string `json:"experiment"`
}

// entry is a row of the table of constants: a constant of a tuning strategy, and the experiment
// that measures how results change with it.
type entry struct {
	name, strategy string
	experiment     Experiment
	doc            string
}

var table = []entry{
	{"rsm.Spread", "rsm", duels, "spread of the points in the first rounds, as a share of every range"},
	{"rsm.FinalSpread", "rsm", duels, "spread of the points in the last rounds with 2,000 games"},
	{"rsm.FinalSpreadPower", "rsm", many, "power of 2,000 over the games by which the final spread falls"},
	{"rsm.FinalSpreadLeast", "rsm", many, "the least final spread"},
	{"rsm.Independent", "rsm", duels, "share of independent pairs, times the root of the number of weights"},
	{"rsm.IndependentLeast", "rsm", large, "the least share of independent pairs"},
	{"rsm.IndependentMost", "rsm", duels, "the largest share of independent pairs"},
	{"rsm.Step", "rsm", duels, "the most that the centre moves in a round, as a share of every range"},
	{"rsm.Rounds", "rsm", duels, "rounds that the budget is divided into"},
	{"rsm.FullWeights", "rsm", large, "weights up to which the model has all products"},

	{"rsm.ProbeRadius", "rsm", wide, "first radius of the trust-region probe, as a share of the ranges"},
	{"rsm.ProbeShrink", "rsm", wide, "factor of the radius from one round of the probe to the next"},
	{"rsm.ProbeScore", "rsm", wide, "score of the start from which on the points of the probe are too far away"},
	{"rsm.ProbeDoubt", "rsm", wide, "score of the start up to which it is sure that they are not"},
	{"rsm.ProbeGames", "rsm", wide, "games of a round of the probe, at least"},
	{"rsm.ProbeShare", "rsm", many, "share of all games for a round of the probe, at least"},
	{"rsm.ProbeLeastGames", "rsm", wideFew, "budget below which there is no probe"},
	{"rsm.RegionWidth", "rsm", wide, "half the width of the trust region, in distances at which 100 Elo are lost"},
	{"rsm.ReachLoss", "rsm", wide, "share of what can be lost that points lose at most in the trust region"},

	{"rsm.Depth", "rsm", duels, "mean Elo of the points of a pair below the maximum"},
	{"rsm.WideShare", "rsm", duels, "share of the rounds that play with the first spread"},
	{"rsm.CosineSpread", "rsm", ripples, "factor of the spread where the model has cosine terms"},

	{"rsm.CosineTerms", "rsm", ripples, "cosine terms for every weight"},
	{"rsm.CosineGames", "rsm", few, "games for the square of the number of weights that cosine terms need"},
	{"rsm.CosineFrom", "rsm", ripples, "share of the rounds before cosine terms are tried"},
	{"rsm.CosineEvidence", "rsm", ripples, "log Bayes factor from which on cosine terms are believed"},
	{"rsm.Refit", "rsm", duels, "growth of the games from one fit of all of them to the next"},
	{"rsm.PriorReach", "rsm", duels, "standard deviation of the maximum about the start beforehand, as a share of the ranges"},
	{"rsm.PriorErrors", "rsm", duels, "standard errors from which on a slope along a flat axis is followed"},
	{"rsm.EigenShare", "rsm", duels, "share of the mean curvature that every axis has at least"},

	{"rsm.CheckRadius", "auto", tested, "radius of the lack-of-fit test, as a share of the ranges"},
	{"rsm.CheckFrom", "auto", tested, "share of the rounds before the lack-of-fit test"},
	{"rsm.CheckGames", "auto", tested, "games for the square of the number of weights that the test needs"},
	{"rsm.CheckShare", "auto", tested, "share of the games for the lack-of-fit test"},
	{"rsm.RefineStep", "auto", ripples, "the most that the local refinement moves, as a share of every range"},
	{"rsm.RefineErrors", "auto", ripples, "standard errors by which the curvature must stand out for it"},

	{"auto.Surface.Share", "auto", duels, "share of the games before SPSA may take over without a test"},
	{"auto.Surface.Evidence", "auto", duels, "log evidence against a quadratic from which on SPSA takes over"},
	{"auto.Surface.CosineGames", "auto", ripples, "games left, for the square of the number of weights, that make cosine terms count"},
	{"auto.SPSA.Spread", "auto", ripples, "spread of SPSA's points, in percent of every range"},
	{"auto.SPSA.Halvings", "auto", ripples, "halvings of the distance to the maximum that SPSA's gain aims at"},
	{"auto.SPSA.MostGain", "auto", ripples, "the largest gain, over the number of weights and the root of the games"},
	{"auto.SPSA.WideSpread", "auto", directions, "spread of SPSA's points for scale-free problems with 2,000 games"},
	{"auto.SPSA.WidePower", "auto", directionsMany, "power of 2,000 over the games by which that spread falls"},
	{"auto.SPSA.WideHalvings", "auto", directions, "as SPSA.Halvings, for scale-free problems"},
	{"auto.SPSA.WideMostGain", "auto", directions, "as SPSA.MostGain, for scale-free problems"},
	{"auto.SPSA.Drift", "auto", ripples, "radius of the local refinement beyond SPSA's spread, as a share of every range"},

	{"auto.GP.Directions", "auto", twoDirections, "number of directions in which the run begins with the Gaussian process"},
	{"auto.GP.Games", "auto", twoDirections, "the least budget with which the run begins with the Gaussian process"},
	{"auto.GP.Share", "auto", twoDirections, "share of the games after which the Gaussian process is compared with a quadratic"},
	{"auto.GP.Odds", "auto", twoDirections, "log Bayes factor over a quadratic that the Gaussian process must exceed"},
	{"auto.GP.Most", "auto", twoDirections, "share of the games from which on SPSA plays the rest, about the peak of the Gaussian process"},
	{"auto.GP.PeakSpread", "auto", twoDirections, "spread of SPSA's points about the peak of the Gaussian process, in percent of every range"},
	{"auto.GP.NearPeak", "auto", twoDirections, "radius of the games that refine the peak of the Gaussian process, as a share of every range"},

	{"auto.Surface.StuckErrors", "auto", guarded, "standard errors of the gain that a surface must promise, or else CMA-ES takes over"},
	{"auto.Confirm.Budget", "auto", guarded, "the least budget with which a result must promise a gain over the start"},
	{"auto.Confirm.Errors", "auto", guarded, "standard errors of the predicted gain that a result must promise"},
	{"auto.Confirm.UntestedErrors", "auto", guardedFew, "standard errors of the predicted gain that a result must promise at most if there are too few games for a test"},
	{"auto.Confirm.SureErrors", "auto", guarded, "standard errors of the predicted gain that make a test needless"},
	{"auto.Confirm.ModelError", "auto", guarded, "Elo that a model is wrong by at least"},
	{"auto.Confirm.Share", "auto", guarded, "share of the games that test a result"},
	{"auto.Confirm.Games", "auto", guarded, "games of a test at least; if the share is smaller there is no test"},
}

// constants returns all constants of the table with their current values.
func constants() []Constant {
	out := make([]Constant, len(table))
	for i, e := range table {
		out[i] = e.constant()
	}
	return out
}

func (e entry) constant() Constant {
	c := auto.Defaults()
	return Constant{Name: e.name, Value: *e.field(&c), Doc: e.doc, Strategy: e.strategy, Experiment: e.experiment.Name}
}

// find returns the row of the constant with the given name. Its error suggests a similar name.
func find(name string) (entry, error) {
	names := make([]string, len(table))
	for i, e := range table {
		names[i] = e.name
	}
	if i := slices.Index(names, name); i >= 0 {
		return table[i], nil
	}
	return entry{}, fmt.Errorf("unknown constant %q (%s)", name, keys.Suggest(names, name))
}

// field returns a pointer to the field of c that contains the constant of this row.
func (e entry) field(c *auto.Constants) *float64 {
	v := reflect.ValueOf(c).Elem()
	path := strings.TrimPrefix(e.name, "auto.")
	if name, ok := strings.CutPrefix(e.name, "rsm."); ok {
		path = "RSM." + name
	}
	for name := range strings.SplitSeq(path, ".") {
		v = v.FieldByName(name)
	}
	return v.Addr().Interface().(*float64)
}

// with returns the strategy that the experiment of this row runs, with the constant multiplied by
// factor.
func (e entry) with(factor float64) bench.Entry {
	c := auto.Defaults()
	*e.field(&c) *= factor
	if e.strategy == "rsm" {
		return bench.With("rsm", rsm.New, rsm.Options{Constants: &c.RSM})
	}
	return bench.With("auto", auto.New, auto.Options{Constants: &c})
}
