package engines

import (
	"fmt"
	"strings"
)

// ForfeitCounts counts forfeited games by the name of their [ForfeitKind]. The zero
// value counts none and is ready to use.
type ForfeitCounts map[string]int

// Add counts one more game.
func (c *ForfeitCounts) Add(k ForfeitKind) {
	if *c == nil {
		*c = make(ForfeitCounts)
	}
	(*c)[k.String()]++
}

// Games returns the number of games counted.
func (c ForfeitCounts) Games() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

// String lists the counts in the order of the kinds: "illegal 1, crashed 2". It is
// empty if no game was counted.
func (c ForfeitCounts) String() string {
	var list []string
	for _, name := range forfeitNames {
		if n := c[name]; n > 0 {
			list = append(list, fmt.Sprintf("%s %d", name, n))
		}
	}
	return strings.Join(list, ", ")
}
