package genetic

import (
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// state is the whole state of a breeder after a generation. It is
// never changed, only replaced. Its JSON is the snapshot: the names of its keys
// are those of version 1 and stay.
type state struct {
	Generation int            `json:"generation"` // told last; 0 before the first
	Games      int            `json:"games"`      // played in the run
	NextID     int            `json:"next_id"`
	Members    []Genome       `json:"members"` // by slot
	Records    []record       `json:"records"` // of this generation, by slot
	Fitness    []float64      `json:"fitness"` // by slot
	Groups     [][]int        `json:"groups"`  // slots of each group, best first
	Results    [][]HeadToHead `json:"duels"`   // per generation of the evidence, oldest first
	Past       []Genome       `json:"past"`    // in Results, but no members
	Hall       []hallMember   `json:"hall"`    // oldest first
	Trail      [][]float64    `json:"trail"`   // per generation, what an averaged answer averages
	Peak       float64        `json:"peak"`    // best fitness of any generation
	PeakAt     int            `json:"peak_at"` // the generation that reached it first

	parents []int // slots; the selection finds them again in a snapshot
}

// hallMember is the fittest genome of a generation.
type hallMember struct {
	Genome     Genome  `json:"genome"`
	Generation int     `json:"generation"`
	Fitness    float64 `json:"fitness"`
	Games      int     `json:"games"`
}

// ranked lists all slots, best first.
func (s *state) ranked() []int {
	return ranking(everyone(len(s.Members)), s.Members, s.Records, s.Fitness)
}

// plan is a generation that is about to play.
type plan struct {
	generation int
	nextID     int
	members    []Genome     // who play, by slot
	children   []Genome     // those of them who are new, but for those of the first generation
	hall       []hallMember // who may be invited
	groups     []Group
	field      []engines.Agent
	ids        []int    // of the field; guests have negative ones
	others     []Genome // of the field beyond the members
	pairings   []tournament.Pairing
	group      []int // of each pairing
}

// score turns the results of a plan into the state that follows s: the children take
// their slots, records and fitness of the generation, its groups ranked, its parents
// chosen, and the point that an averaged answer takes from it.
func (b *Breeder) score(s *state, p *plan, results []tournament.Result) (*state, error) {
	next := &state{
		Generation: p.generation,
		NextID:     p.nextID,
		Members:    p.members,
		Hall:       slices.Clone(s.Hall),
		Peak:       s.Peak,
		PeakAt:     s.PeakAt,
	}
	if s.Generation > 0 && b.problem.Ahead > 0 { // others have changed since it was planned
		var err error
		if next.Members, err = b.replaced(s, p, s.ranked()); err != nil {
			return nil, err
		}
	}
	all := newTally(p.ids)
	groups := make([]*tally, len(p.groups))
	for i := range groups {
		groups[i] = newTally(p.ids)
	}
	for i, res := range results {
		all.add(res)
		groups[p.group[i]].add(res)
		next.Games += len(res.Games)
	}
	places := p.places(next.Members)
	next.Records = recordsOf(all.records, places)
	next.Games += s.Games
	next.Results = append(slices.Clone(s.Results), all.sorted())
	if keep := b.options.Evidence; keep > 0 && len(next.Results) > keep+b.problem.Ahead {
		next.Results = slices.Clone(next.Results[len(next.Results)-keep-b.problem.Ahead:])
	}
	next.Past = past(next, s, p)
	if err := b.judge(next, p, groups, places); err != nil {
		return nil, err
	}
	b.remember(next)
	var err error
	if next.parents, err = b.choose(next); err != nil {
		return nil, err
	}
	next.Trail = append(slices.Clone(s.Trail), b.centreOf(next))
	return next, nil
}

// places says where in the field of a plan every member of a population plays; -1 for
// who does not.
func (p *plan) places(members []Genome) []int {
	at := make(map[int]int, len(p.members))
	for i, g := range p.members {
		at[g.ID] = i
	}
	places := make([]int, len(members))
	for slot, g := range members {
		places[slot] = -1
		if i, ok := at[g.ID]; ok {
			places[slot] = i
		}
	}
	return places
}

// recordsOf are the records of members who play at these places; without games for the
// others.
func recordsOf(records []record, places []int) []record {
	out := make([]record, len(places))
	for slot, i := range places {
		if i >= 0 {
			out[slot] = records[i]
		}
	}
	return out
}

// judge finds the fitness of a generation, and ranks the members of its groups.
func (b *Breeder) judge(s *state, p *plan, tallies []*tally, places []int) error {
	e := Evidence{b.problem.Space, s.Members, s.Past, slices.Concat(s.Results...)}
	s.Fitness = b.options.Fitness.Of(e)
	if err := checkFitness(s.Fitness, len(s.Members)); err != nil {
		return fmt.Errorf("fitness %T: %w", b.options.Fitness, err)
	}
	return b.rankGroups(s, e, p, tallies, places)
}

// rankGroups ranks the members of every group that are members still.
func (b *Breeder) rankGroups(s *state, e Evidence, p *plan, tallies []*tally, places []int) error {
	slotOf := make([]int, len(p.members))
	for i := range slotOf {
		slotOf[i] = -1
	}
	for slot, place := range places {
		if place >= 0 {
			slotOf[place] = slot
		}
	}
	records := make([]record, len(places)) // only those of a group's slots mean something
	for i, g := range p.groups {
		var slots []int
		for _, place := range g.Members {
			if slot := slotOf[place]; slot >= 0 {
				slots = append(slots, slot)
				records[slot] = tallies[i].records[place]
			}
		}
		if len(slots) == 0 {
			continue
		}
		slices.Sort(slots)
		slots = slices.Compact(slots)
		fitness := s.Fitness
		if f, ok := b.options.Fitness.(GroupFitness); ok {
			e.Results = tallies[i].sorted()
			fitness = f.OfGroup(e)
			if err := checkFitness(fitness, len(s.Members)); err != nil {
				return fmt.Errorf("fitness %T of a group: %w", b.options.Fitness, err)
			}
		}
		s.Groups = append(s.Groups, ranking(slots, s.Members, records, fitness))
	}
	return nil
}

// remember lets the fittest of a generation into the hall of fame, where it
// stands once, and notes whether it is the best so far.
func (b *Breeder) remember(s *state) {
	best := s.ranked()[0]
	if s.Generation == 1 || s.Fitness[best] > s.Peak {
		s.Peak, s.PeakAt = s.Fitness[best], s.Generation
	}
	if b.options.HallOfFame == 0 {
		return
	}
	g := s.Members[best]
	s.Hall = slices.DeleteFunc(s.Hall, func(f hallMember) bool { return f.Genome.ID == g.ID })
	s.Hall = append(s.Hall, hallMember{g, s.Generation, s.Fitness[best], s.Records[best].Games})
	if n := len(s.Hall) - b.options.HallOfFame; n > 0 {
		s.Hall = slices.Clone(s.Hall[n:])
	}
}

// past lists the genomes of the results that are no members, by ID. A fitness that
// counts the games of several generations needs the weights and the identity of
// those who have been replaced since.
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
	for _, list := range [][]Genome{p.others, p.members, before.Members, before.Past} {
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
