package hare_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/training"
)

// The example evaluates the labelled position of the article.
func Example() {
	game := hare.New()
	table, err := game.ParseGame("45;26;2;f;29;19;0;f", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	worth, err := game.(engines.Evaluator).Evaluate(table, engines.Weights{1, 1, 1})
	fmt.Println(worth, err)
	// Output: [51 138.2] <nil>
}

// The example prints the move of an agent that searches one move.
func Example_player() {
	game := hare.New()
	table, err := game.NewGame(2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	player, err := game.NewPlayer(context.Background(), engines.Agent{Settings: engines.Settings{"depth": "1"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	move, err := player.Choose(context.Background(), table)
	fmt.Println(table.FormatMove(move), err)
	// Output: 7 <nil>
}

// The example lists the sets of etudes that ship with the game.
func Example_etudes() {
	game := hare.New()
	file, err := game.(training.EtudeFiles).EtudeFiles().Open("hare-20.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	etudes, err := training.ReadEtudes(game, file)
	fmt.Println(len(etudes), etudes[0].Position, "is won by seat", etudes[0].Winner, err)
	// Output: 20 45;26;2;f;29;19;0;f is won by seat 1 <nil>
}
