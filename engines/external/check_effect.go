package external

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
)

// comparedChoices is the largest number of choices of a weight with which the test effect requests
// answers.
const comparedChoices = 8

// comparedValues returns the values of a weight with which the test effect requests answers: the two ends
// of its range, or its first choices and the last one.
func comparedValues(w engines.Weight) []float64 {
	values := []float64{w.Snap(w.Max)}
	if !w.Kind.Has(engines.Choices) {
		return append(values, w.Snap(w.Min))
	}
	for v := range min(len(w.Choices), comparedChoices) - 1 {
		values = append(values, float64(v))
	}
	return values
}

// checkEffect tests whether weights change how the program plays. For every weight, it compares
// answers at the two ends of the weight's range, or with several choices.
func checkEffect(ctx context.Context, c *checker) error {
	if len(c.about.Weights) == 0 {
		c.report("effect", Pass, "it has no weights here")
		return nil
	}
	if c.games == 0 && c.lost > 0 { // no game shows that it can answer
		return nil
	}
	positions, err := c.positions()
	if err != nil {
		return c.conclude(ctx, "effect", err, "")
	}
	vectors := 0
	for _, w := range c.about.Weights {
		vectors += len(comparedValues(w))
	}
	if took := c.medianMove() * time.Duration(vectors); took > 0 {
		positions = positions[:min(len(positions), max(4, int(effectTime/took)))]
	}
	var idle []string
	err = c.forVectors(ctx, func(use useProcess) error {
		for i, w := range c.about.Weights {
			var first []string
			differ := false
			for k, v := range comparedValues(w) {
				vector := c.about.Weights.Default()
				vector[i] = v
				var answers []string
				err := use(vector, func(i *instance) (err error) {
					answers, err = c.answers(ctx, i, vector, positions)
					return err
				})
				if err != nil {
					return fmt.Errorf("%s = %v: %w", w.Name, w.Value(v), err)
				}
				if k == 0 {
					first = answers
				} else if differ = !slices.Equal(first, answers); differ {
					break
				}
			}
			if !differ {
				idle = append(idle, w.Name)
			}
		}
		return nil
	})
	if err == nil && idle != nil && ctx.Err() == nil {
		remedy := ""
		if len(idle) == len(c.about.Weights) && !c.program.config.startsWithWeights() && c.program.config.declaresOptions() {
			remedy = "; an engine that reads its options only once needs restart: weights"
		}
		c.report("effect", Warn, "%s changes nothing%s", strings.Join(idle, " changes nothing, "), remedy)
		return nil
	}
	return c.conclude(ctx, "effect", err, "every weight changes answers")
}
