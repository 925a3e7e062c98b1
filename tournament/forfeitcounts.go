package tournament

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
)

// ForfeitCounts counts forfeited games by the name of their [engines.ForfeitKind]. The zero
// value counts none and is ready to use.
type ForfeitCounts map[string]int

// Add counts one more game that was forfeited by a failure of kind k.
func (c *ForfeitCounts) Add(k engines.ForfeitKind) {
	if *c == nil {
		*c = make(ForfeitCounts)
	}
	(*c)[k.String()]++
}

// Games returns the number of forfeited games of all kinds.
func (c ForfeitCounts) Games() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

// String lists the numbers of forfeited games by kind, such as "illegal 1, crashed 2". It is
// empty if there are none.
func (c ForfeitCounts) String() string {
	var list []string
	for _, kind := range engines.ForfeitKinds() {
		if n := c[kind.String()]; n > 0 {
			list = append(list, fmt.Sprintf("%s %d", kind, n))
		}
	}
	return strings.Join(list, ", ")
}
