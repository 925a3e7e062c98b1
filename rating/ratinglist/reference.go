package ratinglist

import (
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/gamefile"
)

// Reference compares the ratings of a list with earlier ratings of the same agents, such as a
// table by Ordo.
type Reference struct {
	// Program is the program that wrote the reference, absent if it is unknown.
	Program string `json:"program,omitempty"`
	// Shifts contains a number for each group of agents who met, in the order of the tables. It
	// was added to the references of the group, so that the mean of both ratings is equal. It is
	// 0 for a group with an anchor, and for a group without a reference.
	Shifts []float64 `json:"shifts"`
	// Deviation is the root mean square of the differences.
	Deviation float64 `json:"deviation"`
	// Agents contains the agents with both ratings, in the order of the standings.
	Agents []Referred `json:"agents"`
	// Missing contains the names in the reference that the file of games does not have.
	Missing []string `json:"missing,omitempty"`
}

// Referred is the comparison of one agent's rating with a reference.
type Referred struct {
	Agent string `json:"agent"`
	// Reference is the rating as the reference has it.
	Reference float64 `json:"reference"`
	// Difference is the rating of the list minus the shifted reference.
	Difference float64 `json:"difference"`
}

// newReference compares standings with a reference. anchored reports for every table whether it
// has an anchor.
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
