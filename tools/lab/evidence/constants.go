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
	Name  string  `json:"name"` // of the package and the field of its Constants, such as "rsm.ProbeScore" or "auto.Spread"
	Value float64 `json:"value"`
	Doc   string  `json:"doc"`
	// Strategy is the name of the strategy that the experiment runs. A constant of the strategy rsm
	// may be measured with the strategy auto, because some effects show only there.
	Strategy   string `json:"strategy"`
	Experiment string `json:"experiment"`
}

// entry is a row of the table of constants. It names a constant of a tuning strategy and the
// experiment that measures how the results depend on it.
type entry struct {
	name, strategy string
	experiment     Experiment
	doc            string
}

var table = []entry{
	{"rsm.Share", "auto", duels, "share of the games that explore: with the first spread, and before another strategy may take over"},
	{"rsm.TestShare", "auto", tested, "share of the games for the lack-of-fit test, and with 1,000 games for the test of a result"},
	{"rsm.Errors", "auto", guarded, "standard errors from which on a difference is likely"},
	{"rsm.SureErrors", "auto", guarded, "standard errors from which on it is certain"},
	{"rsm.Many", "auto", wideFew, "budget from which on there is a probe, and a test of a result"},
	{"rsm.ModelGames", "auto", tested, "games for the square of the number of weights that distinguish two models"},
	{"rsm.Near", "auto", duels, "radius of the probe and of the lack-of-fit test and move of the local refinement, as a share of the ranges"},

	{"rsm.Spread", "rsm", duels, "spread of the points in the first rounds, as a share of every range"},
	{"rsm.FinalSpread", "rsm", duels, "spread of the points in the last rounds with 1,000 games"},
	{"rsm.Depth", "rsm", duels, "mean Elo of the points of a pair below the maximum"},
	{"rsm.Independent", "rsm", duels, "share of independent pairs, times the root of the number of weights"},
	{"rsm.Step", "rsm", duels, "the most that the centre moves in a round, as a share of every range"},
	{"rsm.Rounds", "rsm", duels, "rounds that the budget is divided into"},

	{"rsm.FullWeights", "rsm", large, "weights up to which the model has all products"},
	{"rsm.CosineTerms", "rsm", ripples, "cosine terms for every weight"},
	{"rsm.Refit", "rsm", duels, "growth of the games from one fit of all of them to the next"},

	{"rsm.ProbeShrink", "rsm", wide, "factor of the radius from one round of the probe to the next"},
	{"rsm.ProbeScore", "rsm", wide, "score of the start from which on the points of the probe are too far away"},
	{"rsm.ProbeGames", "rsm", wide, "games of a round of the probe, at least"},
	{"rsm.RegionWidth", "rsm", wide, "half the width of the trust region, in distances at which 100 Elo are lost"},

	{"auto.Directions", "auto", fewDirections, "number of directions in which the run begins with the Gaussian process"},
	{"auto.Spread", "auto", ripples, "spread of SPSA's points about a maximum, as a share of every range"},
	{"auto.Halvings", "auto", ripples, "halvings of the distance to the maximum that SPSA's gain aims at"},
	{"auto.WideSpread", "auto", directions, "spread of SPSA's points for scale-free problems with 1,000 games"},
	{"auto.WideHalvings", "auto", directions, "as Halvings, for scale-free problems"},
}

// constants returns all constants of the tuning strategies that the laboratory measures, with their
// current values.
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

// find returns the entry for the constant with the given name, such as rsm.Share. If there is none,
// the error suggests a similar name or lists all names.
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

// field returns a pointer to the constant in c that e describes.
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

// with returns the strategy of e with the constant of e multiplied by factor.
func (e entry) with(factor float64) bench.Entry {
	c := auto.Defaults()
	*e.field(&c) *= factor
	if e.strategy == "rsm" {
		return bench.With("rsm", rsm.New, rsm.Options{Constants: &c.RSM})
	}
	return bench.With("auto", auto.New, auto.Options{Constants: &c})
}
