package rsm

import (
	"errors"
	"math"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/pairwise"
)

// The models.
const (
	Auto     = "auto"     // full up to 16 weights, diagonal above
	Full     = "full"     // all squares and products of weights
	Diagonal = "diagonal" // squares only: quick with many weights
)

// Options are the numbers of the strategy. The zero value of each stands for its default.
type Options struct {
	// Model selects the quadratic: "full", with all products of weights; "diagonal", with
	// squares only, which is faster with many weights; or "auto", full up to 16 weights. The
	// default is "auto".
	Model string `yaml:"model" json:"model,omitempty"`
	// Spread limits the standard deviation of the points about the centre along any axis in
	// the first third of the rounds, as a share of every weight's range, within (0, 0.5]. With
	// cosine terms points spread half as far. The default is 0.4.
	Spread float64 `yaml:"spread" json:"spread,omitempty"`
	// FinalSpread is the limit in the last round, within (0, 0.5]. Small budgets need widely
	// spaced points; with many games close points show where strength is no quadratic. The
	// default is 0.25 (2000 / games)^0.3, within [0.12, 0.25].
	FinalSpread float64 `yaml:"final_spread" json:"final_spread,omitempty"`
	// Step limits how far the centre moves in a round along a weight, as a share of its
	// range, within (0, 1]. The default is 0.15, or more if that would not cross the range in
	// all rounds.
	Step float64 `yaml:"step" json:"step,omitempty"`
	// Rounds is the largest number of rounds into which the budget is divided. The default is
	// 50; a round has at least 8 games.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// Unpaired plays one game on each deal instead of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
	// Plain fits the surface to the weights themselves where only the ratios of positive
	// weights count. The default are their logarithms.
	Plain bool `yaml:"-" json:"-"`
	// Constants are for experiments; nil stands for [Defaults].
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

// constants returns the constants in use.
func (o Options) constants() *Constants {
	if o.Constants != nil {
		return o.Constants
	}
	c := Defaults()
	return &c
}

// withDefaults fills in what the options leave open.
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

// finalSpread is the default of the option of that name.
func (c *Constants) finalSpread(games int) float64 {
	return min(max(c.FinalSpread*math.Pow(2000/float64(max(games, 1)), c.FinalSpreadPower), c.FinalSpreadLeast), c.FinalSpread)
}

// independent returns the share of the pairs whose points are drawn independently: they show
// the curvature. The points of all other pairs are opposite each other in the centre and
// show the slope.
func (c *Constants) independent(weights int) float64 {
	return min(max(c.Independent/math.Sqrt(float64(weights)), c.IndependentLeast), c.IndependentMost)
}
