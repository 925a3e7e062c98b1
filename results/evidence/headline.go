package evidence

import (
	"fmt"

	"github.com/lanista/lanista/rating"
)

// Headline returns a sentence that states whether the winner of a tournament is stronger than all
// other agents. It contains the winner's least certain lead over one of them. The standings must be
// sorted, best first. If fewer than half of the games are different, the sentence ends with their
// number. Headline returns "" for fewer than two agents, and if the first was not compared with the
// second.
func Headline(list []rating.Standing, played Played) string {
	line := headline(list)
	if line == "" {
		return ""
	}
	return line + played.concluded()
}

func headline(list []rating.Standing) string {
	if len(list) < 2 || list[0].Next == nil {
		return ""
	}
	first, over, lead := list[0], list[1], *list[0].Next
	if least := first.LeastCertain; least != nil {
		lead = least.Lead
		for _, s := range list {
			if s.Agent == least.Agent {
				over = s
			}
		}
	}
	by := fmt.Sprintf("%s Elo %s", rating.FormatElo(lead.Difference), lead.Interval.FormatElo())
	if first.TooFew() || over.TooFew() {
		by = fmt.Sprintf("%s Elo, %s", rating.FormatElo(lead.Difference), tooFew(min(first.DistinctPairings, over.DistinctPairings)))
	}
	switch shown := lead.Interval.Low > 0; {
	case len(list) == 2 && shown:
		return fmt.Sprintf("%s is stronger than %s: %s", first.Agent, over.Agent, by)
	case len(list) == 2:
		return fmt.Sprintf("%s is not shown to be stronger than %s: %s", first.Agent, over.Agent, by)
	case shown:
		return fmt.Sprintf("%s is stronger than all others: %s above %s", first.Agent, by, over.Agent)
	}
	return fmt.Sprintf("%s is not shown to be stronger than all others: %s above %s", first.Agent, by, over.Agent)
}
