package auto

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/tuning/surface"
)

// Options are the few things to choose. The zero value of each is its default.
type Options struct {
	// Scouting is the share of the games that CMA-ES plays before the surface
	// takes over, at most 1. The default is 0.5, and less by the root of
	// 2,000/games above 2,000 games; a negative number stands for none.
	Scouting float64 `yaml:"scouting" json:"scouting,omitempty"`
	// Rounds is the most rounds of the surface; the default is 50.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// LoneGames plays a duel as one game in place of one per seat order.
	LoneGames bool `yaml:"lone_games" json:"lone_games,omitempty"`
}

// Validate refuses numbers out of their range.
func (o Options) Validate() error {
	switch {
	case !(o.Scouting <= 1):
		return fmt.Errorf("auto: scouting: %v is not within [0, 1]", o.Scouting)
	case o.Rounds < 0:
		return fmt.Errorf("auto: rounds: %d is not a count", o.Rounds)
	}
	return nil
}

// usual is the budget from which on a budget counts as large, in games.
const usual = 2000.0

// scouting is the number of games of the first phase. Fewer than the smallest
// generation of CMA-ES can use are left to the surface.
func (o Options) scouting(games int) int {
	const least = 32
	share := o.Scouting
	switch {
	case share < 0:
		return 0
	case share == 0:
		share = 0.5 * math.Sqrt(min(usual/float64(games), 1))
	}
	if n := int(share * float64(games)); n >= least {
		return n
	}
	return 0
}

// fitting gives the options of the second phase of a run of so many games.
func (o Options) fitting(weights, games, scouted int) surface.Options {
	s := surface.Options{Rounds: o.Rounds, LoneGames: o.LoneGames}
	if scouted > 0 {
		s.Spread = 0.12 * min(max(math.Pow(float64(games)/usual, 0.1), 1), 1.25)
	}
	s.FinalSpread = surface.FinalSpread(weights, games)
	return s
}
