package rsm

import (
	"errors"
	"math"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/pairwise"
)

// The values of Options.Model.
const (
	Auto     = "auto"     // full up to 16 weights, diagonal above
	Full     = "full"     // all squares and products of weights
	Diagonal = "diagonal" // squares only: quick with many weights
)

// Options configures the strategy. The zero value of each field selects its default.
type Options struct {
	// Model selects the quadratic: "full", with all products of weights; "diagonal", with
	// squares only, which is faster with many weights; or "auto", full up to 16 weights. The
	// default is "auto".
	Model string `yaml:"model" json:"model,omitempty"`
	// Spread limits the standard deviation of the points about the centre along any axis in
	// the first three tenths of the rounds, as a share of every weight's range, within (0,
	// 0.5]. With cosine terms it is halved. The default is 0.4.
	Spread float64 `yaml:"spread" json:"spread,omitempty"`
	// FinalSpread is the limit in the last round, within (0, 0.5]. Small budgets need widely
	// spaced points; with many games close points avoid errors where strength is not a
	// quadratic. The default is 0.25 (2000 / games)^0.3, within [0.12, 0.25].
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
		o.FinalSpread = c.finalSpread(games)
	}
	if o.Rounds == 0 {
		o.Rounds = int(c.Rounds)
	}
	if o.Step == 0 {
		o.Step = max(c.Step, 1/float64(max(s.Plan(o.Rounds).Rounds, 1)))
	}
	return o
}

// finalSpread returns the default of Options.FinalSpread.
func (c *Constants) finalSpread(games int) float64 {
	return min(max(c.FinalSpread*math.Pow(2000/float64(max(games, 1)), c.FinalSpreadPower), c.FinalSpreadLeast), c.FinalSpread)
}

// independent returns the share of pairs with independently drawn points, which show the
// curvature. The points of all other pairs are opposite each other around the centre and show the
// slope.
func (c *Constants) independent(weights int) float64 {
	return min(max(c.Independent/math.Sqrt(float64(weights)), c.IndependentLeast), c.IndependentMost)
}

// Constants contains the numbers of the method that were chosen by measurements. `go run
// ./tools/lab constants` prints the regret at half, once and twice each value. Only experiments
// need other values. Tolerances and similar numbers are not included.
type Constants struct {
	// Defaults of options.

	Spread           float64 // standard deviation of points in the first rounds; see [Options]
	FinalSpread      float64 // of the last rounds with 2,000 games
	FinalSpreadPower float64 // exponent by which FinalSpread falls with the number of games
	FinalSpreadLeast float64 // lower limit of FinalSpread
	Independent      float64 // share of independent pairs, times the root of the number of weights
	IndependentLeast float64 // smallest share of independent pairs
	IndependentMost  float64 // largest share of independent pairs
	Step             float64 // largest move of the centre in a round, as a share of every range
	Rounds           float64 // number of rounds of the budget
	FullWeights      float64 // largest number of weights for which Auto selects Full

	// The trust-region probe.

	ProbeRadius     float64 // radius of the first round, as a share of the ranges
	ProbeShrink     float64 // ratio of the radii of two rounds
	ProbeScore      float64 // score of the start above which points at this radius are too far away
	ProbeDoubt      float64 // score of the start below which the first radius is certainly not too large
	ProbeGames      float64 // minimum of games in a round of the probe
	ProbeShare      float64 // minimum share of all games for a round of the probe
	ProbeLeastGames float64 // smallest budget with a probe
	RegionWidth     float64 // half the width of the region, in distances at which 100 Elo are lost
	ReachLoss       float64 // largest share of the possible loss for points in a region

	// The design of a round.

	Depth        float64 // mean Elo of the points of a pair below the maximum
	WideShare    float64 // share of the rounds with the first spread
	CosineSpread float64 // factor of the spread if the model has cosine terms

	// The model.

	CosineTerms    float64 // cosine terms for every weight
	CosineGames    float64 // required games for cosine terms, divided by the square of the number of weights
	CosineFrom     float64 // share of the rounds before cosine terms are tried
	CosineEvidence float64 // log Bayes factor above which cosine terms are used
	Refit          float64 // ratio of the numbers of games at two fits of all games
	PriorReach     float64 // prior standard deviation of the maximum
	PriorErrors    float64 // standard errors above which a slope is followed further
	EigenShare     float64 // minimum curvature of an axis, as a share of the mean

	// The lack-of-fit test.

	CheckRadius float64 // distance of the points from the maximum
	CheckFrom   float64 // share of the rounds before the test
	CheckGames  float64 // required games for the test, divided by the square of the number of weights
	CheckShare  float64 // share of the games

	// The local refinement.

	RefineStep   float64 // largest move along a weight
	RefineErrors float64 // standard errors by which the curvature must exceed 0
}

// Defaults returns the constants that a run uses unless Options.Constants replaces them.
func Defaults() Constants {
	return Constants{
		Spread: 0.4, FinalSpread: 0.25, FinalSpreadPower: 0.3, FinalSpreadLeast: 0.12,
		Independent: 0.4, IndependentLeast: 0.1, IndependentMost: 0.2,
		Step: 0.15, Rounds: 50, FullWeights: 16,

		ProbeRadius: 0.1, ProbeShrink: 0.3, ProbeScore: 0.7, ProbeDoubt: 0.62, ProbeGames: 64, ProbeShare: 0.01, ProbeLeastGames: 1000,
		RegionWidth: 2.5, ReachLoss: 0.25,

		Depth: 300, WideShare: 0.3, CosineSpread: 0.5,

		CosineTerms: 6, CosineGames: 10, CosineFrom: 0.3, CosineEvidence: 2,
		Refit: 1.3, PriorReach: 0.3, PriorErrors: 3, EigenShare: 0.01,

		CheckRadius: 0.1, CheckFrom: 0.3, CheckGames: 20, CheckShare: 0.1,

		RefineStep: 0.1, RefineErrors: 2,
	}
}
