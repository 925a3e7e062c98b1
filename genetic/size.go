package genetic

import (
	"cmp"
	"math"

	"github.com/lanista/lanista/tuning"
)

const (
	// unbounded is the number of generations where neither the options nor the
	// budget say one.
	unbounded = 30
	// anyBudget is the population where the budget has no limit of games.
	anyBudget = 100
)

// sized returns the config with every number filled in that it leaves to the
// problem, those of operators not in use too: a run that is resumed from it is
// the same run.
func (c Config) sized(p tuning.Problem) Config {
	o := c.Options().sized(p)
	c.SeatOrders, c.GamesPerPair = o.SeatOrders, o.GamesPerPair
	c.GroupSize = cmp.Or(c.GroupSize, p.Seats)
	if c.Population == 0 {
		c.Population = max(o.Population, c.GroupSize, c.Elites+1)
	}
	c.Groups, _ = groupsOf(c.Groups, c.GroupSize, c.Population, p.Seats)
	c.Selection.Count = parentCount(c.Selection.Count, c.Population)
	return c
}

// sized returns the options with every number filled in that they leave to the
// problem. Operators fill in their own.
func (o Options) sized(p tuning.Problem) Options {
	if o.SeatOrders == 0 && p.Symmetric {
		o.SeatOrders = 1 // the others would be the same games
	} else if o.SeatOrders == 0 {
		o.SeatOrders = p.Seats
		o.GamesPerPair = max(o.GamesPerPair, p.Seats)
	}
	if o.Population == 0 {
		o.Population = max(populationFor(p.Games), p.Seats)
		switch g := o.Grouping.(type) {
		case RandomGroups:
			o.Population = max(o.Population, g.Size)
		case DisjointGroups:
			o.Population = max(o.Population, g.Size)
		}
		if g, ok := o.Replacement.(Generational); ok {
			o.Population = max(o.Population, g.Elites+1)
		}
	}
	return o
}

// populationFor is the population that a budget of games is best spent on. It
// was measured on the duel suite, with two games per genome and generation: 100
// genomes did best for 500 games, 100 to 200 for 2,000, 200 to 400 for 20,000.
// Small populations learn little in a generation, large ones have few of them:
// never fewer than five.
func populationFor(games int) int {
	if games == 0 {
		return anyBudget
	}
	n := int(12 * math.Cbrt(float64(games)))
	return max(min(n, games/5)/2*2, 4)
}

// generationGames is the number of games in a generation; with guests from a
// hall of fame that fills up, at most that. It is at most the largest int.
func (o Options) generationGames(p tuning.Problem, generation int) int {
	guests := 0
	if o.Grouping.Invites() {
		guests = max(len(p.Opponents)+min(generation-1, o.HallOfFame), 1) // the start, where there is none
	}
	tables := o.Grouping.Tables(o.Population, p.Seats, guests)
	if tables > math.MaxInt/max(o.GamesPerPair, 1) {
		return math.MaxInt
	}
	return tables * o.GamesPerPair
}

// planned is the number of generations that the options and the budget allow,
// and of games in them. A budget is never exceeded: a generation is played whole
// or not at all.
func (o Options) planned(p tuning.Problem) (generations, games int) {
	last := unbounded
	switch {
	case o.Generations > 0 && p.Rounds > 0:
		last = min(o.Generations, p.Rounds)
	case o.Generations > 0 || p.Rounds > 0:
		last = o.Generations + p.Rounds
	case p.Games > 0:
		last = p.Games // each has a game at least
	}
	fits := func(n, each int) int {
		if p.Games > 0 && each > 0 {
			n = min(n, (p.Games-games)/each)
		}
		return n
	}
	// A hall of fame fills up; after that all generations are alike.
	for generations < min(last, o.HallOfFame) {
		each := o.generationGames(p, generations+1)
		if fits(1, each) == 0 {
			return generations, games
		}
		generations++
		games += each
	}
	each := o.generationGames(p, generations+1)
	n := fits(last-generations, each)
	return generations + n, games + n*each
}

// LargestRound is the number of games of the largest generation, at most the largest
// int.
func (b *Breeder) LargestRound() int {
	return b.options.generationGames(b.problem, min(max(b.last, 1), 1+b.options.HallOfFame))
}

// PlannedGames is the number of games that the run will ask for, if no stall
// ends it sooner.
func (b *Breeder) PlannedGames() int { return b.games }
