package chess

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/keys"
)

// openingTries is how often an opening is drawn before a table is given up whose
// games hardly survive it.
const openingTries = 1000

// line is a position and the moves that have led on from there.
type line struct {
	start board.Position
	moves []board.Move
}

// game plays a line on a table.
func (l *line) game(t *table) (*game, error) {
	g := newGame(t, &l.start)
	for i, m := range l.moves {
		if err := g.Apply(engines.Move(m)); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	g.dealt = len(g.moves)
	return g, nil
}

// parseOpenings reads the setting "openings": one a line, or, as a list in a config
// becomes text, apart by commas. In a text of several lines what follows a '#' is a
// comment. Errors number the openings from 1.
func parseOpenings(text string) ([]line, error) {
	split := strings.Split(text, "\n")
	if len(split) == 1 {
		split = strings.Split(text, ",")
	}
	t := &table{maxPlies: 1 << 30}
	var book []line
	for _, one := range split {
		one, _, _ = strings.Cut(one, "#")
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		l, err := parsePosition(one)
		if err == nil {
			var g *game
			if g, err = l.game(t); err == nil && g.Over() {
				err = fmt.Errorf("the game is over: %v", g.end)
			}
		}
		if err != nil {
			return nil, keys.Errorf("openings", "opening %d: %w", len(book)+1, err)
		}
		book = append(book, l)
	}
	return book, nil
}

// open deals the position that the players begin from: an opening of the book, and
// random plies, each equally likely among the legal ones. Plies that end the game
// are drawn again.
func (e *engine) open(seed uint64) (*game, error) {
	t := &e.table
	pcg := engines.PCG(engines.Seed(seed, engines.Purpose("chess opening")))
	for range openingTries {
		start := &line{}
		if n := len(t.book); n > 0 {
			start = &t.book[engines.Line(seed, n)]
		} else {
			start.start = board.Start()
		}
		g, err := start.game(t)
		if err != nil {
			return nil, err
		}
		for range t.randomPlies {
			if g.Over() {
				break
			}
			if err := g.Apply(engines.Move(g.legal[below(&pcg, len(g.legal))])); err != nil {
				return nil, err
			}
		}
		if !g.Over() {
			g.dealt = len(g.moves)
			return g, nil
		}
	}
	return nil, fmt.Errorf("no game was left after an opening of %d random plies in %d tries", t.randomPlies, openingTries)
}

// Deals is the number of different openings: those of the book, or the start alone,
// where no random plies are added.
func (e *engine) Deals() int {
	if e.table.randomPlies > 0 {
		return 0
	}
	return max(1, len(e.table.book))
}

// below is a random number in [0, n), n > 0. The high word of the product favours
// no number by more than n in 2^64.
func below(pcg *rand.PCG, n int) int {
	high, _ := bits.Mul64(pcg.Uint64(), uint64(n))
	return int(high)
}
