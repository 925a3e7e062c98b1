package rsm

import (
	"errors"
	"math"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/pairwise"
)

// These are the values of Options.Model, which selects the terms of the fitted surface.
const (
	Auto     = "auto"     // full up to 16 weights, diagonal above
	Full     = "full"     // all squares and products of weights
	Diagonal = "diagonal" // squares only: quick with many weights
)

// Options configures the strategy. The zero value of each field selects its default.
type Options struct {
	// Model selects the quadratic: "full", with all products of at most 98 weights; "diagonal", with
	// squares only, which is faster with many weights; or "auto", full up to 16 weights. The
	// default is "auto".
	Model string `yaml:"model" json:"model,omitempty"`
	// Spread limits the standard deviation of the points about the centre along any axis in
	// the first three tenths of the rounds, as a share of every weight's range, within (0,
	// 0.5]. With cosine terms it is at most 0.1. The default is 0.4.
	Spread float64 `yaml:"spread" json:"spread,omitempty"`
	// FinalSpread is the limit in the last round, within (0, 0.5]. Small budgets need widely
	// spaced points; with many games close points avoid errors where strength is not a
	// quadratic. The default is 0.3, and from 1,000 games on 0.3 (1000 / games)^0.25.
	FinalSpread float64 `yaml:"final_spread" json:"final_spread,omitempty"`
	// Step limits the move of the centre in a round along a weight, as a share of its range,
	// within (0, 1]. The default is 0.15, or more if that would not cross the range in all
	// rounds.
	Step float64 `yaml:"step" json:"step,omitempty"`
	// Rounds is the largest number of rounds into which the budget is divided. The default is
	// 50; a round has at least 8 games.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// Unpaired plays one game on each deal (a start of the game) instead of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
	// Plain fits the surface to the weights themselves, even if only their ratios matter and all
	// are positive. By default the surface is then fitted to the logarithms of the weights.
	Plain bool `yaml:"-" json:"-"`
	// Constants replaces the built-in numbers, for experiments. nil selects [Defaults].
	Constants *Constants `yaml:"-" json:"-"`
}

// Validate returns a [keys.KeyError] for every number that is out of its range.
func (o Options) Validate() error {
	var model error
	if o.Model != "" {
		model = keys.OneOf("model", "", o.Model, Auto, Full, Diagonal)
	}
	half := keys.Range{Max: 0.5, AboveMin: true, OrZero: true}
	return errors.Join(
		model,
		half.Check("spread", o.Spread),
		half.Check("final_spread", o.FinalSpread),
		keys.Range{Max: 1, AboveMin: true, OrZero: true}.Check("step", o.Step),
		keys.AtLeast(0).Check("rounds", float64(o.Rounds)),
	)
}

// constants returns Options.Constants or their defaults.
func (o Options) constants() *Constants {
	if o.Constants != nil {
		return o.Constants
	}
	c := Defaults()
	return &c
}

// withDefaults replaces zero options by their defaults for a problem.
func (o Options) withDefaults(s pairwise.Setup, c *Constants) Options {
	weights, games := s.Box.Dim(), s.Problem.Games
	if o.Model == "" || o.Model == Auto {
		o.Model = Full
		if float64(weights) > c.FullWeights {
			o.Model = Diagonal
		}
	}
	if o.Spread == 0 {
		o.Spread = c.Spread
	}
	if o.FinalSpread == 0 {
		o.FinalSpread = c.FinalSpread / c.Growth(games)
	}
	if o.Rounds == 0 {
		o.Rounds = int(c.Rounds)
	}
	if o.Step == 0 {
		o.Step = max(c.Step, 1/float64(max(s.Plan(o.Rounds).Rounds, 1)))
	}
	return o
}

// independent returns the share of a round's pairs, from 0 to 1, whose two points are drawn
// independently. Such pairs show the curvature of strength. In all other pairs the points lie
// opposite each other around the centre, which shows the slope. The share falls with the number of
// weights.
func (c *Constants) independent(weights int) float64 {
	return min(c.Independent/math.Sqrt(float64(weights)), 1)
}

// Odds returns the logarithm of the odds against a model at which the model is rejected. The
// evidence is then as strong as an error of c.Errors standard errors: Odds is minus the logarithm
// of the probability that a normally distributed error is at least as large, in either direction.
func (c *Constants) Odds() float64 { return -math.Log(math.Erfc(c.Errors / math.Sqrt2)) }

// Growth returns a factor for runs of many games, the fourth root of games/Many, but at least 1.
// Search distances such as FinalSpread are divided by it, because a fitted surface approximates
// strength more exactly in a smaller region.
func (c *Constants) Growth(games int) float64 {
	return max(math.Sqrt(math.Sqrt(float64(games)/c.Many)), 1)
}

// Distinguish returns the number of games that are needed to show whether strength is a quadratic
// function of the given number of weights. The number of parameters of a quadratic grows with the
// square of the number of weights.
func (c *Constants) Distinguish(weights int) float64 {
	return c.ModelGames * float64(weights) * float64(weights)
}

// Constants contains the numbers of the method that were chosen by measurements. `go run
// ./tools/lab constants` prints the regret at half, once and twice each value. Only experiments
// need other values. Tolerances and similar numbers are not included.
//
// The strategy auto uses the numbers of the first group for the same purposes.
type Constants struct {
	// Numbers with several uses.

	Share      float64 // share of the rounds that explore: the first spread, before cosine terms and the lack-of-fit test
	TestShare  float64 // share of the rounds for a test of the surface; in auto also the share of the games for a test of the result, in runs of up to Many games
	Errors     float64 // standard errors from which on a difference is likely
	SureErrors float64 // standard errors from which on a difference is certain
	Many       float64 // smallest budget with a probe; in auto also with a test of a result whose predicted gain suffices
	ModelGames float64 // games that distinguish two models, divided by the square of the number of weights
	Near       float64 // distance within which the model is tested and changed, as a share of the ranges

	// The points of a round.

	Spread      float64 // standard deviation of points in the first rounds; see [Options]
	FinalSpread float64 // standard deviation of points in the last round with Many games; it falls with Growth
	Depth       float64 // mean strength lost at the points of a pair, in Elo below the maximum
	Independent float64 // share of independent pairs, times the root of the number of weights
	Step        float64 // largest move of the centre in a round, as a share of every range
	Rounds      float64 // number of rounds into which the budget is divided

	// The model.

	FullWeights float64 // largest number of weights for which Auto selects Full
	CosineTerms float64 // cosine terms for every weight
	Refit       float64 // all games are fitted again when their number has grown by this factor

	// The trust-region probe. The radius of its first round is Near.

	ProbeShrink float64 // ratio of the radii of two rounds
	ProbeScore  float64 // score of the start from which on points at this radius are too far away
	ProbeGames  float64 // smallest number of games in a round of the probe
	RegionWidth float64 // half the width of the region, in distances at which 100 Elo are lost
}

// Defaults returns the constants that a run uses unless Options.Constants replaces them.
func Defaults() Constants {
	return Constants{
		Share: 0.3, TestShare: 0.1, Errors: 2, SureErrors: 3, Many: 1000, ModelGames: 20, Near: 0.1,
		Spread: 0.4, FinalSpread: 0.3, Depth: 300, Independent: 0.4, Step: 0.15, Rounds: 50,
		FullWeights: 16, CosineTerms: 6, Refit: 1.3,
		ProbeShrink: 0.3, ProbeScore: 0.7, ProbeGames: 64, RegionWidth: 2.5,
	}
}
