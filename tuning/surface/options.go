package surface

import (
	"errors"
	"fmt"
	"math"
)

// The models.
const (
	Auto     = "auto"     // full up to 16 weights, diagonal above
	Full     = "full"     // all squares and products of weights
	Diagonal = "diagonal" // squares only: quick with many weights
)

// fullDim is the most weights for which Auto takes the full model.
const fullDim = 16

// Options are the numbers of the method. The zero value of each is its default.
type Options struct {
	// Model is "auto", "full" or "diagonal". The default is "auto".
	Model string `yaml:"model" json:"model,omitempty"`
	// Spread is the most that the points of a duel spread about the centre along
	// any axis in the first third of the rounds, and FinalSpread in the last, as
	// a standard deviation and a share of every weight's range, within (0, 0.5].
	// The defaults are 0.4, and 0.25 (2000 / games)^0.3 within [0.12, 0.25]: few
	// games need long levers, many show where the surface is not the strength.
	// On ripples points spread half as far.
	Spread      float64 `yaml:"spread" json:"spread,omitempty"`
	FinalSpread float64 `yaml:"final_spread" json:"final_spread,omitempty"`
	// Mixed is the share of the duels whose points are drawn on their own: they
	// tell of the curvature. The points of the others lie opposite each other and
	// tell of the slope. Within [0, 1]; the default is 0.4/sqrt(n) for n weights,
	// within [0.1, 0.2], and a negative number stands for none.
	Mixed float64 `yaml:"mixed" json:"mixed,omitempty"`
	// Step is the most that the centre moves in a round along a weight, as a
	// share of its range, within (0, 1]. The default is 0.15, or what crosses
	// the range in the rounds there are.
	Step float64 `yaml:"step" json:"step,omitempty"`
	// Rounds is the most rounds that the budget is divided into. The default is
	// 50; a round has at least 8 games.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// LoneGames plays a duel as one game in place of one per seat order.
	LoneGames bool `yaml:"lone_games" json:"lone_games,omitempty"`
}

// Validate refuses numbers out of their range, naming all of them.
func (o Options) Validate() error {
	var errs []error
	within := func(name string, v, lo, hi float64) {
		if !(v >= lo && v <= hi) {
			errs = append(errs, fmt.Errorf("surface: %s: %v is not within [%v, %v]", name, v, lo, hi))
		}
	}
	switch o.Model {
	case "", Auto, Full, Diagonal:
	default:
		errs = append(errs, fmt.Errorf("surface: model: unknown %q (have auto, full, diagonal)", o.Model))
	}
	within("spread", o.Spread, 0, 0.5)
	within("final_spread", o.FinalSpread, 0, 0.5)
	within("mixed", max(o.Mixed, 0), 0, 1)
	within("step", o.Step, 0, 1)
	within("rounds", float64(o.Rounds), 0, 1e9)
	return errors.Join(errs...)
}

// finalSpread is the default of the option of that name.
func finalSpread(games int) float64 {
	return min(max(0.25*math.Pow(2000/float64(max(games, 1)), 0.3), 0.12), 0.25)
}

func (o Options) withDefaults(weights, games int) Options {
	if o.Model == "" || o.Model == Auto {
		o.Model = Full
		if weights > fullDim {
			o.Model = Diagonal
		}
	}
	if o.Spread == 0 {
		o.Spread = 0.4
	}
	if o.FinalSpread == 0 {
		o.FinalSpread = finalSpread(games)
	}
	if o.Mixed == 0 {
		o.Mixed = min(max(0.4/math.Sqrt(float64(weights)), 0.1), 0.2)
	}
	if o.Rounds == 0 {
		o.Rounds = 50
	}
	return o
}
