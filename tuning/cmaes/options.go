package cmaes

import (
	"cmp"
	"errors"
	"math"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/keys"
)

// Options configures the strategy. The zero value of each field selects its default.
type Options struct {
	// Population is the number of candidates in a round, an even number of at least 4. The
	// default is three times Hansen's 4 + 3 ln n for n weights, fewer if the budget is small.
	Population int `yaml:"population" json:"population,omitempty"`
	// GamesPerPair is the number of games between a candidate and its mirror image. The
	// default is 2; above 2,000 games it grows with the root of games/2,000. In games whose
	// candidates have scores of their own it is the number of games of a candidate; the default
	// is 1. It is rounded down to whole deals (starts of the game), at least one. A limit of rounds
	// raises the number as far as the budget allows, unless population is set.
	GamesPerPair int `yaml:"games_per_pair" json:"games_per_pair,omitempty"`
	// Sigma is the standard deviation of the first candidates as a share of the range of every
	// weight without a step, from a millionth to 1. The default is 0.25.
	Sigma float64 `yaml:"sigma" json:"sigma,omitempty"`
	// FixedRates keeps Hansen's learning rates instead of adapting them to the noise of games.
	FixedRates bool `yaml:"fixed_rates" json:"fixed_rates,omitempty"`
	// Unpaired plays one game on each deal (a start of the game) instead of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
}

// Validate returns a [keys.KeyError] for every number that is out of its range.
func (o Options) Validate() error {
	var odd error
	if o.Population%2 != 0 {
		odd = keys.Errorf("population", "%d is odd, and candidates come in pairs", o.Population)
	}
	return errors.Join(
		keys.Range{Min: 4, Max: 1e6, OrZero: true}.Check("population", float64(o.Population)),
		odd,
		keys.Range{Min: 1, Max: 1e6, OrZero: true}.Check("games_per_pair", float64(o.GamesPerPair)),
		keys.Range{Min: 1e-6, Max: 1, OrZero: true}.Check("sigma", o.Sigma),
	)
}

// withDefaults replaces zero options by their defaults for a search with the given numbers of
// weights, games and rounds. rounds is 0 if the number of rounds is not limited. perDeal is the
// number of games of a pair on one deal.
//
//   - With few games the population is smaller. It first falls to the size that Hansen recommends,
//     and then to the number of pairs that the games suffice for.
//   - With few rounds every candidate plays more games.
//   - With valued, a game gives a candidate a score of its own instead of a result against another
//     candidate. Every candidate then plays one deal.
func (o Options) withDefaults(weights, games, rounds, perDeal int, valued bool) Options {
	if o.GamesPerPair == 0 && valued {
		o.GamesPerPair = 1
	}
	if o.GamesPerPair == 0 {
		o.GamesPerPair = 2 * int(max(math.Round(math.Sqrt(float64(games)/2000)), 1))
	}
	if o.Population == 0 {
		hansen := 4 + float64(3*elementary.Log(float64(weights)))
		pairs := float64(games) / float64(o.GamesPerPair)
		if !valued {
			pairs = min(pairs, float64(games)/float64(perDeal))
		}
		o.Population = int(min(3*hansen, max(hansen, pairs/8), pairs))
		o.Population = max(o.Population+o.Population%2, 4)
		if rounds > 0 {
			o.GamesPerPair = max(o.GamesPerPair, games/(rounds*o.Population/2))
		}
	}
	o.Sigma = cmp.Or(o.Sigma, 0.25)
	return o
}
