package results_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// A run is begun, saved round by round, interrupted, resumed and finished.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "lanista")
	check(err)
	defer func() { _ = os.RemoveAll(dir) }()
	store, err := results.Open(filepath.Join(dir, "runs.db"))
	check(err)
	defer func() { check(store.Close()) }()

	space := engines.Space{{Name: "units", Max: 10, Default: 1}, {Name: "defence", Max: 10, Default: 1}}
	run, err := store.Begin(ctx, results.Info{
		Kind: results.Evolve, Engine: "risk", Strategy: "spsa", Config: "seed: 1\n", Seed: 1, Space: space,
	})
	check(err)
	check(run.SaveRound(ctx, tuning.Round{
		Number: 1, Games: 450, Total: 450, Snapshot: []byte(`{"version":1}`),
		Best: tuning.Estimate{Weights: engines.Weights{7.25, 2}},
	}, nil))
	check(run.Close())

	_, _, err = store.Resume(ctx, "last", "seed: 2\n")
	fmt.Println("another config is refused:", err != nil)
	run, point, err := store.Resume(ctx, "last", "")
	check(err)
	fmt.Printf("goes on after round %d from %s\n", point.Round, point.Snapshot)
	check(run.Finish(ctx, results.Result{Weights: engines.Weights{7.5, 2}}))

	record, err := store.Get(ctx, "last")
	check(err)
	fmt.Println(record.Status, record.Games, "games", record.Result.Weights)
	// Output:
	// another config is refused: true
	// goes on after round 1 from {"version":1}
	// finished 450 games [7.5 2]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// A store is read: its finished runs, and the rounds of one of them.
func ExampleOpenReadOnly() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "lanista")
	check(err)
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "runs.db")
	write(ctx, path) // a search of two rounds

	store, err := results.OpenReadOnly(path)
	check(err)
	defer func() { check(store.Close()) }()
	list, err := store.List(ctx, results.Query{Status: results.Finished, Engine: "risk"})
	check(err)
	for _, run := range list {
		fmt.Printf("%s by %s: %d rounds, %d games\n", run.Name, run.Strategy, run.Rounds, run.Games)
	}
	record, err := store.Get(ctx, "nightly") // the id, the name, or "last"
	check(err)
	for _, round := range record.Generations {
		fmt.Println("after", round.Total, "games:", record.Space.Named(round.Best.Weights))
	}
	fmt.Println("result:", record.Space.Named(record.Result.Weights))
	if _, err := store.Get(ctx, "weekly"); errors.Is(err, results.ErrUnknownRun) {
		fmt.Println("there is no run weekly")
	}
	// Output:
	// nightly by spsa: 2 rounds, 900 games
	// after 450 games: map[defence:2 units:7.25]
	// after 900 games: map[defence:3 units:7.5]
	// result: map[defence:3 units:7.5]
	// there is no run weekly
}

// write stores a finished search of two rounds.
func write(ctx context.Context, path string) {
	store, err := results.Open(path)
	check(err)
	space := engines.Space{{Name: "units", Max: 10, Default: 1}, {Name: "defence", Max: 10, Default: 1}}
	run, err := store.Begin(ctx, results.Info{Kind: results.Evolve, Name: "nightly", Engine: "risk", Strategy: "spsa", Space: space})
	check(err)
	for i, best := range []engines.Weights{{7.25, 2}, {7.5, 3}} {
		round := tuning.Round{Number: i + 1, Games: 450, Total: 450 * (i + 1), Best: tuning.Estimate{Weights: best}}
		check(run.SaveRound(ctx, round, nil))
	}
	check(run.Finish(ctx, results.Result{Weights: engines.Weights{7.5, 3}}))
	check(store.Close())
}
