package training

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Measurer is implemented by engines that can measure properties of positions, such as the phase
// of the game. A run of the kind fit, which fits weights to labelled positions, can select its
// positions by these properties.
type Measurer interface {
	// Measures returns the properties that the engine can measure. The functions in the returned
	// values may be called from several goroutines.
	Measures() []Measure
}

// Measure is a measurable property of positions. It is a number, or a feature that a position has
// or does not have.
type Measure struct {
	Name string // lower case, such as phase
	// Min and Max are the smallest and the largest possible value of the number. For a property
	// that a position has or does not have, both are 0.
	Min, Max float64
	// Stage states that the number only increases or only decreases during a game. The reports of
	// a fit then give separate results for ranges of this number.
	Stage bool
	Of    func(engines.Position) (float64, error)
}

// Number reports whether the property has a number as its value. It returns false for a property
// that a position either has or lacks.
func (m Measure) Number() bool { return m.Min != m.Max }

// Condition selects the positions whose value of a measurable property is in the range from Low to
// High, both included. A property without a number has the value 1 if a position has it.
type Condition struct {
	Measure
	Low, High float64
}

// ParseCondition parses the value of a condition in a config. The value is true or false for a
// property that a position has or does not have, and N or LOW-HIGH for a number. ok is false if
// the value is false, which sets no condition.
func (m Measure) ParseCondition(text string) (c Condition, ok bool, err error) {
	c = Condition{Measure: m, Low: 1, High: 1}
	if !m.Number() {
		switch text {
		case "true":
			return c, true, nil
		case "false":
			return c, false, nil
		}
		return c, false, fmt.Errorf("%q is neither true nor false", text)
	}
	low, high, found := strings.Cut(text, "-")
	if !found {
		high = low
	}
	var bad error
	c.Low, err = strconv.ParseFloat(strings.TrimSpace(low), 64)
	c.High, bad = strconv.ParseFloat(strings.TrimSpace(high), 64)
	if err = cmp.Or(err, bad); err != nil || !(m.Min <= c.Low && c.Low <= c.High && c.High <= m.Max) {
		return c, false, fmt.Errorf("%q is no number or range LOW-HIGH within %v-%v", text, m.Min, m.Max)
	}
	return c, true, nil
}

// Holds reports whether a position meets the condition.
func (c Condition) Holds(p engines.Position) (bool, error) {
	v, err := c.Of(p)
	return c.Low <= v && v <= c.High, err
}
