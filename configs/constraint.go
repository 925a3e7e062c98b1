package configs

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
)

// Constraint is a condition between weights. It has one of the keys order, sum and ratio.
type Constraint struct {
	// Order lists weights whose values must not fall in this order: every weight is at most the
	// next. The default is no order.
	Order []string `yaml:"order,omitempty,flow"`
	// Sum lists weights whose sum is limited by min, max or equals. The default is no sum.
	Sum []string `yaml:"sum,omitempty,flow"`
	// Ratio names two weights. The first divided by the second is limited by min, max or equals.
	// The second must not be negative. The default is no ratio.
	Ratio []string `yaml:"ratio,omitempty,flow"`
	// Min is the smallest sum or ratio. The default is no limit.
	Min *float64 `yaml:"min,omitempty"`
	// Max is the largest sum or ratio. The default is no limit.
	Max *float64 `yaml:"max,omitempty"`
	// Equals is the only sum or ratio, in place of min and max. The default is no limit.
	Equals *float64 `yaml:"equals,omitempty"`
}

// ConstraintsOf returns the constraints of the config between the weights of a space, or nil if
// there are none. It returns all mistakes as [keys.KeyError] values, whose keys begin with the
// index of the constraint.
func (e Engine) ConstraintsOf(space engines.Space) (*constraints.Set, error) {
	rules := make([]constraints.Rule, len(e.Constraints))
	for i, c := range e.Constraints {
		rules[i] = constraints.Rule(c)
	}
	return constraints.New(space, rules)
}
