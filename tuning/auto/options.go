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
	// weights matter. SPSA may follow earlier if the lack-of-fit test fails. With a negative
	// number the response surface plays all games. The default is 0.3.
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

// Constants contains the numbers of all phases, which were chosen by measurements. `go run
// ./tools/lab constants` prints the evidence for each of them.
type Constants struct {
	GP      GPConstants
	Surface SurfaceConstants
	SPSA    SPSAConstants
	Confirm ConfirmConstants
	RSM     rsm.Constants
}

// Defaults returns the constants that a run uses unless Options.Constants replaces them.
func Defaults() Constants {
	return Constants{
		GP:      GPConstants{Directions: 2, Games: 500, Share: 0.3, Odds: 1, Most: 0.45, PeakSpread: 5, NearPeak: 0.05},
		Surface: SurfaceConstants{Share: 0.3, Evidence: 3, CosineGames: 30, StuckErrors: 2},
		SPSA: SPSAConstants{
			Spread: 7, Halvings: 1, MostGain: 28,
			WideSpread: 0.15, WidePower: 0.2, WideHalvings: 2, WideMostGain: 15,
			Drift: 0.09,
		},
		Confirm: ConfirmConstants{Budget: 500, Errors: 1.5, UntestedErrors: 2.5, SureErrors: 6, ModelError: 2, Share: 0.05, Games: 100},
		RSM:     rsm.Defaults(),
	}
}
