package engines

import (
	"fmt"
	"strings"
)

// Verdicts counts games that were lost by failing, by the word of their kind; see
// [ForfeitKind.Verdict].
type Verdicts map[string]int

// Add counts one more game.
func (v *Verdicts) Add(k ForfeitKind) {
	if *v == nil {
		*v = make(Verdicts)
	}
	(*v)[k.Verdict()]++
}

// Games is the number of games counted.
func (v Verdicts) Games() int {
	sum := 0
	for _, n := range v {
		sum += n
	}
	return sum
}

// String lists the counts in the order of the kinds: "2 by crash, 1 by illegal"; it is
// empty where nothing was counted.
func (v Verdicts) String() string {
	var list []string
	for _, name := range verdicts {
		if n := v[name]; n > 0 {
			list = append(list, fmt.Sprintf("%d by %s", n, name))
		}
	}
	return strings.Join(list, ", ")
}
