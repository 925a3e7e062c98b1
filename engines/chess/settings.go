package chess

import (
	"errors"
	"slices"

	"github.com/lanista/lanista/engines"
)

// randomPlies is the default number of random plies at the start of a game.
// docs/decisions/games.md explains the number.
const randomPlies = "8"

// bothPlayers and loserAlone are the values of the setting resign_sides: whose scores must show the
// loss before a game is adjudicated.
const (
	bothPlayers = "both"
	loserAlone  = "loser"
)

// settingsOf returns the settings of the game. If book is true, games begin with openings of a list
// or with start positions of Chess960, and the default of random_plies is 0.
func settingsOf(book bool) []engines.Setting {
	plies := randomPlies
	if book {
		plies = "0"
	}
	return []engines.Setting{
		{
			Name: "random_plies", Kind: engines.Int, Min: 0, Max: 200, Default: plies,
			Doc: "random legal plies at the start of a game, drawn from the seed; default 8, or 0 if openings or chess960 is set",
		},
		{
			Name: "chess960", Kind: engines.Bool, Default: "false",
			Doc: "play Chess960 (Fischer Random Chess): a game begins at one of its 960 start positions, or with one of the openings",
		},
		{
			Name: "openings", Kind: engines.Text,
			Doc: "openings; each game begins with one of them, then its random plies, and no opening repeats before all were played: PGN, or one FEN, EPD or list of moves per line (or separated by commas); @FILE reads a file",
		},
		{
			Name: "openings_order", Kind: engines.Choice, Default: shuffled, Choices: []string{shuffled, given},
			Doc: "order of the openings: shuffled by the seed, or as given",
		},
		{
			Name: "openings_start", Kind: engines.Int, Min: 1, Max: 1 << 31, Default: "1",
			Doc: "number of the first opening to play, counted from 1 in that order",
		},
		{
			Name: "openings_plies", Kind: engines.Int, Min: 0, Max: 10_000, Default: "0",
			Doc: "plies to play of each opening in PGN or in a list of moves; 0 = all",
		},
		{
			Name: "max_plies", Kind: engines.Int, Min: 1, Max: 10_000, Default: "400",
			Doc: "plies after which a game is drawn, including the plies of the opening",
		},
		{
			Name: "resign_moves", Kind: engines.Int, Min: 0, Max: 1000, Default: "0",
			Doc: "adjudicate a win after this many consecutive scores of each player for the same side; 0 = never",
		},
		{
			Name: "resign_score", Kind: engines.Int, Min: 1, Max: 30_000, Default: "700",
			Doc: "smallest lead, in centipawns, of the scores that resign_moves counts",
		},
		{
			Name: "resign_sides", Kind: engines.Choice, Default: bothPlayers, Choices: []string{bothPlayers, loserAlone},
			Doc: "whose scores end a game by resign_moves: those of both players, or those of the losing player alone",
		},
		{
			Name: "draw_moves", Kind: engines.Int, Min: 0, Max: 1000, Default: "0",
			Doc: "adjudicate a draw after this many consecutive scores of each player near 0, without a capture or pawn move in between; 0 = never",
		},
		{
			Name: "draw_score", Kind: engines.Int, Min: 0, Max: 30_000, Default: "10",
			Doc: "largest distance from 0, in centipawns, of the scores that draw_moves counts",
		},
		{
			Name: "draw_from", Kind: engines.Int, Min: 0, Max: 10_000, Default: "80",
			Doc: "first ply at which draw_moves applies",
		},
		{
			Name: "threats", Kind: engines.Bool, Default: "false",
			Doc: "add three weights for threats: pieces attacked by pawns, by less valuable pieces, and hanging ones",
		},
		{
			Name: "depth", Kind: engines.Int, Min: 1, Max: mostDepth, Default: "2", Player: true,
			Doc: "search depth in plies; captures after the last ply are searched too and do not count",
		},
		{
			Name: "nodes", Kind: engines.Int, Min: 0, Max: 1_000_000_000, Default: "0", Player: true,
			Doc: "largest number of positions to search for a move; the first ply is always searched; 0 = no limit",
		},
	}
}

// hasBook reports whether, under these settings, games begin with openings of a list or with start
// positions of Chess960.
func hasBook(s engines.Settings) bool { return s["openings"] != "" || s["chess960"] == "true" }

// table contains the rules of a game as its settings define them. All games of an engine share one
// table.
type table struct {
	chess960    bool
	randomPlies int
	maxPlies    int
	recorded    bool // games are read from records, in which only mate and stalemate must end a game
	book        book
	rules       adjudication
}

// newEngine returns an engine with the settings of base, except those that over replaces. base may
// be nil. The openings are parsed again only if their settings have changed.
func newEngine(base *engine, over engines.Settings) (*engine, error) {
	e := &engine{given: over}
	if base != nil {
		e.given = base.given.Merge(over)
		e.table.book = base.table.book
	}
	settings, err := engines.Resolve(settingsOf(hasBook(e.given)), e.given)
	if err != nil {
		_, bad := readBook(e.given["openings"], e.given["chess960"] == "true", shuffled, 1, 0)
		return nil, errors.Join(err, bad)
	}
	e.table.chess960 = settings.Bool("chess960")
	changed := func(name string) bool { return base.given[name] != e.given[name] }
	// A new setting that readBook reads must be in this list.
	if base == nil || slices.ContainsFunc([]string{"chess960", "openings", "openings_order", "openings_start", "openings_plies"}, changed) {
		e.table.book, err = readBook(e.given["openings"], e.table.chess960, settings["openings_order"], settings.Int("openings_start"), settings.Int("openings_plies"))
		if err != nil {
			return nil, err
		}
	}
	e.table.randomPlies = settings.Int("random_plies")
	e.table.maxPlies = settings.Int("max_plies")
	e.table.rules = adjudication{
		resignMoves: settings.Int("resign_moves"), winScore: settings.Float("resign_score"), loserAlone: settings["resign_sides"] == loserAlone,
		drawMoves: settings.Int("draw_moves"), drawScore: settings.Float("draw_score"), drawFrom: settings.Int("draw_from"),
	}
	if e.space = space; settings.Bool("threats") {
		e.space = spaceWithThreats
	}
	e.depth = settings.Int("depth")
	e.nodes = uint64(settings.Int("nodes"))
	return e, nil
}
