package genetic

import (
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/evolution"
)

// state is the complete state of a Breeder after a generation. It is never changed, only
// replaced. Its JSON form is part of the snapshot, and its keys are fixed by snapshot version 1.
type state struct {
	Generation int            `json:"generation"` // generation last learned from; 0 before the first
	Games      int            `json:"games"`      // number of games played in the run
	NextID     int            `json:"next_id"`    // identifier of the next new genome
	Members    []Genome       `json:"members"`    // by slot
	Records    []record       `json:"records"`    // game results of this generation, by slot
	Fitness    []float64      `json:"fitness"`    // by slot
	Groups     [][]int        `json:"groups"`     // slots of each group, best first
	Results    [][]HeadToHead `json:"duels"`      // per generation of the evidence, oldest first
	Past       []Genome       `json:"past"`       // genomes in Results that are not members
	Hall       []hallMember   `json:"hall"`       // oldest first
	Trail      [][]float64    `json:"trail"`      // for every generation, the mean weights from which an averaged result is computed
	Peak       float64        `json:"peak"`       // best fitness of any generation
	PeakAt     int            `json:"peak_at"`    // the generation that reached it first
	// Distribution is the normal distribution from which the next generation's children are drawn.
	// It is set only for the mutation [Covariance].
	Distribution *evolution.Distribution `json:"distribution,omitempty"`
	// Comparisons contains the games with the start weights under [Covariance].Restart and
	// [Covariance].Founders; nil before the first.
	Comparisons *comparisons `json:"comparisons,omitempty"`

	parents []int // slots of the parents; not stored, since they follow from the selection
}

// comparisons returns the state of the comparisons with the start weights, or the zero value before
// the first of these comparisons.
func (s *state) comparisons() comparisons {
	if s.Comparisons == nil {
		return comparisons{}
	}
	return *s.Comparisons
}

// hallMember is the fittest genome of an earlier generation, kept in the hall of fame.
type hallMember struct {
	Genome     Genome  `json:"genome"`
	Generation int     `json:"generation"`
	Fitness    float64 `json:"fitness"` // in that generation
	Games      int     `json:"games"`   // in that generation
}

// ranked returns the indices of all members, best first.
func (s *state) ranked() []int {
	return ranking(everyone(len(s.Members)), s.Members, s.Records, s.Fitness)
}

// replaced returns the population after the children of a plan have replaced the members that the
// replacement operator selects.
func (s *state) replaced(t *terms, p *plan) ([]Genome, error) {
	r := t.rand("genetic replacement", p.generation, 0)
	slots := t.operators.Replacement.Slots(r, s.ranked(), len(p.children))
	if err := checkSlots(slots, len(p.children), len(s.Members)); err != nil {
		return nil, fmt.Errorf("replacement %T: %w", t.operators.Replacement, err)
	}
	members := slices.Clone(s.Members)
	for i, slot := range slots {
		members[slot] = p.children[i]
	}
	return members, nil
}

// choose selects the parents of the next generation.
func (s *state) choose(t *terms) error {
	r := t.rand("genetic selection", s.Generation, 0)
	parents := t.operators.Selection.Select(r, Ranking{Ranked: s.ranked(), Fitness: s.Fitness, Groups: s.Groups})
	if err := checkParents(parents, len(s.Members)); err != nil {
		return fmt.Errorf("selection %T: %w", t.operators.Selection, err)
	}
	s.parents = parents
	return nil
}

// recordsOf returns the game results of several agents. places contains their indices in the list
// of the generation's agents. An index of -1 gives a record without games.
func recordsOf(t *tally, places []int) []record {
	out := make([]record, len(places))
	for slot, i := range places {
		out[slot] = t.record(i)
	}
	return out
}

// rate computes the fitness of all members of the population from the results of the latest
// generations in s, and stores it in s.Fitness. Then it ranks the members of each group that played
// together in plan p. tallies contains the results of each group. places contains the index of each
// member among the agents of p.
func (s *state) rate(t *terms, p *plan, tallies []*tally, places []int) error {
	e := Evidence{t.problem.Space, s.Members, s.Past, slices.Concat(s.Results...)}
	s.Fitness = t.operators.Fitness.Of(e)
	if err := checkFitness(s.Fitness, len(s.Members)); err != nil {
		return fmt.Errorf("fitness %T: %w", t.operators.Fitness, err)
	}
	return s.rankGroups(t, e, p, tallies, places)
}

// rankGroups appends to s.Groups a ranking of every group that played together in plan p. The
// members of a group are ranked by its own games if the fitness function is a [GroupFitness], and
// otherwise by their fitness in s. Members that have left the population are omitted. places
// contains the index of each member in the plan, or -1.
func (s *state) rankGroups(t *terms, e Evidence, p *plan, tallies []*tally, places []int) error {
	slotOf := slices.Repeat([]int{-1}, len(p.members))
	for slot, place := range places {
		if place >= 0 {
			slotOf[place] = slot
		}
	}
	records := make([]record, len(places)) // only those of the group's slots are used
	for i, g := range p.groups {
		var slots []int
		for _, place := range g.Members {
			if slot := slotOf[place]; slot >= 0 {
				slots = append(slots, slot)
				records[slot] = tallies[i].record(place)
			}
		}
		if len(slots) == 0 {
			continue
		}
		slices.Sort(slots)
		slots = slices.Compact(slots)
		fitness := s.Fitness
		if f, ok := t.operators.Fitness.(GroupFitness); ok {
			e.Results = tallies[i].sorted()
			fitness = f.OfGroup(e)
			if err := checkFitness(fitness, len(s.Members)); err != nil {
				return fmt.Errorf("fitness %T of a group: %w", t.operators.Fitness, err)
			}
		}
		s.Groups = append(s.Groups, ranking(slots, s.Members, records, fitness))
	}
	return nil
}

// recordFittest adds the fittest genome of the generation to the hall of fame, without duplicates.
// It also updates the best fitness of the run.
func (s *state) recordFittest(hallOfFame int) {
	best := s.ranked()[0]
	if s.Generation == 1 || s.Fitness[best] > s.Peak {
		s.Peak, s.PeakAt = s.Fitness[best], s.Generation
	}
	if hallOfFame == 0 {
		return
	}
	g := s.Members[best]
	s.Hall = slices.DeleteFunc(s.Hall, func(f hallMember) bool { return f.Genome.ID == g.ID })
	s.Hall = append(s.Hall, hallMember{g, s.Generation, s.Fitness[best], s.Records[best].Games})
	if n := len(s.Hall) - hallOfFame; n > 0 {
		s.Hall = slices.Clone(s.Hall[n:])
	}
}

// past returns the genomes that occur in the stored game results but are not members of the
// population: former members and guests, sorted by ID. A fitness function that uses the games of
// several generations needs their weights.
func past(next, before *state, p *plan) []Genome {
	met := make(map[int]bool, 2*len(next.Members))
	for _, generation := range next.Results {
		for _, h := range generation {
			met[h.A], met[h.B] = true, true
		}
	}
	for _, g := range next.Members {
		delete(met, g.ID)
	}
	var out []Genome
	for _, list := range [][]Genome{p.guests, p.members, before.Members, before.Past} {
		for _, g := range list {
			if met[g.ID] {
				out = append(out, g)
				delete(met, g.ID)
			}
		}
	}
	slices.SortFunc(out, func(a, b Genome) int { return a.ID - b.ID })
	return out
}

// centre returns the mean of the weights of a generation's parents, each counted as often as it was
// selected. The result [Averaged] is computed from these means, except with the mutation
// [Covariance]; see [adaptation.learn].
func (s *state) centre(space engines.Space) []float64 {
	slots, shares := contributors(s)
	vectors := make([]engines.Weights, len(slots))
	for i, slot := range slots {
		vectors[i] = s.Members[slot].Weights
	}
	return centre(space, vectors, shares)
}

// contributors returns the indices of the different parents of a generation, and how often each was
// selected as a share of all selections. The shares add up to 1.
func contributors(s *state) (slots []int, shares []float64) {
	share := make([]float64, len(s.Members))
	total := 0.0
	for _, slot := range s.parents {
		share[slot]++
		total++
	}
	for slot, v := range share {
		if v > 0 {
			slots = append(slots, slot)
			shares = append(shares, v/total)
		}
	}
	return slots, shares
}
