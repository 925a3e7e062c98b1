package ratinglist

import (
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
)

// Reference compares the ratings of a rating list with older ratings of the same agents, such as
// a table by Ordo. The older ratings are called the reference.
type Reference struct {
	// Program is the name of the program that wrote the older ratings. It is absent if it is
	// unknown.
	Program string `json:"program,omitempty"`
	// Shifts contains a number for each table of the list, that is for each group of agents who
	// met directly or through others. This number was added to the group's older ratings, so that
	// their mean equals the mean of the new ratings. It is 0 for a group with an anchor, and for
	// a group without older ratings.
	Shifts []float64 `json:"shifts" doc:"Elo added to the older ratings of each table"`
	// Deviation is the root mean square of the differences between new and shifted older ratings.
	Deviation float64 `json:"deviation" doc:"root mean square of the differences, in Elo"`
	// Agents contains the agents that have both a new and an older rating, in the order of the
	// standings.
	Agents []Referred `json:"agents"`
	// Missing contains the names with an older rating that do not occur in the file of games.
	Missing []string `json:"missing,omitempty"`
}

// Referred compares the new rating of one agent with its older rating.
type Referred struct {
	Agent string `json:"agent"`
	// Reference is the agent's older rating, without the shift.
	Reference float64 `json:"reference" doc:"older rating, without the shift"`
	// Difference is the agent's new rating minus the shifted older rating.
	Difference float64 `json:"difference" doc:"new rating minus the shifted older one"`
}

// newReference compares the ratings in standings with older ratings of the same agents, which
// another program has computed. anchored contains, for every table of the list, whether one of its
// agents has a fixed rating. If none has, the older ratings are shifted to the same mean.
func newReference(standings []rating.Standing, anchored []bool, ratings *gamefile.Ratings) *Reference {
	r := &Reference{Program: ratings.Program, Shifts: make([]float64, len(anchored)), Agents: []Referred{}}
	elo := make(map[string]float64)
	for _, rated := range ratings.List {
		elo[rated.Name] = rated.Elo
	}
	counts, tables := make([]int, len(anchored)), []int{}
	for _, s := range standings {
		reference, ok := elo[s.Agent]
		if !ok {
			continue
		}
		delete(elo, s.Agent)
		table := max(s.Table-1, 0)
		difference := float64(s.Rating) - reference
		r.Agents = append(r.Agents, Referred{s.Agent, reference, difference})
		tables = append(tables, table)
		if !anchored[table] {
			r.Shifts[table] += difference
			counts[table]++
		}
	}
	for i, n := range counts {
		r.Shifts[i] /= math.Max(float64(n), 1)
	}
	squares := 0.0
	for i := range r.Agents {
		r.Agents[i].Difference -= r.Shifts[tables[i]]
		squares += r.Agents[i].Difference * r.Agents[i].Difference
	}
	r.Deviation = math.Sqrt(squares / math.Max(float64(len(r.Agents)), 1))
	for _, rated := range ratings.List {
		if _, ok := elo[rated.Name]; ok {
			r.Missing = append(r.Missing, rated.Name)
		}
	}
	return r
}
