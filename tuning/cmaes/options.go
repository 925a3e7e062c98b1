package cmaes

import (
	"errors"
	"fmt"
	"math"
)

// Options are the numbers of the method. The zero value of each is its default.
type Options struct {
	// Population is the number of candidates in a round, an even number of at
	// least 4. The default is three times Hansen's 4 + 3 ln n for n weights.
	Population int `yaml:"population" json:"population,omitempty"`
	// DuelGames is the number of games between a candidate and its mirror image,
	// in whole clusters, at least one. The default is 2, above 2,000 games more by
	// the root of games/2,000.
	DuelGames int `yaml:"duel_games" json:"duel_games,omitempty"`
	// Sigma is the standard deviation of the first candidates as a share of
	// every weight's range, within (0, 1]. The default is 0.25.
	Sigma float64 `yaml:"sigma" json:"sigma,omitempty"`
	// FixedRates switches the adaptation of the learning rates off.
	FixedRates bool `yaml:"fixed_rates" json:"fixed_rates,omitempty"`
	// LoneGames plays clusters of one game in place of one per seat order.
	LoneGames bool `yaml:"lone_games" json:"lone_games,omitempty"`
}

// Validate refuses numbers out of their range, naming all of them.
func (o Options) Validate() error {
	var errs []error
	within := func(name string, v, lo, hi float64) {
		if v != 0 && !(v >= lo && v <= hi) {
			errs = append(errs, fmt.Errorf("cmaes: %s: %v is not within [%v, %v]", name, v, lo, hi))
		}
	}
	within("population", float64(o.Population), 4, 1e6)
	within("duel_games", float64(o.DuelGames), 1, 1e6)
	if o.Population%2 != 0 {
		errs = append(errs, fmt.Errorf("cmaes: population: %d is odd, and candidates come in pairs", o.Population))
	}
	within("sigma", o.Sigma, math.SmallestNonzeroFloat64, 1)
	return errors.Join(errs...)
}

// withDefaults fills in what is not set. A small budget gets a smaller
// population, down to Hansen's and further to what one round can hold, and a
// limit of rounds gives more games to every candidate.
func (o Options) withDefaults(weights, games, rounds int) Options {
	if o.DuelGames == 0 {
		o.DuelGames = 2 * int(max(math.Round(math.Sqrt(float64(games)/2000)), 1))
	}
	if o.Population == 0 {
		hansen := 4 + 3*math.Log(float64(weights))
		pairs := float64(games) / float64(o.DuelGames)
		o.Population = int(min(3*hansen, max(hansen, pairs/8), pairs))
		o.Population = max(o.Population+o.Population%2, 4)
		if rounds > 0 {
			o.DuelGames = max(o.DuelGames, games/(rounds*o.Population/2))
		}
	}
	if o.Sigma == 0 {
		o.Sigma = 0.25
	}
	return o
}
