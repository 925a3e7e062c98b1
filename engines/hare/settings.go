package hare

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

const maxDepth = 64

// These are the values of the setting hares, which selects how a search treats the cards of hare
// squares.
const (
	haresNone    = "none"    // as an empty square
	haresExpect  = "expect"  // the mean over the cards
	haresPenalty = "penalty" // as an empty square that costs its mover a constant
)

var (
	rules = map[string]search.Rule{"abs": search.Own, "rel": search.Relative, "mixed": search.Mixed}

	prunings = map[string]search.Pruning{
		"none": search.Full, "exact": search.Exact, "article": search.Bounds, "paranoid": search.Paranoid,
	}
)

// settingsOf returns the settings of the game. The profile p, an edition of the game, determines
// the defaults of the board, the deck and the search.
func settingsOf(p profile) []engines.Setting {
	return []engines.Setting{
		{
			Name: "profile", Kind: engines.Text, Default: "standard",
			Doc: "the edition and the curves of the evaluation: standard (2008), article (board of 1978, 15 cards drawn independently, 68 carrots for any number of players, 1 pays ranks 1, 4 and 6; its agent searches 8 moves with rule abs, hares none and pruning article), first (board of 1978, 12 cards), or the text of a profile in YAML",
		},
		{
			Name: "board", Kind: engines.Text, Default: p.board,
			Doc: "the squares: 2008, 1978, or 65 letters from SHCLG1234F",
		},
		{
			Name: "deck", Kind: engines.Choice, Default: p.deck, Choices: deckNames,
			Doc: "the hare cards: deck (15 in shuffled order), iid (15, each draw independent), old (12 in shuffled order), old-iid (12, each draw independent), no-cards",
		},
		{
			Name: "opening", Kind: engines.Int, Default: "0", Max: 200,
			Doc: "random moves at the start of a game, drawn from the seed; without them players who enter no hare square repeat the same game",
		},
		{
			Name: "guard", Kind: engines.Int, Default: "1000", Min: 1, Max: 100_000,
			Doc: "moves per player after which a game ends and the position decides; players who take and give carrots in turn would never end it",
		},
		{
			Name: "depth", Kind: engines.Int, Default: p.search.depth, Min: 0, Max: maxDepth, Player: true,
			Doc: "search depth in moves, at least 1 to play; 0 shows the evaluation of the position itself",
		},
		{
			Name: "rule", Kind: engines.Choice, Default: p.search.rule, Choices: []string{"abs", "rel", "mixed"}, Player: true,
			Doc: "what each player maximises in the search: abs, its own value; rel, its lead over the best opponent; mixed, its own value and, among equal ones, its lead",
		},
		{
			Name: "hares", Kind: engines.Choice, Default: p.search.hares, Choices: []string{haresNone, haresExpect, haresPenalty}, Player: true,
			Doc: "value of a hare square in the search: none, as an empty square; expect, the mean over the cards; penalty, as an empty square with a deduction",
		},
		{
			Name: "penalty", Kind: engines.Float, Default: "20", Min: -1000, Max: 1000, Player: true,
			Doc: "deduction for a hare square with hares=penalty, in units of the evaluation",
		},
		{
			Name: "width", Kind: engines.Ints, Default: "0,0,8,8,4", Max: 100, Player: true,
			Doc: "number of moves to search at each ply, chosen by static value; 0 = all; the last entry repeats",
		},
		{
			Name: "sorting", Kind: engines.Bool, Default: "true", Player: true,
			Doc: "search moves in the order of their static value; without it in the order of the rules, and all of them whatever the setting width",
		},
		{
			Name: "pruning", Kind: engines.Choice, Default: p.search.pruning, Choices: []string{"none", "exact", "article", "paranoid"}, Player: true,
			Doc: "none; exact (alpha-beta only if it cannot change the result: two players with rule rel); article (the article's cut, a heuristic under abs); paranoid (all opponents minimise the mover's value)",
		},
		{
			Name: "nodes", Kind: engines.Int, Default: "0", Max: 1e12, Player: true,
			Doc: "positions after which a search does not go deeper; 0 = no limit",
		},
	}
}

// searchOptions converts settings to options of the max^n search.
func searchOptions(s engines.Settings) search.MaxNOptions {
	return search.MaxNOptions{
		Depth:    max(1, s.Int("depth")),
		Width:    s.Ints("width"),
		Rule:     rules[s["rule"]],
		Pruning:  prunings[s["pruning"]],
		Nodes:    uint64(s.Int("nodes")),
		Unsorted: !s.Bool("sorting"),
	}
}
