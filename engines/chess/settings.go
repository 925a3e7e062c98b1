package chess

import (
	"errors"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
)

// randomPlies is how many random plies a game begins with unless set. Between four
// and twelve are equally good at telling players apart; with two, every third of
// 300 openings has been there before.
const randomPlies = "8"

// settingsOf lists the settings; a book of openings replaces random plies.
func settingsOf(book bool) []engines.Setting {
	plies := randomPlies
	if book {
		plies = "0"
	}
	return []engines.Setting{
		{
			Name: "random_plies", Kind: engines.Int, Min: 0, Max: 200, Default: plies,
			Doc: "random legal plies, drawn from the seed, at the start of a game; 8, or 0 with openings",
		},
		{
			Name: "openings", Kind: engines.Text,
			Doc: "openings, one of which begins each game before its random plies, every one once before any comes again: PGN, or FEN, EPD or moves from the start, one a line (or separated by commas); @FILE reads a file",
		},
		{
			Name: "openings_order", Kind: engines.Choice, Default: shuffled, Choices: []string{shuffled, given},
			Doc: "order in which the openings are played: shuffled by the seed, or as given",
		},
		{
			Name: "openings_start", Kind: engines.Int, Min: 1, Max: 1 << 31, Default: "1",
			Doc: "opening to begin with, counted from 1 in that order",
		},
		{
			Name: "openings_plies", Kind: engines.Int, Min: 0, Max: 10_000, Default: "0",
			Doc: "plies of an opening's moves that are played, in PGN and lists of moves; 0 = all",
		},
		{
			Name: "max_plies", Kind: engines.Int, Min: 1, Max: 10_000, Default: "400",
			Doc: "plies, those of the opening included, after which a game is drawn",
		},
		{
			Name: "resign_moves", Kind: engines.Int, Min: 0, Max: 1000, Default: "0",
			Doc: "a game is won when this many scores in a row of both players agree on the winner; 0 = never",
		},
		{
			Name: "resign_score", Kind: engines.Int, Min: 1, Max: 30_000, Default: "700",
			Doc: "the lead in centipawns that these scores must show for resign_moves",
		},
		{
			Name: "draw_moves", Kind: engines.Int, Min: 0, Max: 1000, Default: "0",
			Doc: "a game is drawn when this many scores in a row of both players are near 0, with no capture or pawn move in between; 0 = never",
		},
		{
			Name: "draw_score", Kind: engines.Int, Min: 0, Max: 30_000, Default: "10",
			Doc: "how near to 0, in centipawns, these scores must be for draw_moves",
		},
		{
			Name: "draw_from", Kind: engines.Int, Min: 0, Max: 10_000, Default: "80",
			Doc: "the ply from which on draw_moves applies",
		},
		{
			Name: "depth", Kind: engines.Int, Min: 1, Max: mostDepth, Default: "2", Player: true,
			Doc: "plies that the player looks ahead, not counting captures beyond them",
		},
		{
			Name: "nodes", Kind: engines.Int, Min: 0, Max: 1_000_000_000, Default: "0", Player: true,
			Doc: "positions that the player may look at for a move, at least one ply; 0 = as many as the depth takes",
		},
	}
}

// table contains the settings of a table.
type table struct {
	randomPlies int
	maxPlies    int
	book        book
	rules       adjudication
}

// newEngine resolves settings, later ones over earlier ones. Openings that have
// not changed are not read again.
func newEngine(base *engine, over engines.Settings) (*engine, error) {
	e := &engine{given: make(engines.Settings, len(over))}
	if base != nil {
		maps.Copy(e.given, base.given)
		e.table.book = base.table.book
	}
	maps.Copy(e.given, over)
	settings, err := engines.Resolve(settingsOf(e.given["openings"] != ""), e.given)
	if err != nil {
		_, bad := readBook(e.given["openings"], shuffled, 1, 0)
		return nil, errors.Join(err, bad)
	}
	changed := func(name string) bool { return base.given[name] != e.given[name] }
	if base == nil || slices.ContainsFunc([]string{"openings", "openings_order", "openings_start", "openings_plies"}, changed) {
		e.table.book, err = readBook(e.given["openings"], settings["openings_order"], settings.Int("openings_start"), settings.Int("openings_plies"))
		if err != nil {
			return nil, err
		}
	}
	e.table.randomPlies = settings.Int("random_plies")
	e.table.maxPlies = settings.Int("max_plies")
	e.table.rules = adjudication{
		winMoves: settings.Int("resign_moves"), winScore: settings.Float("resign_score"),
		drawMoves: settings.Int("draw_moves"), drawScore: settings.Float("draw_score"), drawFrom: settings.Int("draw_from"),
	}
	e.depth = settings.Int("depth")
	e.nodes = uint64(settings.Int("nodes"))
	return e, nil
}
