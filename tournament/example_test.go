package tournament_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// stronger is an arena in which the agent with the greater weight wins three
// games of four.
type stronger struct{}

func (stronger) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	better := 0
	if seats[1].Weights[0] > seats[0].Weights[0] {
		better = 1
	}
	if engines.Seed(seed, engines.Purpose(seats[0].Name))%4 == 0 {
		better = 1 - better
	}
	return engines.Record{Outcome: engines.Winner(2, better)}, nil
}

func Example() {
	field := []engines.Agent{
		{Name: "low", Weights: engines.Weights{1}},
		{Name: "middle", Weights: engines.Weights{2}},
		{Name: "high", Weights: engines.Weights{3}},
	}
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{
		Agents: len(field),
		Play:   tournament.Play{Cycles: 100, Seed: 1},
	})
	if err != nil {
		panic(err)
	}
	standings, err := tournament.NewStandings([]string{"low", "middle", "high"}, tournament.StandingsOptions{})
	if err != nil {
		panic(err)
	}
	for result, err := range tournament.Run(context.Background(), tournament.Local{Arena: stronger{}, Workers: 4}, field, schedule, tournament.Options{}) {
		if err != nil {
			panic(err)
		}
		if err := standings.Add(result); err != nil {
			panic(err)
		}
	}
	for _, line := range standings.Table().Standings {
		fmt.Printf("%-6s %d games, score %.3f, %+.0f Elo\n", line.Agent, line.Games, line.Score, line.Rating)
	}
	// Output:
	// high   400 games, score 0.750, +130 Elo
	// middle 400 games, score 0.480, -11 Elo
	// low    400 games, score 0.270, -120 Elo
}
