package auto

import (
	"errors"
	"math"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/rsm"
)

// Options configures the strategy. The zero value of each field selects its default.
type Options struct {
	// RSMShare is the share of the games, at most 1, after which another strategy may follow the
	// response surface: CMA-ES, or SPSA because of cosine terms or because only the ratios of the
	// weights matter. SPSA may follow earlier if the lack-of-fit test fails. With a negative number
	// the response surface plays all games, except those of a test of the result at the end. The
	// default is 0.3.
	RSMShare float64 `yaml:"rsm_share" json:"rsm_share,omitempty"`
	// Rounds is the largest number of rounds of the response surface. The default is 50.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// Unpaired plays one game on each deal (a start of the game) instead of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
	// Constants replaces the built-in numbers, for experiments. nil selects [Defaults].
	Constants *Constants `yaml:"-" json:"-"`
}

// Validate returns a [keys.KeyError] for every number that is out of its range.
func (o Options) Validate() error {
	return errors.Join(
		keys.Within(math.Inf(-1), 1).Check("rsm_share", o.RSMShare),
		keys.AtLeast(0).Check("rounds", float64(o.Rounds)),
	)
}

// Constants contains the numbers in the phases of auto that were chosen by measurements. `go run
// ./tools/lab constants` prints the evidence for each of them.
//
// Several phases use these constants of the response surface:
//   - RSM.Share is the share of the games after which another strategy may take over.
//   - RSM.Errors is the smallest difference, in standard errors, that counts as likely.
//   - RSM.Many is the smallest budget, in games, with which the last games test a result although
//     its predicted gain suffices to replace the start weights.
//   - RSM.SureErrors is the predicted gain, in standard errors, above which a result needs no test
//     with a budget of RSM.Many games.
//   - RSM.TestShare is the share of the games that the test plays with budgets up to RSM.Many games.
type Constants struct {
	Directions float64 // number of directions with which a run begins with the Gaussian process
	Spread     float64 // distance of SPSA's points from a maximum, as a share of every range
	Halvings   float64 // how many times SPSA is to halve its distance to the maximum
	// WideSpread and WideHalvings replace Spread and Halvings if only the ratios of the weights count.
	// WideSpread is the spread with RSM.Many games; it falls with the fourth root of the games.
	// WideHalvings is the least number of halvings; long runs have more.
	WideSpread, WideHalvings float64
	RSM                      rsm.Constants
}

// Defaults returns the constants that a run uses unless Options.Constants replaces them.
func Defaults() Constants {
	return Constants{Directions: 2, Spread: 0.07, Halvings: 1, WideSpread: 0.18, WideHalvings: 2, RSM: rsm.Defaults()}
}
