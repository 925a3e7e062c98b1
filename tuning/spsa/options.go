package spsa

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/keys"
)

// The values of Options.Schedule.
const (
	// Auto selects the schedule that adapts to the problem. The spread, which is the distance of
	// the tried points from the centre of the search, is a share of each range. It follows from the
	// number of games and of weights. The gain, which scales the steps of the centre, follows from
	// the number of games and adapts to the results. The result is an average of the centres.
	Auto = "auto"
	// Fishtest selects the schedule of Stockfish's testing framework of this name, with the default
	// numbers of its web form. The result is the last centre of the search.
	Fishtest = "fishtest"
)

// Options configures the strategy. The zero value of each field selects its default.
type Options struct {
	// Schedule selects how moves and spread fall: "auto", or "fishtest", as in Stockfish's
	// testing framework. The default is "auto".
	Schedule string `yaml:"schedule" json:"schedule,omitempty"`
	// Spread is the distance of the two points of a pair from the centre in the last round, as
	// a share of every weight's range, within (0, 0.5]. In earlier rounds it is larger: it
	// falls with the power Gamma of the share of rounds played. The default is 0.1, times (20
	// n^2 / games)^0.2 if games are few for n weights, at most 0.2; for fishtest 0.05.
	Spread float64 `yaml:"spread" json:"spread,omitempty"`
	// Gain is the move of the centre for one game won in the last round, as a share of the
	// spread, within (0, 1000]. The default is 2.2 divided by the root of the number of games,
	// for fishtest 0.002.
	Gain float64 `yaml:"gain" json:"gain,omitempty"`
	// Step is the distance of the two points of a pair from the centre in the last round for single
	// weights, by name and in the unit of the weight, in place of Spread. OpenBench calls it c_end.
	// The default is none.
	Step map[string]float64 `yaml:"step,omitempty" json:"step,omitempty"`
	// Rate is the Gain for single weights, by name, each within (0, 1000]. OpenBench calls it
	// r_end. The default is none.
	Rate map[string]float64 `yaml:"rate,omitempty" json:"rate,omitempty"`
	// Alpha is the power of the rounds by which the factor of the estimated gradient (Spall's a)
	// falls, within (0, 1]. The default is Spall's, 0.602.
	Alpha float64 `yaml:"alpha" json:"alpha,omitempty"`
	// Gamma is the power of the rounds by which the spread falls, within (0, 1]. The default is
	// Spall's, 0.101.
	Gamma float64 `yaml:"gamma" json:"gamma,omitempty"`
	// Stability delays the fall of the gradient's factor by a share of the rounds, within
	// (0, 1], so that the first moves are shorter. The default is 0.1.
	Stability float64 `yaml:"stability" json:"stability,omitempty"`
	// Rounds is the largest number of rounds into which the budget is divided. Fewer rounds have
	// more games each. The default is 250; a round has at least 8 games.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// Unpaired plays one game on each deal (a start of the game) instead of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
}

// Validate returns a [keys.KeyError] for every number that is out of its range.
func (o Options) Validate() error {
	var schedule error
	if o.Schedule != "" {
		schedule = keys.OneOf("schedule", "", o.Schedule, Auto, Fishtest)
	}
	share := keys.Range{Max: 1, AboveMin: true, OrZero: true}
	return errors.Join(
		schedule,
		keys.Range{Max: 0.5, AboveMin: true, OrZero: true}.Check("spread", o.Spread),
		keys.Range{Max: mostGain, AboveMin: true, OrZero: true}.Check("gain", o.Gain),
		within(keys.Above(0), "step", o.Step),
		within(keys.Range{Max: mostGain, AboveMin: true}, "rate", o.Rate),
		share.Check("alpha", o.Alpha), share.Check("gamma", o.Gamma), share.Check("stability", o.Stability),
		keys.AtLeast(0).Check("rounds", float64(o.Rounds)),
	)
}

// mostGain is the largest value of Options.Gain and Options.Rate. Much larger ones overflow.
const mostGain = 1000

// within checks numbers that the user has set for weights, by the weights' names. Its error
// contains a [keys.KeyError], below the given key, for every number that is not finite or out of
// the range r.
func within(r keys.Range, key string, of map[string]float64) error {
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if v := of[name]; math.IsInf(v, 1) {
			mistakes = append(mistakes, keys.Errorf(key+"."+name, "%v is not a finite number", v))
		} else {
			mistakes = append(mistakes, r.Check(key+"."+name, v))
		}
	}
	return errors.Join(mistakes...)
}

// DefaultGain returns the default of Options.Gain, the factor of SPSA's steps, for a run with the
// given number of games and the schedule [Auto].
func DefaultGain(games int) float64 { return 2.2 / math.Sqrt(float64(games)) }

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
	scarce := elementary.Pow(20*float64(weights*weights)/float64(games), 0.2)
	set(&o.Spread, min(0.1*max(scarce, 1), 0.2), 0.05)
	set(&o.Gain, DefaultGain(games), 0.002)
	set(&o.Alpha, 0.602, 0.602)
	set(&o.Gamma, 0.101, 0.101)
	set(&o.Stability, 0.1, 0.1)
	o.Schedule = cmp.Or(o.Schedule, Auto)
	o.Rounds = cmp.Or(o.Rounds, 250)
	return o
}
