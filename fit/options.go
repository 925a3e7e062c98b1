package fit

import (
	"errors"
	"math"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// Options say how weights are fitted. The zero value of each is its default.
type Options struct {
	// Target is what is predicted: result, by logistic regression, or score, by least
	// squares. The default is result.
	Target string `yaml:"target"`
	// Ridge holds weights near the start: it is multiplied by half the square of
	// how far a weight is from there, in the unit in which its feature has a mean
	// square of 1. The default is chosen by the games held out.
	Ridge *float64 `yaml:"ridge,omitempty"`
	// HeldOut is the share of the games that is not fitted to. The default is 0.2.
	HeldOut float64 `yaml:"held_out"`
	// Lambda is that of TD(lambda): 1 predicts what came of the game;
	// 0 predicts what the next position is worth; between them a mean of all
	// positions to come, each weighing lambda times the one before (R. Sutton,
	// "Learning to predict by the methods of temporal differences", Machine
	// Learning 3, 1988). Below 1 the targets are made anew from the weights that were
	// fitted to them until these change by less than a thousandth, at most thirty
	// times. The default is 1.
	Lambda *float64 `yaml:"lambda,omitempty"`
	// Positions is the most of one game that is used, drawn at random. The default is 32.
	Positions int `yaml:"positions"`

	// Explore is the most random moves with which a game of self-play begins: every
	// game draws a number up to it, besides those of its openings. Positions that good
	// players avoid are judged by how good players go on from there. The default is 0.
	Explore int `yaml:"explore,omitempty"`

	// Searched is how much of a target is the score that the players expected by their
	// search, in place of what came of the game, which the mistakes of all later moves
	// are part of. It is for games of two seats, by score, whose players say what they
	// expect. The default is 0.
	Searched float64 `yaml:"searched,omitempty"`

	// Workers is the number of goroutines; 0 is one. It changes no result.
	Workers int `yaml:"-"`
	// Events are told now and then how much is done.
	Events tuning.Events `yaml:"-"`
}

// The targets: what came of a game, or its score.
const (
	ByResult = "result"
	ByScore  = "score"
)

// mostExplored bounds Explore: games that begin so are decided by chance.
const mostExplored = 200

const (
	defaultHeldOut   = 0.2
	defaultPositions = 32
)

// Validate refuses impossible options, with a [keys.KeyError] for every mistake.
func (o Options) Validate() error {
	mistakes := []error{
		keys.Within(0, 0.9).Check("held_out", o.HeldOut),
		keys.AtLeast(0).Check("positions", float64(o.Positions)),
		keys.Within(0, mostExplored).Check("explore", float64(o.Explore)),
	}
	mistakes = append(mistakes, keys.Within(0, 1).Check("searched", o.Searched))
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

// Complete returns the options with every number filled in that they leave out,
// but for a ridge that is chosen by the games.
func (o Options) Complete() Options {
	if o.Target == "" {
		o.Target = ByResult
	}
	if o.HeldOut == 0 {
		o.HeldOut = defaultHeldOut
	}
	if o.Positions == 0 {
		o.Positions = defaultPositions
	}
	if o.Lambda == nil {
		one := 1.0
		o.Lambda = &one
	}
	return o
}

// ByScore reports whether scores are predicted, not results.
func (o Options) ByScore() bool { return o.Target == ByScore }

// loss is that of the target.
func (o Options) loss() loss {
	if o.ByScore() {
		return squares
	}
	return logistic
}

// ridges are the strengths that are tried, the strongest first.
func (o Options) ridges() []float64 {
	if o.Ridge != nil {
		return []float64{*o.Ridge}
	}
	var list []float64
	for power := -1; power >= -6; power-- {
		list = append(list, math.Pow10(power))
	}
	return list
}
