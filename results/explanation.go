package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Explanation contains the contribution of each weight to a run's result. Each contribution is
// measured by a match between the result and a copy of it in which one weight has its start value
// again.
type Explanation struct {
	Text    string        `json:"text" doc:"what the weights brought, in a line"`
	Games   int           `json:"games" doc:"played for the explanation"`
	Weights []Contributed `json:"weights" doc:"the weights that were searched"`
	// Result is the weight vector that is explained.
	Result engines.Weights `json:"result"`
}

// Contribution states whether the change of a weight during the run made the result stronger.
type Contribution string

// These are the possible values of a Contribution. The probability that any of an explanation's
// gains and losses is wrong is at most 1 - [rating.Confidence].
const (
	Gain       Contribution = "gain"       // result is stronger than with the start value
	Loss       Contribution = "loss"       // result is weaker than with the start value
	NotShown   Contribution = "not shown"  // games show neither a gain nor a loss
	Unmeasured Contribution = "unmeasured" // weight has its start value, or cannot be set back to it, so nothing was measured
)

// Contributed is the measured contribution of one weight to a result. Rating is the strength of
// the result relative to the same vector with this weight at its start value.
type Contributed struct {
	Weight       string          `json:"weight"`
	Value        engines.Value   `json:"value" doc:"of the result"`
	Back         engines.Value   `json:"back" doc:"the start value, to which the weight was set back; if only directions matter, the value that gives the weight its share of the start weights"`
	Contribution Contribution    `json:"contribution" enum:"gain,loss,not shown,unmeasured" doc:"shown for all weights together"`
	Rating       rating.Float    `json:"rating" doc:"Elo that the weight brought; null if it was not measured"`
	Interval     rating.Interval `json:"interval" doc:"of this weight alone"`
	P            float64         `json:"p" doc:"two-sided p-value of no difference, adjusted for the number of weights"`
	Games        int             `json:"games" doc:"games of its match"`
	SameGames    bool            `json:"same_games,omitempty" doc:"whether every deal ended in the same way with either value of the weight, so that no game shows a difference"`
	Constrained  bool            `json:"constrained,omitempty" doc:"whether the start value of this weight, beside the other weights of the result, violates a constraint, so that it was not measured"`
	rating.Variety
}

// Words describes the contribution in words for a table, such as "nothing measurable".
func (c Contributed) Words() string {
	switch {
	case c.Contribution == NotShown && c.SameGames:
		return "changed the end of no game"
	case c.Contribution == NotShown:
		return "nothing measurable"
	case c.Contribution == Unmeasured && c.Constrained:
		return "not measured: a constraint excludes its start value"
	case c.Contribution == Unmeasured:
		return "has its start value"
	}
	return string(c.Contribution)
}

// NewExplanation returns the explanation of a result: how much each weight contributes. matches[i]
// is the match of the result against a copy of itself in which weight i has the value back[i]. It
// is nil if weight i was not measured, because it has its start value or because the copy would
// violate a constraint. constrained[i] is true in the second case; a nil constrained means that no
// copy would violate one. games is the number of games played. Every list has an element for each
// weight of the space; NewExplanation panics for a shorter one.
//
// The p-values come from Student's t-test over the pairings, adjusted by Holm's method
// ([rating.Holm]). Without the adjustment, some of many weights without effect would often appear
// to have one.
func NewExplanation(space engines.Space, result engines.Weights, back []float64, matches []*rating.Standing, constrained []bool, games int) Explanation {
	e := Explanation{Games: games, Result: result, Weights: []Contributed{}}
	var tested []int
	var p []float64
	for i, w := range space {
		if !w.Free() {
			continue
		}
		c := Contributed{Weight: w.Name, Value: w.Value(result[i]), Back: w.Value(back[i]), Contribution: Unmeasured, Rating: rating.Float(math.NaN()), Interval: rating.Open(), P: 1}
		c.Constrained = constrained != nil && constrained[i]
		if m := matches[i]; m != nil {
			c.Contribution, c.Rating, c.Interval, c.Games, c.Variety = NotShown, m.Rating, m.Interval, m.Games, m.Variety
			c.SameGames = m.SameGames
			tested, p = append(tested, len(e.Weights)), append(p, m.NoDifference())
		}
		e.Weights = append(e.Weights, c)
	}
	for k, adjusted := range rating.Holm(p) {
		c := &e.Weights[tested[k]]
		if c.P = adjusted; adjusted < 1-rating.Confidence {
			if c.Contribution = Gain; c.Rating < 0 {
				c.Contribution = Loss
			}
		}
	}
	e.Text = e.text()
	return e
}

// mostNamed is the largest number of weights that the text of an explanation lists by name in one
// group. The two groups are weights without a proven effect, and weights that still have their
// start values. For a larger group the text contains only its size.
const mostNamed = 6

// text returns the explanation as one line: the weights with a proven gain or loss, the largest
// gain first, and then the other weights.
func (e Explanation) text() string {
	var shown, rest, same, constrained []Contributed
	for _, c := range e.Weights {
		switch {
		case c.Contribution == NotShown:
			rest = append(rest, c)
		case c.Contribution != Unmeasured:
			shown = append(shown, c)
		case c.Constrained:
			constrained = append(constrained, c)
		default:
			same = append(same, c)
		}
	}
	slices.SortStableFunc(shown, func(a, b Contributed) int { return cmp.Compare(b.Rating, a.Rating) })
	var parts []string
	for _, c := range shown {
		parts = append(parts, c.Sentence())
	}
	if len(rest) > mostNamed {
		widest := 0.0
		for _, c := range rest {
			widest = math.Max(widest, c.Interval.Half())
		}
		parts = append(parts, fmt.Sprintf("%d weights nothing measurable%s", len(rest), within(widest)))
	} else {
		for _, c := range rest {
			parts = append(parts, c.Sentence())
		}
	}
	if len(same) > mostNamed {
		parts = append(parts, fmt.Sprintf("%d weights have their start values", len(same)))
	} else {
		for _, c := range same {
			parts = append(parts, c.Sentence())
		}
	}
	if len(constrained) > mostNamed {
		parts = append(parts, fmt.Sprintf("%d weights were not measured, since constraints exclude their start values", len(constrained)))
	} else {
		for _, c := range constrained {
			parts = append(parts, c.Sentence())
		}
	}
	return strings.Join(parts, ", ")
}

// within formats a maximum of error margins, as in " (each ± 9 Elo or less)". half is the largest
// margin. within returns "" if half is infinite or NaN.
func within(half float64) string {
	if math.IsInf(half, 0) || math.IsNaN(half) {
		return ""
	}
	return fmt.Sprintf(" (each ± %.0f Elo or less)", half)
}

// Sentence returns a clause about the effect of the weight, such as "Ks brought +61 ± 9 Elo" or "Kc
// nothing measurable (+2 ± 9)". If the weight was not measured, or changed the end of no game, the
// clause states this.
func (c Contributed) Sentence() string {
	switch c.Contribution {
	case Gain:
		return fmt.Sprintf("%s brought %s Elo", c.Weight, c.Measured())
	case Loss:
		return fmt.Sprintf("%s cost %s Elo", c.Weight, c.negated().Measured())
	case Unmeasured:
		if c.Constrained {
			return c.Weight + " was not measured, since a constraint excludes its start value"
		}
		return c.Weight + " has its start value"
	}
	if c.SameGames {
		return fmt.Sprintf("%s changed the end of no game (%d games)", c.Weight, c.Games)
	}
	return fmt.Sprintf("%s nothing measurable (%s)", c.Weight, c.Measured())
}

func (c Contributed) negated() Contributed {
	c.Rating, c.Interval = -c.Rating, rating.Interval{Low: -c.Interval.High, High: -c.Interval.Low}
	return c
}

// Measured formats the rating with half the width of its interval, as in "+61 ± 9". If only one end
// of the interval is known, it formats this end, as in "+40 or more". Without an interval it
// formats the rating alone, or the rating and the number of different pairings if these are too
// few. It returns "unknown" for an unknown rating.
func (c Contributed) Measured() string {
	switch half := c.Interval.Half(); {
	case !c.Rating.Known():
		return "unknown"
	case c.TooFew():
		return fmt.Sprintf("%s, %d different pairings are too few for an interval", rating.FormatElo(c.Rating), c.DistinctPairings)
	case rating.Float(half).Known():
		return fmt.Sprintf("%s ± %.0f", rating.FormatElo(c.Rating), half)
	case rating.Float(c.Interval.Low).Known():
		return rating.FormatElo(c.Interval.Low) + " or more"
	case rating.Float(c.Interval.High).Known():
		return rating.FormatElo(c.Interval.High) + " or less"
	default:
		return rating.FormatElo(c.Rating)
	}
}
