package game2048_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/game2048"
)

// The example plays a game with the default player.
func Example() {
	arena, err := engines.NewArena(game2048.New(), engines.ArenaOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, err := arena.Play(context.Background(), []engines.Agent{{Name: "default"}}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	score, _ := record.Outcome.Score(0)
	fmt.Printf("%v points in %d slides\n", score, record.Plies)
	// Output: 12352 points in 738 slides
}

// The example prints the evaluation of a board by the default player.
func ExampleNew_analysis() {
	e := game2048.New()
	position, err := e.ParseGame("2,4,8,./.,16,32,2/4,2,64,128/.,.,2,256 1000 90", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	analysis, err := e.(analysis.Analyst).Analyze(context.Background(), position, engines.Agent{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(analysis.Extra[0].Text)
	// Output:
	// up         0 points  worth    -73.625
	// down       0 points  worth    -73.125
	// left       0 points  worth    -96.125
	// right      0 points  worth    -78.125
}
