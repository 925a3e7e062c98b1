package genetic

import (
	"fmt"
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

// Sized returns the options with every number filled in that they leave to the
// problem.
func (o Options) Sized(p tuning.Problem) Options {
	if p.Seats == 0 {
		p.Seats = 2
	}
	if o.SeatOrders == 0 {
		o.SeatOrders = p.Seats
		o.GamesPerPair = max(o.GamesPerPair, p.Seats)
	}
	if o.GroupSize == 0 {
		o.GroupSize = p.Seats
	}
	if o.Population == 0 {
		o.Population = max(populationFor(p.Games), o.GroupSize, p.Seats, o.Elites+1)
	}
	if o.Groups == 0 {
		o.Groups = (o.Population + o.GroupSize - 1) / o.GroupSize
	}
	if o.Selection.Count == 0 {
		o.Selection.Count = max(o.Population/2, 2)
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

// fits refuses options that are sound but do not fit the problem.
func (o Options) fits(p tuning.Problem) error {
	switch {
	case o.SeatOrders > p.Seats:
		return fmt.Errorf("seat_orders: %d, but a table has %d seats", o.SeatOrders, p.Seats)
	case o.GamesPerPair%o.SeatOrders != 0:
		return fmt.Errorf("games_per_pair: %d is not a multiple of seat_orders, %d", o.GamesPerPair, o.SeatOrders)
	case o.Grouping == GroupGroups && o.GroupSize < p.Seats:
		return fmt.Errorf("group_size: %d genomes cannot fill a table of %d seats", o.GroupSize, p.Seats)
	case o.Grouping != GroupGauntlet && o.Population < p.Seats:
		return fmt.Errorf("population: %d genomes cannot fill a table of %d seats", o.Population, p.Seats)
	}
	return o.Validate()
}

// generationGames is the number of games in a generation; in a gauntlet, whose
// hall of fame fills up, at most that.
func (o Options) generationGames(p tuning.Problem, generation int) int {
	tables := 0
	switch o.Grouping {
	case GroupGroups:
		tables = o.Groups * tableCount(o.GroupSize, p.Seats)
	case GroupRoundRobin:
		tables = tableCount(o.Population, p.Seats)
	case GroupGauntlet:
		opponents := len(p.Opponents) + min(generation-1, o.HallOfFame)
		tables = o.Population * max(opponents, 1) // the start, where there is none
	}
	return tables * o.GamesPerPair
}

// planned is the number of generations that the options and the budget allow,
// and of games in them.
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

// PlannedGames is the number of games that the run will ask for, if no stall
// ends it sooner.
func (b *Breeder) PlannedGames() int { return b.games }
