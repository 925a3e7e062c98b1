package spsa

import (
	"errors"
	"math"

	"github.com/lanista/lanista/keys"
)

// The schedules.
const (
	// Auto sets spread and gain from the ranges and the budget, adapts the gain to
	// the games, and answers with an average.
	Auto = "auto"
	// Fishtest is the schedule of Stockfish's testing framework with the numbers
	// that its form offers; it answers with the last centre.
	Fishtest = "fishtest"
)

// Options are the numbers of the method. The zero value of each is its default.
type Options struct {
	// Schedule is "auto" or "fishtest". The default is "auto".
	Schedule string `yaml:"schedule" json:"schedule,omitempty"`
	// Spread is how far the two points of a pair lie from the centre at the end,
	// as a share of every weight's range, within (0, 0.5]. The default is 0.1,
	// more where games are few for the number n of weights: times
	// (20 n^2 / games)^0.2, at most 0.2; for fishtest 0.05. It is larger before,
	// by the power Gamma of the share of rounds played.
	Spread float64 `yaml:"spread" json:"spread,omitempty"`
	// Gain is the share of the spread by which the centre moves at the end for
	// one game won, positive. The default is 2.2 over the root of the number of
	// games, for fishtest 0.002.
	Gain float64 `yaml:"gain" json:"gain,omitempty"`
	// Alpha and Gamma are the powers by which the step and the spread fall,
	// within [0, 1]. The defaults are Spall's, 0.602 and 0.101.
	Alpha float64 `yaml:"alpha" json:"alpha,omitempty"`
	Gamma float64 `yaml:"gamma" json:"gamma,omitempty"`
	// Stability delays the fall of the step, as a share of the rounds, within
	// [0, 1]. The default is 0.1.
	Stability float64 `yaml:"stability" json:"stability,omitempty"`
	// Rounds is the most rounds that the budget is divided into. The default is
	// 250; a round has at least 8 games.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// Unpaired plays one game on a deal in place of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
}

// Validate returns a [keys.KeyError] for every number that is out of its range.
func (o Options) Validate() error {
	var schedule error
	if o.Schedule != "" {
		schedule = keys.OneOf("schedule", "", o.Schedule, Auto, Fishtest)
	}
	return errors.Join(
		schedule,
		keys.Range{Max: 0.5, AboveMin: true, OrZero: true}.Check("spread", o.Spread),
		keys.Range{Max: 1000, AboveMin: true, OrZero: true}.Check("gain", o.Gain),
		keys.Within(0, 1).Check("alpha", o.Alpha),
		keys.Within(0, 1).Check("gamma", o.Gamma),
		keys.Within(0, 1).Check("stability", o.Stability),
		keys.AtLeast(0).Check("rounds", float64(o.Rounds)),
	)
}

func (o Options) withDefaults(weights, games int) Options {
	set := func(v *float64, auto, fishtest float64) {
		if *v != 0 {
			return
		}
		*v = auto
		if o.Schedule == Fishtest {
			*v = fishtest
		}
	}
	scarce := math.Pow(20*float64(weights*weights)/float64(games), 0.2)
	set(&o.Spread, min(0.1*max(scarce, 1), 0.2), 0.05)
	set(&o.Gain, 2.2/math.Sqrt(float64(games)), 0.002)
	set(&o.Alpha, 0.602, 0.602)
	set(&o.Gamma, 0.101, 0.101)
	set(&o.Stability, 0.1, 0.1)
	if o.Schedule == "" {
		o.Schedule = Auto
	}
	if o.Rounds == 0 {
		o.Rounds = 250
	}
	return o
}
