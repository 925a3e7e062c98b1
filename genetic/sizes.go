package genetic

import (
	"cmp"
	"math"

	"github.com/lanista/lanista/tuning"
)

const (
	// unbounded is the number of generations if the config, the budget and its games set no limit.
	unbounded = 30
	// leastGenerations is the number of generations that a derived population size allows.
	leastGenerations = 5
	// leastPopulation is the smallest size of a population that is derived from the budget. A game
	// or the elites may need more genomes; see [Config.sized].
	leastPopulation = 4
	// anyBudget is the size that populationFor returns if the budget does not limit the games. The
	// mutation Covariance, and with it the usual default Adapted, has covariancePopulation instead.
	anyBudget = 100
)

// sized returns the config with numbers that are 0 replaced by values that follow from the problem.
// These are the seat orders (games on one deal with other seats), the sizes of the population and
// of groups, and the numbers of groups and parents. If sized sets the seat orders to the number of
// seats, it also raises the games of a pair to at least this number. It sets numbers of unused
// operators too, so that a resumed run has the same config.
func (c Config) sized(p tuning.Problem) Config {
	if c.SeatOrders == 0 && p.Symmetric {
		c.SeatOrders = 1 // other seat orders would repeat the same games
	} else if c.SeatOrders == 0 {
		c.SeatOrders = p.Seats
		c.GamesPerPair = max(c.GamesPerPair, p.Seats)
	}
	c.GroupSize = cmp.Or(c.GroupSize, p.Seats)
	if c.Population == 0 {
		c.Population = populationFor(p.Games)
		if _, adapts := c.operators().Mutation.(Covariance); adapts {
			c.Population = covariancePopulation(len(numbered(p.Space)), p.Games)
		}
		least := max(p.Seats, c.GroupSize, c.Elites+1)
		c.Population = c.affordable(p, max(c.Population, least), max(leastPopulation, least))
	}
	c.Groups, _ = groupsOf(c.Groups, c.GroupSize, c.Population, p.Seats)
	c.Selection.Count = parentCount(c.Selection.Count, c.Population)
	return c
}

// populationFor returns the size of the population for a budget of games, for all mutations except
// [Covariance]; see [covariancePopulation]. A small population learns little in a generation, and a
// large one has few generations. With two games for each genome, a budget of at least 20 games
// allows at least five generations. The constants come from measurements on the duel problems of
// tuning/bench.
func populationFor(games int) int {
	if games == 0 {
		return anyBudget
	}
	n := 0.0
	for (n+1)*(n+1)*(n+1) <= 12*12*12*float64(games) { // 12 times the cube root
		n++
	}
	return max(min(int(n), games/leastGenerations)/2*2, leastPopulation)
}

// affordable returns the population size n, reduced if the budget of games requires it, but not
// below least. It returns n if the budget is unlimited or enough for one generation of n genomes.
// Otherwise it reduces n in steps of two, until the budget is enough for leastGenerations
// generations. This matters for groupings such as round_robin, in which a genome plays many others.
func (c Config) affordable(p tuning.Problem, n, least int) int {
	grouping, guests := c.operators().Grouping, 0
	if grouping.Invites() {
		guests = max(len(p.Opponents), 1)
	}
	games := func(n int) int { return grouping.Tables(n, p.Seats, guests) * max(c.GamesPerPair, 1) }
	if p.Games == 0 || games(n) <= p.Games {
		return n
	}
	for n > least && games(n) > p.Games/leastGenerations {
		n = max(n-2, least)
	}
	return n
}

// generationGames returns the largest possible number of games in a generation, at most
// math.MaxInt. The number grows with the hall of fame, the list of the fittest earlier genomes, if
// these play. There are fewer games if one genome was the fittest of several generations.
func (t *terms) generationGames(generation int) int {
	c, p, guests := t.config, t.problem, 0
	if t.operators.Grouping.Invites() {
		guests = max(len(p.Opponents)+min(generation-1, c.HallOfFame), 1) // the start is the guest if there are no others
	}
	tables := t.operators.Grouping.Tables(c.Population, p.Seats, guests)
	if tables > math.MaxInt/max(c.GamesPerPair, 1) {
		return math.MaxInt
	}
	return tables * c.GamesPerPair
}

// planned returns the number of generations that the config and the budget allow, and the number
// of their games. Every planned generation fits into the budget completely.
func (t *terms) planned() (generations, games int) {
	c, p, last := t.config, t.problem, unbounded
	switch {
	case c.Generations > 0 && p.Rounds > 0:
		last = min(c.Generations, p.Rounds)
	case c.Generations > 0 || p.Rounds > 0:
		last = c.Generations + p.Rounds
	case p.Games > 0:
		last = p.Games // each generation has at least one game
	}
	fits := func(n, each int) int {
		if p.Games > 0 && each > 0 {
			n = min(n, (p.Games-games)/each)
		}
		return n
	}
	// The number of games grows until the hall of fame is full; after that all generations have
	// the same size.
	for generations < min(last, c.HallOfFame) {
		each := t.generationGames(generations + 1)
		if fits(1, each) == 0 {
			return generations, games
		}
		generations++
		games += each
	}
	each := t.generationGames(generations + 1)
	n := fits(last-generations, each)
	return generations + n, games + n*each
}
