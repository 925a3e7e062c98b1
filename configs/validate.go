package configs

import (
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// maxCount is more games than any machine plays in a century; sums and products
// of such counts stay whole numbers.
const maxCount = 1_000_000_000_000

// MaxVerification is the most games of a verification, which tell a tenth of an Elo
// from none: their pairings are in memory at once.
const MaxVerification = 10_000_000

// Validate refuses what can be told without the game and the other rooms, with a
// [keys.KeyError] for every mistake.
func (c Config) Validate() error {
	var mistakes []error
	if c.Engine.Name == "" {
		mistakes = append(mistakes, keys.Errorf("engine.name", "missing"))
	}
	for _, n := range []struct {
		key   string
		value int
		least float64 // that may be written; 0 where the key is left out
	}{
		{"engine.seats", c.Engine.Seats, 1},
		{"budget.rounds", c.Budget.Rounds, 1},
		{"budget.games", c.Budget.Games, 1},
		{"budget.ahead", c.Budget.Ahead, 0},
	} {
		if n.value < 0 {
			mistakes = append(mistakes, keys.AtLeast(n.least).Check(n.key, float64(n.value)))
			continue
		}
		mistakes = append(mistakes, keys.Within(0, maxCount).Check(n.key, float64(n.value)))
	}
	mistakes = append(mistakes, keys.Within(0, MaxVerification).Check("verification.games", float64(c.Verification.Games)))
	mistakes = append(mistakes, keys.Under("openings", c.Openings.validate()))
	if c.Objective.By != "" {
		mistakes = append(mistakes, keys.OneOf("objective.by", "objective", c.Objective.By, "places", "score"))
	}
	mistakes = append(mistakes, keys.AtLeast(0).Check("objective.scale", c.Objective.Scale))
	for i, share := range c.Objective.Shares {
		mistakes = append(mistakes, keys.AtLeast(0).Check(fmt.Sprintf("objective.shares[%d]", i), share))
	}
	return errors.Join(mistakes...)
}

// validate returns the mistakes as errors that name their keys.
func (o Openings) validate() error {
	var plies, aside error
	if p := o.RandomPlies; p != nil && *p != AutoPlies {
		plies = engines.Openings{RandomPlies: int(*p)}.Validate()
	}
	if n := o.SetAside; n != nil {
		aside = keys.AtLeast(0).Check("set_aside", float64(*n))
	}
	return errors.Join(plies, aside)
}
