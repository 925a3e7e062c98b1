package risk

import (
	"github.com/lanista/lanista/engines"
)

// These constants are the largest values of settings, and of units in a parsed position. They
// ensure that every number of units fits into the encoding of a move. A game adds at most one unit
// per territory and round, and maxUnits + maxRounds * maxTerritories <= maxArmy.
const (
	maxDepth   = 12 // plies
	maxRounds  = 500
	maxUnits   = 65000 // on the whole map of a parsed position
	maxAttacks = 100   // in a turn; they fit an int8
	maxSide    = 11    // of a grid; 11 x 11 territories are at most maxTerritories
)

func known() []engines.Setting {
	return []engines.Setting{
		{
			Name: "map", Kind: engines.Text, Default: "grid", Choices: []string{"grid", "classic"}, File: true,
			Doc: "map: grid, classic, JSON or a JSON file: {territories: [{id: 0, name: Peru, neighbours: [1], group: Andes, at: [3, 5]}, ...]}",
		},
		{Name: "size", Kind: engines.Int, Default: "6", Min: 2, Max: maxSide, Doc: "territories along a side of the grid"},
		{
			Name: "depth", Kind: engines.Int, Default: "2", Min: 0, Max: maxDepth, Player: true,
			Doc: "search depth in plies, at least 1 to play; 0 shows the evaluation of the position itself",
		},
		{
			Name: "min_diff", Kind: engines.Int, Default: "1", Min: 1, Max: maxUnits, Player: true,
			Doc: "smallest difference between the units of source and target of an attack",
		},
		{
			Name: "weakest_only", Kind: engines.Bool, Default: "false", Player: true,
			Doc: "attack only the weakest enemy beside each own territory",
		},
		{Name: "attacks_per_turn", Kind: engines.Int, Default: "3", Min: 1, Max: maxAttacks, Doc: "largest number of attacks in one turn"},
		{
			Name: "round_cap", Kind: engines.Int, Default: "200", Min: 1, Max: maxRounds,
			Doc: "rounds after which the game ends; then the number of territories decides, then the number of units",
		},
		{
			Name: "force_attack_after", Kind: engines.Int, Default: "0", Min: 0, Max: maxRounds,
			Doc: "round after which an agent must attack as long as it has an attack to consider; 0 = never",
		},
	}
}

// space lists the weights of the evaluation with their ranges and defaults. The range from 0 to 10
// comes from the report that the package comment cites.
func space() engines.Space {
	weight := func(name, doc string) engines.Weight {
		return engines.Weight{Name: name, Doc: doc, Min: 0, Max: 10, Default: 1}
	}
	return engines.Space{
		weight("territories", "share of all territories that the seat owns"),
		weight("units", "share of all units that the seat owns"),
		weight("defence", "mean of u/(u+v) over all borders, u units against v enemies; 1 without borders"),
		weight("density", "1 minus the mean share of enemies among the neighbours of the seat's territories"),
	}
}

// table contains the map and the rules of a game.
type table struct {
	board      *board
	attacks    int8
	roundCap   int
	forceAfter int
}

// maxSeats returns the largest number of seats on this map, on which every seat needs a territory.
func (t *table) maxSeats() int { return min(maxSeats, t.board.n) }
