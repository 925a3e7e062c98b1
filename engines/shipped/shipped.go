package shipped

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/game2048"
	"github.com/lanista/lanista/engines/goban"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/riskclassic"
)

// Games returns the games that ship with the program, in the order of lists, each with its default
// settings.
func Games() engines.Registry {
	return engines.Registry{risk.New(), hare.New(), othello.New(), minesweeper.New(), game2048.New(), chess.New(), goban.New(), riskclassic.New()}
}
