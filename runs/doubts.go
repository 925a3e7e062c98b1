package runs

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// doubts says, in a sentence each, which pairings all ended alike: intervals from
// their games are too narrow.
func doubts(a *tournament.Alike, field []engines.Agent) []string {
	var out []string
	for _, p := range a.Pairings() {
		names := make([]string, len(p.Agents))
		for i, agent := range p.Agents {
			names[i] = field[agent].Name
		}
		out = append(out, fmt.Sprintf(
			"all %d deals of %s ended alike, move for move as long; if the deals do not differ they are one game, and its interval is too narrow",
			p.Pairings, strings.Join(names, " against ")))
	}
	return out
}
