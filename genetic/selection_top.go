package genetic

import "math/rand/v2"

// Top takes the Count best of each group, in the order of the groups: the
// selection of the Risk procedure. A genome that two groups chose counts twice.
type Top struct{ Count int }

// Select returns the parents.
func (s Top) Select(_ *rand.Rand, c Candidates) []int {
	var parents []int
	for _, group := range c.Groups {
		parents = append(parents, group[:min(s.Count, len(group))]...)
	}
	return parents
}
