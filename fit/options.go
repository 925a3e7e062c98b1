package fit

import (
	"cmp"
	"errors"
	"math"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// Options contains the options of a fit. Zero values mean the defaults.
type Options struct {
	// Target is what the fit predicts: result, by logistic regression, or score, by least
	// squares. The default is result.
	Target string `yaml:"target"`
	// Ridge is the strength of the penalty on distances from the start weights: half the squared
	// distance of each weight times Ridge, in units in which its feature has a mean square of 1.
	// The default is the one of 0.1, 0.01, ..., 0.000001 with the lowest loss on the games held
	// out. For a table of weights Ridge is a number of positions, by default 10: the penalty holds
	// every weight as strongly as that many positions would.
	Ridge *float64 `yaml:"ridge,omitempty"`
	// Lasso is the strength of a penalty that keeps weights exactly at the start weights unless the
	// positions clearly show that other values are better: the absolute distance of each weight times
	// Lasso, in units in which its feature has a mean square of 1. Values from 0.0001 to 0.01 are
	// usual. A table of weights has no such penalty. The default is 0, no penalty.
	Lasso float64 `yaml:"lasso,omitempty"`
	// HeldOut is the share of the games that is held out of the fit. The default is 0.2; a config
	// cannot set it to 0.
	HeldOut float64 `yaml:"held_out"`
	// Lambda is the parameter of TD(lambda): 1 predicts the outcome of the game, 0 the
	// evaluation of the next position, and values between them a mean of all later positions,
	// each weighing lambda times the one before (R. Sutton, "Learning to predict by the methods
	// of temporal differences", Machine Learning 3, 1988). Below 1 the targets are recomputed
	// from the fitted weights until these change by less than a thousandth, at most thirty
	// times. The default is 1.
	Lambda *float64 `yaml:"lambda,omitempty"`
	// Positions is the largest number of positions of a game that are used, chosen at random.
	// The default is 32; a config cannot set it to 0.
	Positions int `yaml:"positions"`

	// Explore is the largest number of random moves after the opening of a game of self-play;
	// each game draws its own number. So the data include positions that good players avoid.
	// The default is 0.
	Explore int `yaml:"explore,omitempty"`

	// Searched is the share of a target that comes from the players' searches: the score that they
	// expected. The rest is the outcome of the game, which includes the mistakes of all later
	// moves. It requires a game of two seats, the target score, and players that report their
	// expectation. The default is 0.
	Searched float64 `yaml:"searched,omitempty"`

	// Workers is the number of goroutines. 0 means one. The number does not affect the result.
	Workers int `yaml:"-"`
	// Events receives progress messages.
	Events tuning.Events `yaml:"-"`
}

// These are the values of the option Target: the fit predicts the result of a game, or its score.
const (
	ByResult = "result"
	ByScore  = "score"
)

// mostExplored is the largest value of the option Explore. With even more random moves, chance
// would decide the games.
const mostExplored = 200

const (
	defaultHeldOut   = 0.2
	defaultPositions = 32
)

// Validate returns a [keys.KeyError] for every invalid option.
func (o Options) Validate() error {
	mistakes := []error{
		keys.Within(0, 0.9).Check("held_out", o.HeldOut),
		keys.AtLeast(0).Check("lasso", o.Lasso),
		keys.AtLeast(0).Check("positions", float64(o.Positions)),
		keys.Within(0, mostExplored).Check("explore", float64(o.Explore)),
		keys.Within(0, 1).Check("searched", o.Searched),
	}
	if o.Target != "" {
		mistakes = append(mistakes, keys.OneOf("target", "target", o.Target, ByResult, ByScore))
	}
	if o.Ridge != nil {
		mistakes = append(mistakes, keys.AtLeast(0).Check("ridge", *o.Ridge))
	}
	if o.Lambda != nil {
		mistakes = append(mistakes, keys.Within(0, 1).Check("lambda", *o.Lambda))
	}
	return errors.Join(mistakes...)
}

// Complete returns the options with defaults filled in, except the default of Ridge. A nil Ridge
// means that the fit tries several values and takes the best one on the held-out games.
func (o Options) Complete() Options {
	o.Target = cmp.Or(o.Target, ByResult)
	o.HeldOut = cmp.Or(o.HeldOut, defaultHeldOut)
	o.Positions = cmp.Or(o.Positions, defaultPositions)
	if o.Lambda == nil {
		o.Lambda = new(1.0)
	}
	return o
}

// ByScore reports whether the fit predicts the score of a game.
func (o Options) ByScore() bool { return o.Target == ByScore }

func (o Options) loss() loss {
	if o.ByScore() {
		return squares
	}
	return logistic
}

// weakestRidge is the strength of the weakest ridge penalty that a fit tries. It is enough to fit
// features that depend on each other, and hardly changes other weights.
const weakestRidge = 1e-6

// ridges returns the strengths of the ridge penalty that the fit tries, the strongest first. If
// the options set a strength, it is the only one.
func (o Options) ridges() []float64 {
	if o.Ridge != nil {
		return []float64{*o.Ridge}
	}
	var list []float64
	for power := -1; math.Pow10(power) >= weakestRidge; power-- {
		list = append(list, math.Pow10(power))
	}
	return list
}
