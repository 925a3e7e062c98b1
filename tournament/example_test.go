package tournament_test

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// stronger is an arena in which the agent with the greater weight wins three games of four.
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

// Three agents play a round robin of 100 cycles, and the standings rate them.
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

// Two agents play pairs of games until a sequential test decides which of them is stronger.
func ExampleResult_Points() {
	field := []engines.Agent{{Name: "high", Weights: engines.Weights{3}}, {Name: "low", Weights: engines.Weights{1}}}
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{Agents: 2, Play: tournament.Play{Cycles: 1000, Seed: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	test, err := rating.NewSequentialTest(rating.SPRT{Elo0: 0, Elo1: 50, Model: rating.LogisticModel}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for result, err := range tournament.Run(context.Background(), tournament.Local{Arena: stronger{}}, field, schedule, tournament.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		high := slices.Index(result.Pairing.Agents, 0) // the agents of a pairing are in the order of the seats
		halves := math.Round(2 * result.Points(high) * float64(len(result.Games)))
		if test.Add(int(halves)) != rating.Undecided {
			break
		}
	}
	fmt.Println(test.Decision(), "after", test.Counts().Games(), "games")
	// Output: H1 accepted after 46 games
}

// The schedule of four agents: in every round of two pairings, each agent plays once.
func ExampleRoundRobin() {
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{Agents: 4, Play: tournament.Play{Seed: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range schedule.Len() {
		p := schedule.At(i)
		fmt.Println(p.Agents, "in", p.Games, "games")
	}
	// Output:
	// [0 3] in 2 games
	// [1 2] in 2 games
	// [3 1] in 2 games
	// [2 0] in 2 games
	// [2 3] in 2 games
	// [0 1] in 2 games
}

// Results of games that other programs played are rated. The seats of the second game of a pairing
// are swapped, and places are by seat.
func ExampleStandings() {
	standings, err := tournament.NewStandings([]string{"hard", "easy"}, tournament.StandingsOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	won, drawn, lost := engines.Places(1, 2), engines.Draw(2), engines.Places(2, 1)
	for i := range 20 {
		games := [][]engines.Record{
			{{Outcome: won}, {Outcome: won}},    // each won by the first seat
			{{Outcome: won}, {Outcome: drawn}},  // a win and a draw of hard
			{{Outcome: won}, {Outcome: lost}},   // both won by hard
			{{Outcome: lost}, {Outcome: drawn}}, // a loss and a draw of hard
		}[i%4]
		pairing := tournament.Pairing{Agents: []int{0, 1}, Games: 2}
		if err := standings.Add(tournament.Result{Pairing: pairing, Games: games}); err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, line := range standings.Table().Standings {
		fmt.Printf("%d %s %d-%d-%d %.3f %+.1f [%+.1f, %+.1f] %.3f\n", line.Rank, line.Agent,
			line.Wins, line.Draws, line.Losses, line.Score, line.Rating, line.Interval.Low, line.Interval.High, line.LOS)
	}
	// Output:
	// 1 hard 20-10-10 0.625 +44.4 [-5.6, +94.3] 0.961
	// 2 easy 10-10-20 0.375 -44.4 [-94.3, +5.6] 0.039
}
