package documents

import "github.com/lanista/lanista/runs"

// Etudes says what a set of etudes of a game holds. Players are numbered from 1.
func Etudes(engine string, c runs.EtudeCount) any {
	winners := make(map[int]int)
	for seat, n := range c.Winners {
		winners[seat+1] = n
	}
	return map[string]any{
		"engine": engine, "etudes": c.Etudes, "players": c.Seats, "winners": winners, "default_hits": c.Hits,
	}
}
