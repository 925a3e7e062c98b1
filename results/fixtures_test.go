package results

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	_ "github.com/lanista/lanista/tools/raregc"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

var testSpace = engines.Space{
	{Name: "territories", Doc: "share of the cells", Min: 0, Max: 10, Default: 1},
	{Name: "units", Min: 0, Max: 10, Default: 1},
	{Name: "defence", Min: -1, Max: 1, Default: 0},
	{Name: "depth", Min: 1, Max: 9, Default: 2, Kind: engines.Integer},
}

const testConfig = "engine: {name: risk}\nstrategy: {name: genetic, population: 100}\nbudget: {rounds: 4}\nseed: 1\n"

func testInfo() Info {
	return Info{
		Kind: Evolve, Engine: "risk", Strategy: "genetic", Config: testConfig, Seed: 1, Version: "v0.1.0", Rules: "2",
		Space: testSpace, ScaleFree: true,
	}
}

// testRound makes a round of the genetic preset's size: all its values are a
// function of its number.
func testRound(number, genomes, pairings int) (tuning.Round, []tuning.Member) {
	rng := engines.Rand(engines.Seed(7, uint64(number)))
	members := make([]tuning.Member, genomes)
	field := make([]engines.Agent, genomes)
	for i := range members {
		w := engines.Weights{10 * rng.Float64(), 10 * rng.Float64(), 2*rng.Float64() - 1, float64(1 + rng.IntN(9))}
		members[i] = tuning.Member{
			ID: number*1000 + i, Born: number, Weights: w, Games: 9, Wins: 9 - i%10, Losses: i % 10, Fitness: 1 - float64(i)/float64(genomes),
		}
		field[i] = engines.Agent{Name: fmt.Sprintf("g%d", members[i].ID), Weights: w}
	}
	r := tuning.Round{
		Number: number, Games: pairings, Total: number * pairings, Elapsed: 1500 * time.Millisecond,
		Snapshot: fmt.Appendf(nil, `{"version":1,"round":%d}`, number),
		Best:     tuning.Estimate{Weights: members[0].Weights, Fitness: 1, Games: 9, Name: "the fittest genome"},
	}
	r.Batch = tuning.Batch{Round: number, Field: field}
	for i := range pairings {
		p := tournament.Pairing{Agents: []int{i % genomes, (i + 1) % genomes}, Seed: rng.Uint64(), Games: 1}
		r.Batch.Pairings = append(r.Batch.Pairings, p)
		r.Results = append(r.Results, tournament.Result{Index: i, Pairing: p, Games: []engines.Record{
			{Outcome: engines.Winner(2, i%2)},
		}})
	}
	return r, members
}

func testStore(t testing.TB) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func testFailure(round, pairing, game int) Failure {
	return Failure{Round: round, Pairing: pairing, Game: game, Forfeit: engines.Forfeit{
		Kind: engines.ForfeitCrashed, Reason: "crashed", Evidence: &engines.Evidence{Program: "bot"},
	}}
}

func testRun(t testing.TB, s *Store, info Info) *Run {
	t.Helper()
	r, err := s.Begin(t.Context(), info)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// copied returns a copy of a store that is closed.
func copied(t testing.TB, s *Store) *Store {
	t.Helper()
	data, err := os.ReadFile(s.Path())
	must(t, err)
	path := filepath.Join(t.TempDir(), "runs.db")
	must(t, os.WriteFile(path, data, 0o600))
	to, err := Open(path)
	must(t, err)
	t.Cleanup(func() { must(t, to.Close()) })
	return to
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// sameFloat compares numbers that JSON may not be able to say.
var sameFloat = cmp.Comparer(func(a, b rating.Float) bool { return a == b || math.IsNaN(float64(a)) && math.IsNaN(float64(b)) })
