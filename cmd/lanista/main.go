// Command lanista tunes the weights of game-playing agents: it plays them
// against each other, or tries them on labelled positions, finds better weights, and
// measures on fresh games whether they beat the defaults.
package main

import (
	"context"
	"os"

	"github.com/lanista/lanista/cmd"
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

// games are the games that ship with Lanista.
var games = []engines.Engine{risk.New(), hare.New(), othello.New(), minesweeper.New(), game2048.New(), chess.New(), goban.New(), riskclassic.New()}

func main() {
	os.Exit(cmd.Program{Name: "lanista", Games: games}.Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
