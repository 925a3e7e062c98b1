package tournament

import (
	"errors"
	"sync/atomic"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// GroupsOptions describes a schedule that draws groups of agents at random and lets the agents of
// each group play a round robin. Agents and Size are required.
type GroupsOptions struct {
	// Agents is the number of agents from which groups are drawn, at least Size.
	Agents int
	// Groups is the number of groups in a cycle of the schedule. 0 means 1.
	Groups int
	// Size is the number of agents in a group, at least 2. No agent is twice in a group.
	Size int
	// Balanced draws the groups so that all agents are in equally many groups, up to a difference
	// of one. Otherwise every group is drawn independently from all agents.
	Balanced bool
	// Play is how often, with which seat orders and on which deals the pairings are played. The
	// zero value plays each once, with all seat orders, on shared deals.
	Play Play
}

// Validate returns an error that joins a [keys.KeyError] for every invalid option.
func (o GroupsOptions) Validate() error {
	return errors.Join(
		checkAgents("size", 2, o.Size),
		checkAgents("agents", max(o.Size, 2), o.Agents),
		keys.AtLeast(0).Check("groups", float64(o.Groups)),
		o.Play.Validate(),
	)
}

// Groups returns a schedule that draws groups of agents at random and lets the agents of each group
// play a round robin. Every cycle of the schedule draws new groups. With shared deals all pairings
// of a group begin from the same start. The seed of this start is engines.Seed(Seed, r, g) for
// group g of cycle r, unless Play.Deal is set.
func Groups(o GroupsOptions) (Schedule, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	g := &groups{options: o, perGroup: circle{o.Size}, count: max(o.Groups, 1)}
	if each := g.perGroup.size(); g.count > maxPairings/each {
		return nil, keys.Errorf("groups", "%d groups of %d pairings are more than %d pairings", g.count, each, maxPairings)
	}
	g.draw = newBalanced(o.Agents, o.Size, o.Play.Seed)
	s := cycles{g, o.Play, false}
	return groupCycles{s}, s.validate()
}

// groups computes which agents play each other in one cycle of randomly drawn groups. It caches the
// latest group, because drawing one is slow.
type groups struct {
	options  GroupsOptions
	perGroup circle
	count    int
	draw     balanced
	last     atomic.Pointer[drawnBlock]
}

func (g *groups) size() int { return g.count * g.perGroup.size() }

func (g *groups) agents(cycle, i int) []int {
	members := g.members(cycle*g.count + i/g.perGroup.size())
	pair := g.perGroup.agents(0, i%g.perGroup.size())
	pair[0], pair[1] = members[pair[0]], members[pair[1]]
	return pair
}

func (g *groups) members(number int) []int {
	if g.options.Balanced {
		return g.draw.agents(number/g.draw.block, number%g.draw.block)
	}
	d := g.last.Load()
	if d == nil || d.number != number {
		rng := engines.Rand(engines.Seed(g.options.Play.Seed, engines.Purpose("groups"), uint64(number)))
		d = &drawnBlock{number: number, tables: rng.Perm(g.options.Agents)[:g.options.Size]}
		g.last.Store(d)
	}
	return d.tables
}

// groupCycles is a schedule of groups of agents. With shared deals, all pairings within a group
// have the same seed, and so the same start.
type groupCycles struct{ cycles }

func (c groupCycles) At(i int) Pairing {
	p := c.cycles.At(i)
	if c.play.Deals == SharedDeals {
		g := c.design.(*groups)
		p.Seed = g.deal(i/c.size(), i%c.size()/g.perGroup.size())
	}
	return p
}

func (g *groups) deal(cycle, group int) uint64 {
	if deal := g.options.Play.Deal; deal != nil {
		return deal(cycle*g.count + group)
	}
	return engines.Seed(g.options.Play.Seed, uint64(cycle), uint64(group))
}
