package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// live is what is known of a search while it goes on.
type live struct {
	round      int
	space      engines.Space
	weights    engines.Weights
	checkpoint string // the latest; "" before any is measured
}

// String formats one line: the round, the latest checkpoint, the heaviest weights.
func (l live) String() string {
	text := fmt.Sprintf("round %d", l.round)
	if l.checkpoint != "" {
		text += ": " + l.checkpoint
	}
	if w := heaviest(l.space, l.weights); w != "" {
		text += "; " + w
	}
	return text
}

// heaviest names the largest weights in the order of the space, as many as a line has
// room for.
func heaviest(space engines.Space, w engines.Weights) string {
	const most = 4
	if len(space) == 0 || len(space) != len(w) {
		return ""
	}
	order := make([]int, len(w))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(w[j]), math.Abs(w[i])) })
	order = order[:min(most, len(order))]
	slices.Sort(order)
	var parts []string
	for _, i := range order {
		parts = append(parts, space[i].Name+" "+brief(w[i]))
	}
	return strings.Join(parts, " ")
}

// checkpointLine formats a checkpoint of a search.
func checkpointLine(c tuning.Checkpoint) string {
	m := c.Match
	return fmt.Sprintf("%s Elo %s against %s by round %d", elo(m.Elo), eloInterval(m.Interval.Lo, m.Interval.Hi), m.Opponent, c.Round)
}

// leaders are the first of a tournament with what they have scored.
func leaders(list []tuning.Leader) string {
	const most = 3
	var parts []string
	for _, l := range list[:min(most, len(list))] {
		parts = append(parts, fmt.Sprintf("%s %.3f", l.Agent, l.Score))
	}
	if len(list) > most {
		parts = append(parts, fmt.Sprintf("and %d more", len(list)-most))
	}
	return strings.Join(parts, ", ")
}
