package othello_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/show"
)

// The example reads a game from the list of its moves.
func Example() {
	game := othello.New()
	g, err := game.ParseGame("f5d6c3", 0)
	if err != nil {
		panic(err)
	}
	fmt.Println(g.String())
	fmt.Print(game.(show.Illustrator).Draw(g))
	// Output:
	// ------------------X--------XX------OXX-----O-------------------- O
	//     a b c d e f g h
	//   ┌─────────────────┐
	// 1 │                 │ 1
	// 2 │                 │ 2
	// 3 │     ● ·   ·     │ 3   ● Black  5
	// 4 │       ● ● ·     │ 4   ○ White  2
	// 5 │       ○ ● ● ·   │ 5
	// 6 │       ○         │ 6   White to move
	// 7 │                 │ 7
	// 8 │                 │ 8
	//   └─────────────────┘
	//     a b c d e f g h
}

// The example solves an endgame.
func Example_solve() {
	game := othello.New()
	g, err := game.ParseGame("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 0)
	if err != nil {
		panic(err)
	}
	solution, err := game.(analysis.Solver).Solve(context.Background(), g)
	if err != nil {
		panic(err)
	}
	fmt.Println(solution.Extra[1].Text)
	fmt.Println(solution.Extra[2].Text)
	// Output:
	// exact score: +18
	// best moves: g8
}

// The example plays two agents that ship with the game, with published weights, by the rules of
// the Othello League.
func Example_league() {
	game, err := othello.New().With(engines.Settings{
		"model": "wpc", "epsilon": "0.1", "ties": "random", "random_plies": "0",
	})
	if err != nil {
		panic(err)
	}
	seats := make([]engines.Agent, 2)
	for _, a := range game.(engines.BuiltinAgents).BuiltinAgents() {
		switch a.Name {
		case "LR06":
			seats[0] = a
		case "SWH":
			seats[1] = a
		}
	}
	arena, err := engines.NewArena(game, engines.ArenaOptions{})
	if err != nil {
		panic(err)
	}
	points := 0.0
	for seed := range uint64(200) {
		record, err := arena.Play(context.Background(), seats, seed)
		if err != nil {
			panic(err)
		}
		points += record.Outcome.Points(0)
	}
	fmt.Println(points > 80 && points < 130)
	// Output: true
}
