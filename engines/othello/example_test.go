package othello_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
)

func ExampleReplay() {
	g, err := othello.Replay("f5d6c3")
	if err != nil {
		panic(err)
	}
	fmt.Println(g.String())
	fmt.Print(othello.New().Draw(g))
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

func ExampleEngine_Solve() {
	e := othello.New()
	g, err := e.ParseGame("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 0)
	if err != nil {
		panic(err)
	}
	extra, err := e.Solve(context.Background(), g)
	if err != nil {
		panic(err)
	}
	fmt.Println(extra[1].Text)
	fmt.Println(extra[2].Text)
	// Output:
	// exact score: +18
	// best moves: g8
}

// Two published tables meet under the rules of the Othello League.
func Example_league() {
	e, err := othello.New().With(engines.Settings{
		"model": "wpc", "epsilon": "0.1", "ties": "random", "random_plies": "0",
	})
	if err != nil {
		panic(err)
	}
	var seats []engines.Agent
	for _, name := range []string{"LR06", "SWH"} {
		w, err := othello.TableNamed(name)
		if err != nil {
			panic(err)
		}
		seats = append(seats, engines.Agent{Name: name, Weights: w})
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
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

func ExampleWriteTable() {
	w, err := othello.ReadTable(strings.NewReader("1 -0.25 0.1 0.05 -0.25 0.01 0.01 0.05 0.02 0.01"))
	if err != nil {
		panic(err)
	}
	if err := othello.WriteTable(os.Stdout, w); err != nil {
		panic(err)
	}
	// Output: 1 -0.25 0.1 0.05 -0.25 0.01 0.01 0.05 0.02 0.01
}
