package runs_test

import (
	"context"
	"fmt"
	"os"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/spsa"
)

// hares is a catalog with one game that ships.
var hares = runs.Catalog{Games: engines.Registry{hare.New()}}

// quick is Hare and Hedgehog with a shallow search, so that the examples are fast.
var quick = configs.Engine{Name: "hare", Settings: map[string]configs.Scalar{"depth": "1"}}

// section returns a section of a config. The error of configs.Section means that YAML cannot express
// the options.
func section(n yaml.Node, err error) yaml.Node {
	if err != nil {
		panic(err)
	}
	return n
}

// tempStore returns the path of a store in a new folder, and a function that removes the folder.
func tempStore() (path string, remove func()) {
	folder, err := os.MkdirTemp("", "lanista")
	if err != nil {
		panic(err)
	}
	return folder + "/runs.db", func() { _ = os.RemoveAll(folder) }
}

// The example states a whole config in Go. Fields with zero values have the defaults.
func ExampleCatalog_Tune() {
	store, remove := tempStore()
	defer remove()
	tuned, err := hares.Tune(context.Background(), runs.Options{
		Store: store,
		Config: configs.Config{
			Engine:       quick,
			Strategy:     section(configs.Section("spsa", spsa.Options{Spread: 0.1})),
			Opponents:    []configs.Agent{configs.AgentFrom("default"), configs.AgentFrom("random")},
			Budget:       configs.Budget{Games: 400},
			Verification: configs.Verification{Games: 200, Opponents: []configs.Agent{configs.AgentFrom("default")}},
			Seed:         1,
		},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d games, verified against %s\n", tuned.Record.Strategy, tuned.Record.Games, tuned.Record.Verdict().Against)
	// Output: spsa: 400 games, verified against default
}

// The example plays two agents on 40 deals, each from both seats.
func ExampleCatalog_Tournament() {
	store, remove := tempStore()
	defer remove()
	played, err := hares.Tournament(context.Background(), runs.Options{
		Store: store,
		Config: configs.Config{
			Engine:   quick,
			Agents:   []configs.Agent{configs.AgentFrom("default"), configs.AgentFrom("random")},
			Schedule: section(configs.Map(runs.ScheduleOptions{Cycles: 40, Anchor: "random"})),
			Seed:     1,
		},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range played.Table.Standings {
		fmt.Printf("%s: %d games, score %.2f\n", row.Agent, row.Games, row.Score)
	}
	// Output:
	// default: 80 games, score 1.00
	// random: 80 games, score 0.00
}

// The example searches a grid of 27 points over etudes (labelled positions) that ship with the game.
func ExampleCatalog_Grid() {
	store, remove := tempStore()
	defer remove()
	from, to, step := 0.5, 1.5, 0.5
	found, err := hares.Grid(context.Background(), runs.Options{Store: store, Config: configs.Config{
		Engine:   configs.Engine{Name: "hare"},
		Strategy: section(configs.Section("grid", grid.Options{LeaveOneOut: true})),
		Etudes:   "hare-20",
	}}, runs.GridOptions{From: &from, To: &to, Step: &step})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d etudes at %v\n", found.Result.Best, found.Result.Etudes, found.Result.Chosen.Weights)
	// Output: 17 of 20 etudes at [1 1 1.5]
}

// The example fits weights to the positions of 60 games of self-play.
func ExampleCatalog_Fit() {
	store, remove := tempStore()
	defer remove()
	fitted, err := hares.Fit(context.Background(), runs.Options{
		Store: store,
		Config: configs.Config{
			Engine:   quick,
			Strategy: section(configs.Section("fit", runs.FitOptions{})),
			Budget:   configs.Budget{Games: 60},
			Seed:     1,
		},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d games from %s, %d positions\n", fitted.Record.Games, fitted.From, fitted.Record.Result.Fit.Positions)
	// Output: 60 games from self-play, 1920 positions
}
