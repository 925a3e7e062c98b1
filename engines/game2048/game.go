package game2048

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
)

// view is the part of a game that its player may see: the board, the score and the number of
// slides, without the seed of the new tiles. Moves cannot be applied to a view.
type view struct {
	board board
	score int
	made  int // number of slides
}

// game is a game of 2048. It contains the visible part and the seed of the new tiles.
type game struct {
	view
	seed     uint64
	lastTile board // a board with only the tile that appeared after the last slide
}

var (
	_ engines.Game     = (*game)(nil)
	_ engines.Hidden   = (*game)(nil)
	_ engines.Position = (*view)(nil)
)

const newTiles = 2

func deal(seed uint64) *game {
	g := &game{seed: seed}
	for n := range newTiles {
		g.board = withNewTile(g.board, seed, n)
	}
	return g
}

// Apply slides the tiles and adds a new tile.
func (g *game) Apply(m engines.Move) error {
	if m < 0 || m >= directions {
		return fmt.Errorf("move %d is not within [0, %d]", m, directions-1)
	}
	after, gain := tables().slide(g.board, m)
	if after == g.board {
		return fmt.Errorf("illegal slide %s: it moves no tile", directionNames[m])
	}
	g.board = withNewTile(after, g.seed, newTiles+g.made)
	g.lastTile = g.board &^ after
	g.score += gain
	g.made++
	return nil
}

// Clone returns a copy of the game. The same new tiles appear in the copy as in the original.
func (g *game) Clone() engines.Game {
	c := *g
	return &c
}

// View returns the part of the game that the player may see.
func (g *game) View(int) engines.Position { return &g.view }

// Seats returns 1, because the game has one player.
func (v *view) Seats() int { return 1 }

// Turn returns 0, because the game has one player.
func (v *view) Turn() int { return 0 }

// Moves appends the slides that change the board to dst, in the order up, down, left, right.
func (v *view) Moves(dst []engines.Move) []engines.Move {
	for m, after := range tables().slides(v.board) {
		if after != v.board {
			dst = append(dst, engines.Move(m))
		}
	}
	return dst
}

// Over reports whether no slide changes the board.
func (v *view) Over() bool { return tables().stuck(v.board) }

// Outcome returns an outcome with the score of the only seat.
func (v *view) Outcome() engines.Outcome { return engines.ByScore(float64(v.score)) }

// FormatMove returns the direction of a slide: up, down, left or right.
func (v *view) FormatMove(m engines.Move) string {
	if m < 0 || m >= directions {
		return fmt.Sprintf("move %d", m)
	}
	return directionNames[m]
}

// ParseMove parses a slide: up, down, left or right, or the beginning of one of these words. Case
// is ignored. It returns an error for any other text.
func (v *view) ParseMove(text string) (engines.Move, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	for m, name := range directionNames {
		if word != "" && strings.HasPrefix(name, word) {
			return engines.Move(m), nil
		}
	}
	return 0, fmt.Errorf("move %q is not up, down, left or right", text)
}

// viewOf returns the visible part of a position of 2048. It returns an error for a position of
// another game.
func viewOf(p engines.Position) (*view, error) {
	switch p := p.(type) {
	case *view:
		return p, nil
	case *game:
		return &p.view, nil
	}
	return nil, fmt.Errorf("%T is not a position of 2048", p)
}
