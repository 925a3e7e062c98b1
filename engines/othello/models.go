package othello

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// model is one of the evaluations that the setting model selects. It contains the list of weights,
// the defaults of search settings, and functions that convert weights for the search.
type model struct {
	name  string
	depth int // default of the setting depth
	exact int // default of the setting exact
	space func() engines.Space

	compile  func(engines.Weights) evaluator // nil for the levels
	features func(own, opp uint64, dst []float64)
	tabled   bool // whether its weights are in the setting "table"
}

// thinker is a search for the best move. think returns the result for a position that has at least
// one move.
type thinker interface {
	think(ctx context.Context, g *game, depth int) (verdict, error)
	// rate searches every move that the model considers to the given depth.
	rate(ctx context.Context, g *game, depth int) ([]analysis.MoveEval, error)
	// follow appends the expected line of play from a position to line.
	follow(ctx context.Context, line []engines.Move, own, opp uint64, depth int) ([]engines.Move, error)
}

var (
	_ thinker = (*searcher)(nil)
	_ thinker = (*leveller)(nil)
	_ thinker = sourcer{}
)

// models lists the kinds of evaluation, called models, in the order in which the setting model
// lists them.
var models = []model{
	{name: "classic", depth: 4, exact: 10, space: sync.OnceValue(classicSpace), compile: compileClassic, features: classicFeatures},
	{name: "wpc", depth: 1, space: sync.OnceValue(wpcSpace), compile: compileSquares, features: squareFeatures},
	{name: "wpc10", depth: 1, space: sync.OnceValue(wpc10Space), compile: func(w engines.Weights) evaluator { return compileSquares(spread(w)) }, features: classFeatures},
	{name: "ntuple", depth: 1, space: sync.OnceValue(ntupleSpace), compile: compilePairs, features: pairFeatures},
	{name: "easy", depth: 1, space: sync.OnceValue(func() engines.Space { return levelSpace(true) })},
	{name: "medium", depth: 2, space: sync.OnceValue(func() engines.Space { return levelSpace(false) })},
	{name: "hard", depth: 4, space: sync.OnceValue(func() engines.Space { return levelSpace(false) })},
	{name: "patterns", depth: 4, exact: 14, space: sync.OnceValue(patternSpace), tabled: true},
	{name: "greedy", depth: 1, space: sync.OnceValue(greedySpace), compile: compileGreedy, features: discFeatures},
}

// modelNamed returns the model with the given name, or the first one if the name is unknown.
func modelNamed(name string) *model {
	for i := range models {
		if models[i].name == name {
			return &models[i]
		}
	}
	return &models[0]
}

func modelNames() []string {
	names := make([]string, len(models))
	for i := range models {
		names[i] = models[i].name
	}
	return names
}

// greedySpace lists the only weight of the model greedy, the value of a disc.
func greedySpace() engines.Space {
	return engines.Space{{Name: "discs", Doc: "a disc after the move; -1 plays for few discs", Min: -1, Max: 1, Default: 1}}
}

func compileGreedy(w engines.Weights) evaluator {
	all := make(engines.Weights, 64)
	for sq := range all {
		all[sq] = w[0]
	}
	return compileSquares(all)
}

func discFeatures(own, opp uint64, dst []float64) { dst[0] = float64(tally(own, opp, ^uint64(0))) }

// sourceSearch is a value of the setting levels. With it, the models easy, medium and hard choose
// the same moves as the published program from which they come.
const sourceSearch = "source"

// sourceDepth is the default depth, in plies, of the model hard with levels=source. It means three
// exchanges, each a reply of the opponent and an own move.
const sourceDepth = 6

// settingsOf returns the settings of the game. The model m and the value of the setting levels
// determine the default of the setting depth. The model also determines the default of exact. Only
// the model patterns has the setting table.
func settingsOf(m *model, levels string) []engines.Setting {
	depth := m.depth
	if m.name == "hard" && levels == sourceSearch {
		depth = sourceDepth
	}
	list := commonSettings(m, depth)
	if m.tabled {
		list = append(list, tableSetting())
	}
	return list
}

// commonSettings returns the settings that all models have. depth is the default of the setting
// depth.
func commonSettings(m *model, depth int) []engines.Setting {
	return []engines.Setting{
		{
			Name: "model", Kind: engines.Choice, Choices: modelNames(), Default: models[0].name, Player: true,
			Doc: "the evaluation, which determines the weights; easy, medium and hard are levels that evaluate moves",
		},
		{
			Name: "depth", Kind: engines.Int, Min: 0, Max: 60, Default: strconv.Itoa(depth), Player: true,
			Doc: "search depth in plies; 1 evaluates the positions after each move; 0 plays like 1, and analysis shows the evaluation of the position itself",
		},
		{
			Name: "exact", Kind: engines.Int, Min: 0, Max: solvable, Default: strconv.Itoa(m.exact), Player: true,
			Doc: "number of empty squares from which to solve the game; 0 = never",
		},
		{
			Name: "nodes", Kind: engines.Int, Min: 0, Max: 1e12, Default: "0", Player: true,
			Doc: "largest number of positions to search for a move; 0 = no limit; the search of levels=source ignores it",
		},
		{
			Name: "epsilon", Kind: engines.Float, Min: 0, Max: 1, Default: "0", Player: true,
			Doc: "probability that a random move replaces the chosen one (0.1 in the Othello League)",
		},
		{
			Name: "ties", Kind: engines.Choice, Choices: []string{"first", "random"}, Default: "first", Player: true,
			Doc: "choice among moves within a millionth of the best: the one that the search finds first, at depth 1 the first in board order (with levels=source the last, as in that program), or a random one (as in the Othello League)",
		},
		{
			Name: "levels", Kind: engines.Choice, Choices: []string{"minimax", sourceSearch}, Default: "minimax", Player: true,
			Doc: "search of easy, medium and hard: minimax; or source, which chooses the moves of the program that they come from (easy counts turned discs only; medium and hard assume the reply that is best for the level and see depth/2 replies ahead, hard by default 3)",
		},
		{
			Name: "random_plies", Kind: engines.Int, Min: 0, Max: 40, Default: "8",
			Doc: "random legal plies at the start of a game, drawn from the seed",
		},
		{
			Name: "balance", Kind: engines.Float, Min: 0, Max: 64, Default: "0",
			Doc: fmt.Sprintf("largest advantage of an opening, in discs, by a search of %d plies; 0 = any", balanceDepth),
		},
		{
			Name: "openings", Kind: engines.Text, Default: "",
			Doc: "openings; each game begins with one of them, then its random plies, and no opening repeats before all were played: transcripts, as a list in a config ([f5d6c3, f5f6e6f4]) or separated by blanks or commas, and boards, one per line, such as the lines of an OBF file; # begins a comment; @FILE reads a file; empty = the start position",
		},
	}
}
