package auto

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/tuning/spsa"
)

// Options are the few things to choose. The zero value of each is its default.
type Options struct {
	// Survey is the share of the games that the surface plays at least before
	// SPSA may take over, at most 1. The default is 0.3; with a negative number
	// the surface plays them all.
	Survey float64 `yaml:"survey" json:"survey,omitempty"`
	// Rounds is the most rounds of the surface; the default is 50.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// LoneGames plays a duel as one game in place of one per seat order.
	LoneGames bool `yaml:"lone_games" json:"lone_games,omitempty"`
}

// Validate refuses numbers out of their range.
func (o Options) Validate() error {
	switch {
	case !(o.Survey <= 1):
		return fmt.Errorf("auto: survey: %v is not within [0, 1]", o.Survey)
	case o.Rounds < 0:
		return fmt.Errorf("auto: rounds: %d is not a count", o.Rounds)
	}
	return nil
}

// When SPSA takes over.
const (
	worth   = 100 // times the square of the number of weights: the games it needs
	certain = 4.0 // the logarithm of the odds for ripples: 55 to 1
)

func (o Options) survey() float64 {
	if o.Survey == 0 {
		return 0.3
	}
	return o.Survey
}

// walking gives the options of SPSA: half of its own gain and a little less of a
// spread, for it begins near the peak.
func walking(games int, lone bool) spsa.Options {
	return spsa.Options{Spread: 0.08, Gain: 1.1 / math.Sqrt(float64(max(games, 1))), LoneGames: lone}
}
