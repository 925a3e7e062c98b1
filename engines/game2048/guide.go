package game2048

import (
	"github.com/lanista/lanista/engines/show"
)

var _ show.Guided = engine{}

// Guide explains 2048.
func (e engine) Guide() show.Guide {
	return show.Guide{
		Rules: `All tiles slide one way; two equal ones that meet become their sum, which is your score. Then
a new tile comes, a 2 or in one case of ten a 4. The game is over when nothing can slide.`,
		Moves: `up, down, left, right; their first letters are enough.`,
		Position: `The tiles row by row, rows separated by /, . for an empty square; then the score and the
slides made.
  2,4,.,./.,.,2,./.,.,.,./.,.,.,. 4 2`,
		Picture: `A number is a tile.`,
	}
}
