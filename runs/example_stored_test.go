package runs_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
)

// The example stops a run after three rounds, as Ctrl-C does on the command line, and resumes it by
// its name.
func ExampleInterruptedError() {
	store, remove := tempStore()
	defer remove()
	ctx, cancel := context.WithCancel(context.Background())
	_, err := hares.Tune(ctx, runs.Options{
		Store: store,
		Name:  "stopped",
		Config: configs.Config{
			Engine:   quick,
			Strategy: section(configs.Section("spsa", spsa.Options{})),
			Budget:   configs.Budget{Games: 400},
			Seed:     1,
		},
		Events: tuning.Events{RoundSaved: func(r tuning.Round) {
			if r.Number == 3 {
				cancel()
			}
		}},
	}, nil)
	var stopped *runs.InterruptedError
	if !errors.As(err, &stopped) {
		fmt.Println(err)
		return
	}
	fmt.Println(stopped.Rounds, "rounds are saved")

	tuned, err := hares.Tune(context.Background(), runs.Options{Store: store, Resume: "stopped"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tuned.Record.Status, "after", tuned.Record.Games, "games")
	// Output:
	// 3 rounds are saved
	// finished after 400 games
}

// The example reads the key, the line and the text of a mistake in a config.
func ExampleMistakeError() {
	_, err := hares.Tune(context.Background(), runs.Options{Text: `
engine: {name: hare}
budget: {games: -5}`}, nil)
	var mistake *runs.MistakeError
	var at *strict.Error
	fmt.Println(errors.As(err, &mistake), errors.As(err, &at))
	fmt.Printf("line %d, key %s: %v\n", at.Line, at.Key, at.Err)
	// Output:
	// true true
	// line 3, key budget.games: -5 is below the minimum 1
}

// The example reads a stored run again: it writes the weights, lists games, and replays one of them
// move by move.
func ExampleReplay() {
	ctx := context.Background()
	path, remove := tempStore()
	defer remove()
	_, err := hares.Tune(ctx, runs.Options{
		Store:  path,
		Config: configs.Config{Engine: quick, Strategy: section(configs.Section("spsa", spsa.Options{})), Budget: configs.Budget{Games: 100}, Seed: 1},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	store, err := runs.OpenReadOnly(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(ctx, "last")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := runs.Document(rec, hares.SpecOf(rec))
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := doc.Write(os.Stdout, "uci"); err != nil {
		fmt.Println(err)
		return
	}
	games, err := store.Games(ctx, rec.ID, results.GameQuery{Limit: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	replayed, err := runs.Replay(ctx, hares, "", store, rec.ID, games[0].GameRef)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer replayed.Close()
	plies := 0
	for ply := range replayed.Plies {
		if plies++; plies <= 2 {
			fmt.Printf("seat %d: %s\n", ply.Seat, ply.Move)
		}
	}
	fmt.Println("game", games[0].GameRef, "has", plies, "plies; as stored:", replayed.Same())
	// Output:
	// setoption name Ks value 66.6667
	// setoption name Kc value 37.3073
	// setoption name Kp value 61.322
	// seat 0: 7
	// seat 1: 10
	// game 1.1.1 has 45 plies; as stored: true
}
