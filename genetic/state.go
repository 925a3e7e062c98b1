package genetic

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// state is all that a breeder knows after a generation has been told. It is
// never changed, only replaced.
type state struct {
	Generation int         `json:"generation"` // told last; 0 before the first
	Games      int         `json:"games"`      // played in the run
	NextID     int         `json:"next_id"`
	Members    []Genome    `json:"members"` // by slot
	Records    []Record    `json:"records"` // of this generation, by slot
	Fitness    []float64   `json:"fitness"` // by slot
	Groups     [][]int     `json:"groups"`  // slots of each group, best first
	Duels      [][]Duel    `json:"duels"`   // per generation of the evidence, oldest first
	Past       []Genome    `json:"past"`    // in Duels, but no members
	Hall       []famed     `json:"hall"`    // oldest first
	Trail      [][]float64 `json:"trail"`   // per generation, what an averaged answer averages
	Peak       float64     `json:"peak"`    // best fitness of any generation
	PeakAt     int         `json:"peak_at"` // the generation that reached it first
}

// famed is the fittest genome of a generation.
type famed struct {
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
	members    []Genome
	groups     []Group
	field      []engines.Agent
	ids        []int    // of the field; fixed opponents have negative ones
	others     []Genome // of the field beyond the members
	pairings   []tournament.Pairing
	group      []int // of each pairing
}

// score turns the results of a plan into the state that follows s.
func (b *Breeder) score(s *state, p *plan, results []tournament.Result) *state {
	next := &state{
		Generation: p.generation,
		NextID:     p.nextID,
		Members:    p.members,
		Records:    make([]Record, len(p.members)),
		Hall:       slices.Clone(s.Hall),
		Peak:       s.Peak,
		PeakAt:     s.PeakAt,
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
	copy(next.Records, all.records)
	next.Games += s.Games
	next.Duels = append(slices.Clone(s.Duels), all.sorted())
	if keep := b.options.Evidence; keep > 0 && len(next.Duels) > keep {
		next.Duels = slices.Clone(next.Duels[len(next.Duels)-keep:])
	}
	next.Past = past(next, s, p.others)
	next.Fitness = b.judge.Judge(Evidence{b.problem.Space, next.Members, next.Past, slices.Concat(next.Duels...)})
	for i, g := range p.groups {
		next.Groups = append(next.Groups, b.rankGroup(next, g, groups[i]))
	}
	b.remember(next)
	next.Trail = append(slices.Clone(s.Trail), b.centreOf(next))
	return next
}

// rankGroup lists a group best first: by the win rate of its own games where
// that is the fitness, by the common ratings otherwise.
func (b *Breeder) rankGroup(s *state, g Group, t *tally) []int {
	fitness := s.Fitness
	if j, ok := b.judge.(WinRate); ok {
		fitness = j.Judge(Evidence{Members: s.Members, Duels: t.sorted()})
	}
	return ranking(g.Members, s.Members, t.records, fitness)
}

// remember lets the fittest of a generation into the hall of fame, and notes
// whether it is the best so far.
func (b *Breeder) remember(s *state) {
	best := s.ranked()[0]
	if s.Generation == 1 || s.Fitness[best] > s.Peak {
		s.Peak, s.PeakAt = s.Fitness[best], s.Generation
	}
	if b.options.HallOfFame == 0 {
		return
	}
	g := s.Members[best]
	s.Hall = slices.DeleteFunc(s.Hall, func(f famed) bool { return f.Genome.ID == g.ID })
	s.Hall = append(s.Hall, famed{g, s.Generation, s.Fitness[best], s.Records[best].Games})
	if n := len(s.Hall) - b.options.HallOfFame; n > 0 {
		s.Hall = slices.Clone(s.Hall[n:])
	}
}

// past lists the genomes of the duels that are no members, by ID.
func past(next, before *state, others []Genome) []Genome {
	known := make(map[int]Genome)
	for _, list := range [][]Genome{before.Past, before.Members, others} {
		for _, g := range list {
			known[g.ID] = g
		}
	}
	for _, g := range next.Members {
		delete(known, g.ID)
	}
	var out []Genome
	for _, duels := range next.Duels {
		for _, d := range duels {
			for _, id := range []int{d.A, d.B} {
				if g, ok := known[id]; ok {
					out = append(out, g)
					delete(known, id)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Genome) int { return a.ID - b.ID })
	return out
}
