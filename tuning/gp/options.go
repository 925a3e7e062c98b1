package gp

import (
	"cmp"
	"errors"

	"github.com/lanista/lanista/keys"
)

// Options configures the strategy. The zero value of each field selects its default.
type Options struct {
	// Rounds is the largest number of rounds into which the budget is divided. The default is 40;
	// a round has at least 8 games.
	Rounds int `yaml:"rounds" json:"rounds,omitempty"`
	// Design is the share of the games that is played before the model selects the points,
	// within (0, 1]: pairs about the start, both far and near. The default is 0.1.
	Design float64 `yaml:"design" json:"design,omitempty"`
	// Unpaired plays one game on each deal (a start of the game) instead of one per seat order.
	Unpaired bool `yaml:"unpaired" json:"unpaired,omitempty"`
}

// Validate returns a [keys.KeyError] for every number that is out of its range.
func (o Options) Validate() error {
	return errors.Join(
		keys.AtLeast(0).Check("rounds", float64(o.Rounds)),
		keys.Range{Max: 1, AboveMin: true, OrZero: true}.Check("design", o.Design),
	)
}

func (o Options) withDefaults() Options {
	o.Rounds = cmp.Or(o.Rounds, 40)
	o.Design = cmp.Or(o.Design, 0.1)
	return o
}

// octaves returns how many random cosines the model of strength has on each length scale. Each scale
// is half as long as the one before, hence the name. The list has five scales for up to four
// weights, and four otherwise. If the run has few pairs of games, there are fewer cosines, but at
// least four on each scale.
func octaves(weights, pairs int) []int {
	const few, least = 4, 4
	list := []int{60, 70, 70, 60}
	if weights <= few {
		list = []int{24, 32, 48, 64, 80}
	}
	sum := 0
	for _, n := range list {
		sum += n
	}
	for k, n := range list {
		list[k] = max(min(n, n*pairs/sum), least)
	}
	return list
}
