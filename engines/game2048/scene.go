package game2048

import (
	"fmt"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.SceneProvider = engine{}
	_ show.EventReporter = (*game)(nil)
	_ show.Reporter      = (*game)(nil)
)

// scene is what a drawing of the board shows.
type scene struct {
	Tiles  [side][side]int `json:"tiles"` // row by row, 0 for an empty square
	Score  int             `json:"score"`
	Slides int             `json:"slides"` // made so far
}

// Scene is the board and the score.
func (e engine) Scene(g engines.Game) (any, error) {
	v, err := look(g)
	if err != nil {
		return nil, err
	}
	out := scene{Score: v.score, Slides: v.made}
	for at := range squares {
		if exponent := v.board.square(at); exponent > 0 {
			out.Tiles[at/side][at%side] = 1 << exponent
		}
	}
	return out, nil
}

// Layout is empty: a board of 16 squares needs no words.
func (e engine) Layout() any { return struct{}{} }

// LastEvent is the tile that has come after the last slide.
func (g *game) LastEvent() string {
	if g.came == 0 {
		return ""
	}
	at := bits.TrailingZeros64(uint64(g.came)) / 4
	return fmt.Sprintf("a %d in row %d, column %d", 1<<g.came.square(at), at/side+1, at%side+1)
}

// Status is the score and how many slides were made.
func (g *game) Status() string { return fmt.Sprintf("score %d, %d slides", g.seen.score, g.seen.made) }
