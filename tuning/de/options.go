package de

import (
	"cmp"
	"errors"

	"github.com/lanista/lanista/keys"
)

// Options configures the strategy. The zero value of each field selects its default.
type Options struct {
	// Population is the number of members, at least 4. The default is 30,
	// fewer if the budget would not allow them 6 rounds.
	Population int `yaml:"population" json:"population,omitempty"`
	// GamesPerPair is the number of games between parent and child, rounded down to whole
	// deals (starts of the game), at least one. The default is 8, fewer if the budget would not
	// allow 16 rounds, and more if rounds are limited to fewer than the budget allows.
	GamesPerPair int `yaml:"games_per_pair" json:"games_per_pair,omitempty"`
	// Difference is F, the factor of the difference of two members that is added to a third,
	// within (0, 2]. Every child draws its factor between 0.5 F and 1.5 F. The default is 0.5.
	Difference float64 `yaml:"difference" json:"difference,omitempty"`
	// Crossover is CR, the probability that a weight of a child comes from the new point
	// instead of the parent, within (0, 1]. The default is 0.9.
	Crossover float64 `yaml:"crossover" json:"crossover,omitempty"`
	// Unpaired plays one game on each deal (a start of the game) instead of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
}

// Validate returns a [keys.KeyError] for every number that is out of its range.
func (o Options) Validate() error {
	return errors.Join(
		keys.Range{Min: 4, Max: 1e6, OrZero: true}.Check("population", float64(o.Population)),
		keys.Range{Min: 1, Max: 1e6, OrZero: true}.Check("games_per_pair", float64(o.GamesPerPair)),
		keys.Range{Max: 2, AboveMin: true, OrZero: true}.Check("difference", o.Difference),
		keys.Range{Max: 1, AboveMin: true, OrZero: true}.Check("crossover", o.Crossover),
	)
}

// withDefaults replaces zero options by their defaults for a search with the given numbers of games
// and rounds. rounds is 0 if the number of rounds is not limited. perDeal is the number of games of
// a pair from one start.
func (o Options) withDefaults(games, rounds, perDeal int) Options {
	if o.Population == 0 {
		o.Population = min(max(games/(6*max(perDeal, 2)), 4), 30)
	}
	if o.GamesPerPair == 0 {
		o.GamesPerPair = min(max(games/(16*o.Population), 2), 8)
		if rounds > 0 {
			o.GamesPerPair = max(o.GamesPerPair, games/(rounds*o.Population))
		}
	}
	o.Difference = cmp.Or(o.Difference, 0.5)
	o.Crossover = cmp.Or(o.Crossover, 0.9)
	return o
}
