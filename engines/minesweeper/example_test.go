package minesweeper_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/minesweeper"
)

func Example() {
	arena, err := engines.NewArena(minesweeper.New(), engines.ArenaOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	agents := []engines.Agent{
		{Name: "careful", Settings: engines.Settings{"agent": "p-wqb"}},
		{Name: "greedy", Settings: engines.Settings{"agent": "max-p"}},
	}
	careful := 0.0
	for seed := range uint64(40) {
		record, err := arena.Play(context.Background(), agents, seed)
		if err != nil {
			fmt.Println(err)
			return
		}
		careful += record.Outcome.Points(0)
	}
	fmt.Println("careful wins most games:", careful > 25)
	// Output: careful wins most games: true
}

// An exact solution can contradict the highest probability: 5,0 has a mine with
// probability 1/3, and is the best cell nevertheless.
func Example_solve() {
	engine, err := minesweeper.New().With(engines.Settings{"mines": "2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := engine.ParseGame(".1.1...", 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	solution, err := engine.(analysis.Solver).Solve(context.Background(), game)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range solution.Extra {
		if x.Text != "" {
			fmt.Println(x.Text)
		}
	}
	// Output:
	// value 0.666667 for the side to move
	// 0.5000    -   0.5000    -   0.3333 0.6667 0.3333
	// best: 5,0
}
