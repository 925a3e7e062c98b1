package workers_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/workers"
)

// A hub plays with slots of its own process and with every worker that connects to its
// address. The results do not depend on the workers.
func Example() {
	hill := solo.Func(
		engines.Spec{Name: "hill", Weights: engines.Space{{Name: "x", Max: 10, Default: 5}}},
		func(_ context.Context, a engines.Agent, _ uint64) (float64, error) {
			return -max(a.Weights[0]-3, 3-a.Weights[0]), nil
		},
	)
	hub, err := workers.Open(context.Background(), workers.HubOptions{Player: workers.Player{
		Slots: 2,
		Open: func(_ context.Context, h workers.Header) (engines.Arena, func() error, error) {
			arena, err := workers.CheckedArena(hill, h)
			return arena, nil, err
		},
		Build: workers.ThisBuild("1.0", "", false),
		Rules: workers.Rules(engines.Registry{hill}),
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = hub.Close() }()
	field := []engines.Agent{{Name: "near", Weights: engines.Weights{4}}, {Name: "far", Weights: engines.Weights{9}}}
	schedule, err := tournament.RoundRobin(tournament.RoundRobinOptions{Agents: 2, Seats: 1, Play: tournament.Play{Cycles: 10, Seed: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	standings, err := tournament.NewStandings([]string{"near", "far"}, tournament.StandingsOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for result, err := range tournament.Run(context.Background(), hub.Executor("example"), field, schedule, tournament.Options{Terms: tournament.Terms{Game: engines.EngineRef{Name: "hill"}}}) {
		if err == nil {
			err = standings.Add(result)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	first := standings.Table().Standings[0]
	fmt.Printf("%s scored %.1f in %d games\n", first.Agent, first.Score, first.Games)
	// Output: near scored 1.0 in 10 games
}
