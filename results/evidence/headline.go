package evidence

import "fmt"

// Headline says who has won a tournament, and how sure that is, from its standings in
// their order; "" where there is nobody to lead. If fewer than half of the games that were
// played are different, it ends with their number.
func Headline(list []Standing, played Played) string {
	line := headline(list)
	if line == "" {
		return ""
	}
	return line + played.concluded()
}

func headline(list []Standing) string {
	if len(list) < 2 || list[0].Next == nil {
		return ""
	}
	first, second, lead := list[0].Agent, list[1].Agent, list[0].Next
	by := fmt.Sprintf("%s Elo [%s, %s]", elo(float64(lead.Difference)), elo(lead.Interval.Low), elo(lead.Interval.High))
	for _, of := range list[:2] {
		if of.TooFew() {
			pairings := min(list[0].DistinctPairings, list[1].DistinctPairings)
			by = fmt.Sprintf("%s Elo, %s", elo(float64(lead.Difference)), tooFew(pairings))
		}
	}
	switch shown := lead.Interval.Low > 0; {
	case len(list) == 2 && shown:
		return fmt.Sprintf("%s is stronger than %s: %s", first, second, by)
	case len(list) == 2:
		return fmt.Sprintf("%s is not shown to be stronger than %s: %s", first, second, by)
	case shown:
		return fmt.Sprintf("%s is stronger than all others: %s above %s", first, by, second)
	}
	return fmt.Sprintf("%s is not shown to be stronger than all others: %s above %s", first, by, second)
}
