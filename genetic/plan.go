package genetic

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// plan contains everything that is needed to play a generation: its agents, pairings and seeds.
type plan struct {
	generation int
	nextID     int
	members    []Genome     // the genomes that play, by slot
	children   []Genome     // the new ones among them; nil in the first generation and under [Covariance]
	hall       []hallMember // the hall of fame; its genomes play as guests if the grouping invites them
	groups     []Group
	field      []engines.Agent // the members, then the guests
	ids        []int           // identifiers of the field; guests have negative ones
	guests     []Genome        // genomes of the guests, which follow the members in field
	pairings   []tournament.Pairing
	group      []int // index of the group of each pairing
}

// newborn returns a genome with the given weights and parents, and a new identifier.
func (p *plan) newborn(w engines.Weights, parents []int) Genome {
	g := Genome{ID: p.nextID, Born: p.generation, Weights: w, Parents: parents}
	p.nextID++
	return g
}

func (p *plan) batch() tuning.Batch {
	return tuning.Batch{Round: p.generation, Field: p.field, Pairings: p.pairings}
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

// schedule completes a planned generation: it sets the agents, the groups, and the pairings with
// their seeds and seats.
//
// The seed of a pairing is derived from the generation, the group, the table, and the number of the
// pairing at this table. So two genomes that meet in two groups play different games. With the
// option SameDeals, the seed is derived only from the generation and the number of earlier pairings
// of the same genomes. All tables then begin with the same seeds.
func (p *plan) schedule(t *terms) error {
	for _, g := range p.members {
		p.field = append(p.field, engines.Agent{Name: fmt.Sprintf("genome %d", g.ID), Weights: slices.Clone(g.Weights)})
		p.ids = append(p.ids, g.ID)
	}
	if t.operators.Grouping.Invites() {
		p.addGuests(t)
	}
	d := Draw{
		Population: len(p.members),
		Seats:      t.problem.Seats,
		Guests:     len(p.field) - len(p.members),
		Rand:       func(i int) *rand.Rand { return t.rand("genetic group", p.generation, i) },
	}
	p.groups = t.operators.Grouping.Groups(d)
	if err := checkDrawn(p.groups, d); err != nil {
		return fmt.Errorf("grouping %T: %w", t.operators.Grouping, err)
	}
	met := make(map[string]int) // number of tables so far with the same genomes
	for g, group := range p.groups {
		for n, table := range group.Tables {
			key := fmt.Sprint(slices.Sorted(slices.Values(table)))
			p.addTable(t, g, n, table, met[key])
			met[key]++
		}
	}
	return nil
}

// addGuests adds the guests to the agents of a planned generation. Guests are agents outside the
// population: the fixed opponents of the problem, then the hall of fame. Without either, the start
// weights are the guest.
func (p *plan) addGuests(t *terms) {
	add := func(a engines.Agent, g Genome) {
		p.field = append(p.field, a)
		p.ids = append(p.ids, g.ID)
		p.guests = append(p.guests, g)
	}
	for i, a := range t.problem.Opponents {
		add(a, Genome{ID: -1 - i, Weights: slices.Clone(a.Weights)})
	}
	for _, f := range p.hall {
		// A guest needs an identifier of its own, because the same genome may still be a member
		// and must not play against itself.
		g := Genome{ID: -1 - len(t.problem.Opponents) - f.Genome.ID, Weights: f.Genome.Weights}
		add(engines.Agent{Name: fmt.Sprintf("hall of fame %d", f.Genome.ID), Weights: slices.Clone(g.Weights)}, g)
	}
	if len(p.guests) == 0 {
		add(engines.Agent{Name: "start", Weights: slices.Clone(t.problem.Start)}, Genome{ID: -1, Weights: t.problem.Start})
	}
}

// addTable adds the games of one table, a set of agents that play together, to the plan. Games with
// the same seed, which differ only in the seat order, form a pairing.
//
// agents contains the indices of the agents in p.field. group is the index of their group, and
// table the index of the table within the group. meeting is the number of earlier tables with the
// same agents in the generation.
func (p *plan) addTable(t *terms, group, table int, agents []int, meeting int) {
	orders := t.config.SeatOrders
	deals := t.config.GamesPerPair / orders
	for d := range deals {
		path := []uint64{engines.Purpose("genetic game"), uint64(p.generation), uint64(group), uint64(table), uint64(d)}
		if t.config.SameDeals {
			path = []uint64{engines.Purpose("genetic deal"), uint64(p.generation), uint64(meeting*deals + d)}
		}
		seed := engines.Seed(t.problem.Seed, path...)
		seats := slices.Clone(agents)
		if orders < len(seats) {
			p.shuffleSeats(t, seed, seats)
		}
		p.pairings = append(p.pairings, tournament.Pairing{Agents: seats, Seed: seed, Games: orders})
		p.group = append(p.group, group)
	}
}

// shuffleSeats assigns random seats to the players. The order follows from the game's seed. With
// the option SameDeals it also follows from the players' identifiers, so that different players
// with the same seed get different seats.
func (p *plan) shuffleSeats(t *terms, seed uint64, seats []int) {
	path := []uint64{engines.Purpose("genetic seats")}
	if t.config.SameDeals {
		for _, s := range seats {
			path = append(path, uint64(p.ids[s]))
		}
	}
	engines.Rand(engines.Seed(seed, path...)).Shuffle(len(seats), func(i, j int) {
		seats[i], seats[j] = seats[j], seats[i]
	})
}
