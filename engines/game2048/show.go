package game2048

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var _ show.Illustrator = engine{}

const border = "+-------+-------+-------+-------+\n"

// Draw returns the board, the score and the legal slides as text for a terminal.
func (e engine) Draw(p engines.Position) string {
	v, err := viewOf(p)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for at := range squares {
		if at%side == 0 {
			b.WriteString(border)
		}
		tile := ""
		if exponent := v.board.square(at); exponent > 0 {
			tile = fmt.Sprint(1 << exponent)
		}
		fmt.Fprintf(&b, "| %5s ", tile)
		if at%side == side-1 {
			b.WriteString("|\n")
		}
	}
	fmt.Fprintf(&b, "%sscore %d after %s", border, v.score, slidesMade(v.made))
	for i, m := range v.Moves(nil) {
		if i == 0 {
			b.WriteString("; can slide ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(v.FormatMove(m))
	}
	b.WriteByte('\n')
	return b.String()
}

var (
	_ show.SceneProvider = engine{}
	_ show.EventReporter = (*game)(nil)
	_ show.Reporter      = (*game)(nil)
)

// scene contains the data for a picture of the board, as JSON.
type scene struct {
	Tiles  [side][side]int `json:"tiles"` // row by row, 0 for an empty square
	Score  int             `json:"score"`
	Slides int             `json:"slides"` // made so far
}

// Scene returns the data for a picture: the board, the score and the number of slides.
func (e engine) Scene(g engines.Game) (any, error) {
	v, err := viewOf(g)
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

// Layout returns an empty object. A picture of 2048 needs nothing besides the data of its scene,
// because the board always has 16 squares.
func (e engine) Layout() any { return struct{}{} }

// LastEvent describes in one line of text the tile that appeared after the last slide.
func (g *game) LastEvent() string {
	if g.lastTile == 0 {
		return ""
	}
	at := bits.TrailingZeros64(uint64(g.lastTile)) / 4
	return fmt.Sprintf("a %d in row %d, column %d", 1<<g.lastTile.square(at), at/side+1, at%side+1)
}

// Status returns the score and the number of slides.
func (g *game) Status() string { return fmt.Sprintf("score %d, %s", g.score, slidesMade(g.made)) }

func slidesMade(n int) string {
	if n == 1 {
		return "1 slide"
	}
	return fmt.Sprintf("%d slides", n)
}

var _ show.Guided = engine{}

// Guide returns the guide to 2048 for people.
func (e engine) Guide() show.Guide {
	return show.Guide{
		Rules: `All tiles slide in one direction. Two equal tiles that meet merge into their sum, which is
added to your score. Then a new tile appears: a 2, or with probability 1/10 a 4. The game ends
when no slide changes the board.`,
		Moves: `up, down, left, right, or their first letters.`,
		Position: `The tiles row by row, rows separated by /, . for an empty square; then the score and the
number of slides.
  2,4,.,./.,.,2,./.,.,.,./.,.,.,. 4 2`,
		Picture: `A number is a tile.`,
	}
}
