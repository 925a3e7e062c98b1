package genetic

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// schedule fills in who plays whom, on which seeds and in which seats. A game's
// seed comes of its identity (generation, group, table, deal), so that two genomes
// who meet in two groups play two different games; with SameDeals it comes of the
// generation and of how often these genomes have met, so that luck with the deal
// cancels between tables.
func (b *Breeder) schedule(p *plan) error {
	for _, g := range p.members {
		p.field = append(p.field, engines.Agent{Name: fmt.Sprintf("genome %d", g.ID), Weights: clone(g.Weights)})
		p.ids = append(p.ids, g.ID)
	}
	if b.options.Grouping.Invites() {
		b.invite(p)
	}
	d := Draw{
		Population: len(p.members),
		Seats:      b.problem.Seats,
		Guests:     len(p.field) - len(p.members),
		Rand:       func(i int) *rand.Rand { return b.rand("genetic group", p.generation, i) },
	}
	p.groups = b.options.Grouping.Groups(d)
	if err := checkDrawn(p.groups, d); err != nil {
		return fmt.Errorf("grouping %T: %w", b.options.Grouping, err)
	}
	met := make(map[string]int) // tables seated so far, by who sits there
	for g, group := range p.groups {
		for t, table := range group.Tables {
			key := fmt.Sprint(slices.Sorted(slices.Values(table)))
			b.seat(p, g, t, table, met[key])
			met[key]++
		}
	}
	return nil
}

// invite adds the guests to the field: the fixed opponents of the problem, then
// the hall of fame. Where there are none, the start weights are the guest.
func (b *Breeder) invite(p *plan) {
	add := func(a engines.Agent, g Genome) {
		p.field = append(p.field, a)
		p.ids = append(p.ids, g.ID)
		p.others = append(p.others, g)
	}
	for i, a := range b.problem.Opponents {
		add(a, Genome{ID: -1 - i, Weights: clone(a.Weights)})
	}
	for _, f := range p.hall {
		// A guest plays under an identity of its own: the genome may still be a
		// member, and must not meet itself.
		g := Genome{ID: -1 - len(b.problem.Opponents) - f.Genome.ID, Weights: f.Genome.Weights}
		add(engines.Agent{Name: fmt.Sprintf("hall of fame %d", f.Genome.ID), Weights: clone(g.Weights)}, g)
	}
	if len(p.others) == 0 {
		add(engines.Agent{Name: "start", Weights: clone(b.problem.Start)}, Genome{ID: -1, Weights: b.problem.Start})
	}
}

// seat turns one table into pairings: one per deal, of as many games as share it.
// meeting counts how often these genomes have met in the generation.
func (b *Breeder) seat(p *plan, group, table int, agents []int, meeting int) {
	orders := b.options.SeatOrders
	deals := b.options.GamesPerPair / orders
	for d := range deals {
		path := []uint64{engines.Purpose("genetic game"), uint64(p.generation), uint64(group), uint64(table), uint64(d)}
		if b.options.SameDeals {
			path = []uint64{engines.Purpose("genetic deal"), uint64(p.generation), uint64(meeting*deals + d)}
		}
		seed := engines.Seed(b.problem.Seed, path...)
		seats := slices.Clone(agents)
		if orders < len(seats) {
			b.shuffleSeats(seed, p.ids, seats)
		}
		p.pairings = append(p.pairings, tournament.Pairing{Agents: seats, Seed: seed, Games: orders})
		p.group = append(p.group, group)
	}
}

// shuffleSeats draws the seats from the game's seed, and from who plays it, so
// that tables that share a deal do not share the draw.
func (b *Breeder) shuffleSeats(seed uint64, ids, seats []int) {
	path := []uint64{engines.Purpose("genetic seats")}
	if b.options.SameDeals {
		for _, s := range seats {
			path = append(path, uint64(ids[s]))
		}
	}
	engines.Rand(engines.Seed(seed, path...)).Shuffle(len(seats), func(i, j int) {
		seats[i], seats[j] = seats[j], seats[i]
	})
}
