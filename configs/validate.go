package configs

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// MaxCount is the largest accepted number of games or rounds in a budget.
const MaxCount = keys.MaxCount

// MaxVerification is the largest accepted number of games of a verification. It limits the use of
// memory, in which the results of all these games are kept. The function rating.EloResolved returns
// the smallest difference that a number of games can detect.
const MaxVerification = 10_000_000

// Validate returns an error for every mistake that can be found without opening the game. The
// errors are [keys.KeyError] values.
func (c Config) Validate() error {
	var mistakes []error
	if c.Engine.Name == "" {
		mistakes = append(mistakes, keys.Errorf("engine.name", "missing"))
	}
	for _, n := range []struct {
		key   string
		value int
		least float64 // smallest value that may be written; 0 stands for an absent key
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
		r := keys.Within(n.least, MaxCount)
		r.OrZero = true
		mistakes = append(mistakes, r.Check(n.key, float64(n.value)))
	}
	if c.Budget.Time < 0 { // a file cannot have such a time
		mistakes = append(mistakes, keys.Errorf("budget.time", "%v is negative", c.Budget.Time))
	}
	mistakes = append(mistakes, keys.Within(0, MaxVerification).Check("verification.games", float64(c.Verification.Games)))
	mistakes = append(mistakes, keys.Under("engine.weights", c.Engine.Weights.validate()))
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

// validate returns a [keys.KeyError] for every weight whose minimum is above its maximum. Errors
// are joined; nil means that there is none.
func (r Ranges) validate() error {
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(r.Named)) {
		if w := r.Named[name]; w.Min != nil && w.Max != nil && *w.Min > *w.Max {
			mistakes = append(mistakes, keys.Errorf(name, "min %v is above max %v", *w.Min, *w.Max))
		}
	}
	return errors.Join(mistakes...)
}

// validate returns the mistakes in the section openings as [keys.KeyError] values.
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
