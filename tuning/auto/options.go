package auto

import (
	"errors"
	"math"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/rsm"
)

// Options are the few things to choose. The zero value of each is its default.
type Options struct {
	// RSMShare is the share of the games that the response-surface phase plays
	// before SPSA may take over for want of a quadratic, at most 1; its lack-of-fit
	// test may end it before. The default is 0.3; with a negative number the
	// response-surface phase plays all games.
	RSMShare float64 `yaml:"rsm_share" json:"rsm_share,omitempty"`
	// Rounds is the most rounds of the response-surface phase; the default is 50.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// Unpaired plays one game on a deal in place of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
	// Constants are for experiments; nil stands for [Defaults].
	Constants *Constants `yaml:"-" json:"-"`
}

// Validate returns a [keys.KeyError] for every number that is out of its range.
func (o Options) Validate() error {
	return errors.Join(
		keys.Within(math.Inf(-1), 1).Check("rsm_share", o.RSMShare),
		keys.AtLeast(0).Check("rounds", float64(o.Rounds)),
	)
}

// Constants are the numbers of the rule that measurements have chosen and no theory,
// as [rsm.Constants] are. Package bench/evidence measures them.
type Constants struct {
	RSMShare    float64 // the default of the option
	Threshold   float64 // log evidence against a quadratic from which on SPSA takes over
	CosineGames float64 // games left, for the square of the number of weights, that make cosine terms count

	Spread     float64 // of SPSA's points about the maximum, in percent of every range
	Halvings   float64 // of the distance to the maximum that its gain aims at
	MostGain   float64 // over the number of weights and the root of the number of games
	WideSpread float64 // for scale-free problems with 2,000 games, as a share of every range
	WidePower  float64 // by which that falls with the number of games
	WideHalvings,
	WideMostGain float64 // as Halvings and MostGain, for scale-free problems

	Drift float64 // how far SPSA's centre was from its average, beside the spread

	FieldDirections float64 // number of directions in which the field begins
	FieldGames      float64 // the least budget with which it does
	FieldShare      float64 // share of the games after which it must have shown a reason
	FieldOdds       float64 // log Bayes factor of the field over a quadratic that is one
	FieldMost       float64 // share of the games from which on SPSA plays the rest, about the field's peak
	ArrivalSpread   float64 // of its points, in percent of every range
	NearPeak        float64 // radius of the games that refine the field's peak, as a share of every range

	StuckErrors float64 // standard errors of the gain that a surface must promise, or else CMA-ES takes over

	GuardGames  float64 // the least budget with a guard, and with CMA-ES
	GuardErrors float64 // standard errors of the predicted gain that make an answer more than the start
	// UntestedErrors are the most that an answer must promise where there are too few games
	// for a test.
	UntestedErrors float64
	SureErrors     float64 // standard errors that make a test needless with 2,000 games
	GuardFloor     float64 // Elo that a model is wrong by at least
	GuardShare     float64 // share of the games that test an answer
	GuardLeast     float64 // games of a test at least: where the share is fewer there is none

	RSM rsm.Constants // of the response-surface phase
}

// Defaults are the constants in use.
func Defaults() Constants {
	return Constants{
		RSMShare: 0.3, Threshold: 3, CosineGames: 30,
		Spread: 7, Halvings: 1, MostGain: 28,
		WideSpread: 0.15, WidePower: 0.2, WideHalvings: 2, WideMostGain: 15,
		Drift: 0.09,

		// Those of the field and of the guard are round numbers.
		FieldDirections: 2, FieldGames: 500, FieldShare: 0.3, FieldOdds: 1, FieldMost: 0.45, ArrivalSpread: 5, NearPeak: 0.05,
		StuckErrors: 2,
		GuardGames:  500, GuardErrors: 1.5, UntestedErrors: 2.5, SureErrors: 6, GuardFloor: 2, GuardShare: 0.05, GuardLeast: 100,

		RSM: rsm.Defaults(),
	}
}
