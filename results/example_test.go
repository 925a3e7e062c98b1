package results_test

import (
	"context"
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
