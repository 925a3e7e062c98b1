package serve

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Sizes of the big store: runs, rounds per run, rounds of the longest run, and pairings of the
// tournament.
const (
	bigRuns     = 1000
	bigRounds   = 43
	bigLong     = 300
	bigJournal  = 100_000
	bigGenomes  = 20
	bigPairings = 45
)

// bigStore makes a store of 1,000 runs without playing: a run of 300 rounds named
// "long", a tournament of 100,000 pairings named "cup", and runs of 43 rounds.
func bigStore(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.ArtifactDir(), "big.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range bigRuns {
		switch i {
		case bigRuns / 2:
			bigTournament(t, store)
		case bigRuns / 3:
			bigRun(t, store, "long", bigLong)
		default:
			bigRun(t, store, "", bigRounds)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

const bigConfig = "engine: {name: risk}\nstrategy: {name: genetic, population: 20}\nbudget: {games: 1935}\nseed: 1\n"

// bigRun writes an evolve run with random results.
func bigRun(t *testing.T, store *results.Store, name string, rounds int) {
	t.Helper()
	space := risk.New().Spec().Weights
	r, err := store.Begin(t.Context(), results.Info{
		Kind: results.Evolve, Name: name, Engine: "risk", Strategy: "genetic", Config: bigConfig, Seed: 1, Version: "test", Space: space, ScaleFree: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	rng := engines.Rand(uint64(rounds))
	for n := 1; n <= rounds; n++ {
		members := make([]tuning.Member, bigGenomes)
		round := tuning.Round{Number: n, Games: bigPairings, Total: n * bigPairings, Elapsed: time.Second, Snapshot: make([]byte, 4000)}
		round.Batch = tuning.Batch{Round: n}
		for i := range members {
			w := make(engines.Weights, len(space))
			for j := range w {
				w[j] = 10 * rng.Float64()
			}
			members[i] = tuning.Member{ID: n*1000 + i, Born: n, Weights: w, Games: 9, Wins: i % 10, Losses: 9 - i%10, Fitness: float64(i%10) / 9}
			round.Batch.Field = append(round.Batch.Field, engines.Agent{Name: fmt.Sprintf("g%d", members[i].ID), Weights: w})
		}
		for i := range bigPairings {
			p := tournament.Pairing{Agents: []int{i % bigGenomes, (i + 7) % bigGenomes}, Seed: rng.Uint64(), Games: 1}
			round.Results = append(round.Results, tournament.Result{Index: i, Pairing: p, Games: []engines.Record{{Outcome: engines.Winner(2, i%2)}}})
		}
		round.Best = tuning.Estimate{Weights: members[0].Weights, Fitness: 1, Games: 9, Name: "the fittest"}
		if err := r.SaveRound(t.Context(), round, members); err != nil {
			t.Fatal(err)
		}
	}
	finish(t, r, results.Result{
		Name: "the fittest", Weights: risk.New().Spec().Weights.Default(), Fitness: 1, Games: 9,
		Rating: &evidence.Rating{Elo: 42, Interval: rating.Interval{Low: 30, High: 54}, Games: 1800, Against: "default"},
	})
}

// bigTournament writes a tournament of two agents with random results.
func bigTournament(t *testing.T, store *results.Store) {
	t.Helper()
	config := fmt.Sprintf("engine: {name: risk}\nagents: [default, {name: other, weights: {territories: 7}}]\nschedule: {cycles: %d}\nseed: 1\n", bigJournal)
	space := risk.New().Spec().Weights
	other := space.Default()
	other[0] = 7
	r, err := store.Begin(t.Context(), results.Info{
		Kind: results.Tournament, Name: "cup", Engine: "risk", Config: config, Seed: 1, Version: "test", Space: space,
		Field: []engines.Agent{{Name: "default", Weights: space.Default()}, {Name: "other", Weights: other}},
	})
	if err != nil {
		t.Fatal(err)
	}
	rng := engines.Rand(7)
	for from := 0; from < bigJournal; from += 1000 {
		var list []tournament.Result
		for i := from; i < from+1000; i++ {
			p := tournament.Pairing{Agents: []int{0, 1}, Seed: rng.Uint64(), Games: 2}
			list = append(list, tournament.Result{Index: i, Pairing: p, Games: []engines.Record{{Outcome: engines.Winner(2, rng.IntN(2))}, {Outcome: engines.Winner(2, rng.IntN(2))}}})
		}
		if err := r.SavePairings(t.Context(), list); err != nil {
			t.Fatal(err)
		}
	}
	finish(t, r, results.Result{})
}

func finish(t *testing.T, r *results.Run, a results.Result) {
	t.Helper()
	if err := errors.Join(r.Finish(t.Context(), a), r.Close()); err != nil {
		t.Fatal(err)
	}
}
