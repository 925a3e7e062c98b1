package genetic

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
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
	// Comparisons contains the games with the start weights under [Covariance].Restart; nil before the
	// first.
	Comparisons *comparisons `json:"comparisons,omitempty"`

	parents []int // slots of the parents; not stored, since they follow from the selection
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

// plan contains everything that is needed to play a generation: its agents, pairings and seeds.
type plan struct {
	generation int
	nextID     int
	members    []Genome     // the genomes that play, by slot
	children   []Genome     // the new ones among them, except in the first generation
	hall       []hallMember // the hall of fame; its genomes play as guests if the grouping invites them
	groups     []Group
	field      []engines.Agent // the members, then the guests
	ids        []int           // identifiers of the field; guests have negative ones
	guests     []Genome        // genomes of the guests, which follow the members in field
	pairings   []tournament.Pairing
	group      []int // index of the group of each pairing
}

// score returns the state after a generation, computed from the state before, the plan of the
// generation and the results of its games. The children join the population. The new state
// contains the game records, the fitness, the ranked groups, the parents, the generation's
// contribution to an averaged result, and the distribution of the next children.
func (b *Breeder) score(s *state, p *plan, results []tournament.Result) (*state, error) {
	next := &state{
		Generation: p.generation,
		NextID:     p.nextID,
		Members:    p.members,
		Hall:       slices.Clone(s.Hall),
		Peak:       s.Peak,
		PeakAt:     s.PeakAt,
	}
	if s.Generation > 0 && b.problem.Ahead > 0 { // other members have changed since it was planned
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
	next.Records = recordsOf(all, places)
	next.Games += s.Games
	next.Results = append(slices.Clone(s.Results), all.sorted())
	keep := b.config.Evidence
	if next.Generation <= b.founding() {
		keep = 0 // the founders are rated together
	}
	if keep > 0 && len(next.Results) > keep+b.problem.Ahead {
		next.Results = slices.Clone(next.Results[len(next.Results)-keep-b.problem.Ahead:])
	}
	next.Past = past(next, s, p)
	if err := b.rateMembers(next, p, groups, places); err != nil {
		return nil, err
	}
	b.recordFittest(next)
	var err error
	if next.parents, err = b.choose(next); err != nil {
		return nil, err
	}
	centre := b.centreOf(next)
	if b.adapts() {
		centre = b.learn(s, next)
	}
	next.Trail = append(slices.Clone(s.Trail), centre)
	return next, nil
}

// places returns, for every given genome, its index in the list of the generation's agents, or -1 if
// it does not play.
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

// recordsOf returns the game results of several agents. places contains their indices in the list of
// the generation's agents; -1 gives a record without games.
func recordsOf(t *tally, places []int) []record {
	out := make([]record, len(places))
	for slot, i := range places {
		out[slot] = t.record(i)
	}
	return out
}

// rateMembers sets s.Fitness to the fitness of all members of the population, by the fitness operator and
// the results in s, which are those of as many generations as the config keeps. It then ranks the
// members of each group that played together in plan p.
func (b *Breeder) rateMembers(s *state, p *plan, tallies []*tally, places []int) error {
	e := Evidence{b.problem.Space, s.Members, s.Past, slices.Concat(s.Results...)}
	s.Fitness = b.operators.Fitness.Of(e)
	if err := checkFitness(s.Fitness, len(s.Members)); err != nil {
		return fmt.Errorf("fitness %T: %w", b.operators.Fitness, err)
	}
	return b.rankGroups(s, e, p, tallies, places)
}

// rankGroups appends to s.Groups a ranking of every group of agents that played together. The
// ranking is by the fitness within the group if the fitness function is a [GroupFitness], and
// otherwise by the fitness in the whole generation. Members that have left the population are
// omitted. places has the index of each member in the plan, or -1.
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
		if f, ok := b.operators.Fitness.(GroupFitness); ok {
			e.Results = tallies[i].sorted()
			fitness = f.OfGroup(e)
			if err := checkFitness(fitness, len(s.Members)); err != nil {
				return fmt.Errorf("fitness %T of a group: %w", b.operators.Fitness, err)
			}
		}
		s.Groups = append(s.Groups, ranking(slots, s.Members, records, fitness))
	}
	return nil
}

// recordFittest adds the fittest genome of the generation to the hall of fame, without duplicates.
// It also updates the best fitness of the run.
func (b *Breeder) recordFittest(s *state) {
	best := s.ranked()[0]
	if s.Generation == 1 || s.Fitness[best] > s.Peak {
		s.Peak, s.PeakAt = s.Fitness[best], s.Generation
	}
	if b.config.HallOfFame == 0 {
		return
	}
	g := s.Members[best]
	s.Hall = slices.DeleteFunc(s.Hall, func(f hallMember) bool { return f.Genome.ID == g.ID })
	s.Hall = append(s.Hall, hallMember{g, s.Generation, s.Fitness[best], s.Records[best].Games})
	if n := len(s.Hall) - b.config.HallOfFame; n > 0 {
		s.Hall = slices.Clone(s.Hall[n:])
	}
}

// past returns the genomes that occur in the stored game results but are no longer members of the
// population, sorted by ID. A fitness function that uses the games of several generations needs
// their weights.
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

// Best returns the best weights so far. Before the first generation these are the start weights.
func (b *Breeder) Best() tuning.Estimate {
	switch {
	case b.state.Generation == 0:
		return b.start()
	case b.config.Result == Fittest:
		return b.fittest()
	}
	return b.averaged()
}

// Candidates returns the candidates for the result of the search, without duplicates: the return
// value of Best, the fittest genome of the last generation, the average, the start weights, and
// the hall of fame.
func (b *Breeder) Candidates() []tuning.Estimate {
	list := []tuning.Estimate{b.Best()}
	if b.state.Generation > 0 {
		list = append(list, b.fittest(), b.averaged())
	}
	list = append(list, b.start())
	for _, f := range slices.Backward(b.state.Hall) {
		list = append(list, tuning.Estimate{
			Weights: slices.Clone(f.Genome.Weights), Fitness: f.Fitness, Games: f.Games,
			Name: "the best of an earlier generation",
		})
	}
	var out []tuning.Estimate
	for _, e := range list {
		if !slices.ContainsFunc(out, func(o tuning.Estimate) bool { return slices.Equal(o.Weights, e.Weights) }) {
			out = append(out, e)
		}
	}
	return out
}

func (b *Breeder) start() tuning.Estimate {
	return tuning.Estimate{Weights: slices.Clone(b.problem.Start), Fitness: 0.5, Name: "the start weights"}
}

func (b *Breeder) fittest() tuning.Estimate {
	best := b.state.ranked()[0]
	return tuning.Estimate{
		Weights: slices.Clone(b.state.Members[best].Weights),
		Fitness: b.state.Fitness[best],
		Games:   b.state.Records[best].Games,
		Name:    "the fittest genome",
	}
}

// averaged returns the mean weights of the parents of the last generations; Config.ResultShare sets
// how many generations. The genome with the best results has usually been lucky, and in the mean of
// many genomes luck averages out.
func (b *Breeder) averaged() tuning.Estimate {
	s := b.state
	trail := s.Trail[min(max(b.begun(s.comparisons())-1, 0), len(s.Trail)-1):] // a restart has added the start weights, and the last founders their mean
	n := max(int(math.Ceil(b.config.ResultShare*float64(len(trail)))), 1)
	vectors := make([]engines.Weights, 0, n)
	for _, v := range trail[len(trail)-n:] {
		vectors = append(vectors, v)
	}
	e := tuning.Estimate{
		Weights: b.feasible(b.problem.Space.Snap(centre(b.problem.Space, vectors, nil))),
		Name:    "the average of the parents",
	}
	slots, shares := contributors(s)
	for i, slot := range slots {
		e.Fitness += float64(shares[i] * s.Fitness[slot])
		e.Games += s.Records[slot].Games
	}
	return e
}

// centreOf returns the mean weights of the parents of a generation. With the mutation [Covariance],
// an averaged result uses the mean of the distribution instead; see learn.
func (b *Breeder) centreOf(s *state) []float64 {
	slots, shares := contributors(s)
	vectors := make([]engines.Weights, len(slots))
	for i, slot := range slots {
		vectors[i] = s.Members[slot].Weights
	}
	return centre(b.problem.Space, vectors, shares)
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
