package genetic

import (
	"fmt"

	"github.com/lanista/lanista/tuning"
)

// unbounded is the number of generations where neither the options nor the
// budget say one.
const unbounded = 30

// Sized returns the options with every number filled in that they leave to the
// problem.
func (o Options) Sized(p tuning.Problem) Options {
	if o.SeatOrders == 0 {
		o.SeatOrders = p.Seats
		if o.GamesPerPair < p.Seats {
			o.GamesPerPair = p.Seats
		}
	}
	if o.Population == 0 {
		o.Population = 40
	}
	if o.Groups == 0 {
		o.Groups = (o.Population + o.GroupSize - 1) / max(o.GroupSize, 1)
	}
	if o.Selection.Count == 0 {
		o.Selection.Count = max(o.Population/4, 2)
	}
	return o
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

// GenerationGames is the number of games in a generation; for a gauntlet, whose
// hall of fame grows, that of the first.
func (o Options) GenerationGames(p tuning.Problem) int {
	tables := 0
	switch o.Grouping {
	case GroupGroups:
		tables = o.Groups * tableCount(o.GroupSize, p.Seats)
	case GroupRoundRobin:
		tables = tableCount(o.Population, p.Seats)
	case GroupGauntlet:
		tables = o.Population * max(len(p.Opponents), 1)
	}
	return tables * o.GamesPerPair
}

// planned is the number of generations that the options and the budget allow.
func (o Options) planned(p tuning.Problem) int {
	last := 0
	limit := func(n int) {
		if last == 0 || n < last {
			last = n
		}
	}
	if o.Generations > 0 {
		limit(o.Generations)
	}
	if p.Rounds > 0 {
		limit(p.Rounds)
	}
	if games := o.GenerationGames(p); p.Games > 0 && games > 0 {
		if p.Games < games {
			return 0
		}
		limit(p.Games / games)
	}
	if last == 0 {
		return unbounded
	}
	return last
}
