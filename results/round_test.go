package results

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

func TestRoundIsReadBack(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 3; n++ {
		round, members := testRound(n, 20, 30)
		round.Results[4].Games[0] = engines.Record{Outcome: engines.Loser(2, 1), Ending: engines.Forfeited, Forfeit: &engines.Forfeit{Seat: 1, Reason: `it said "no"`}}
		must(t, run.SaveRound(t.Context(), round, members))
	}
	round, members := testRound(2, 20, 30)
	round.Results[4].Games[0] = engines.Record{Outcome: engines.Loser(2, 1), Ending: engines.Forfeited, Forfeit: &engines.Forfeit{Seat: 1, Reason: `it said "no"`}}

	got, err := s.Population(t.Context(), run.ID(), 2)
	must(t, err)
	if diff := cmp.Diff(members, got); diff != "" {
		t.Errorf("population: %s", diff)
	}
	field, err := s.Field(t.Context(), run.ID(), 2)
	must(t, err)
	if diff := cmp.Diff(round.Batch.Field, field); diff != "" {
		t.Errorf("field: %s", diff)
	}
	var results []tournament.Result
	for res, err := range s.Pairings(t.Context(), run.ID(), 2) {
		must(t, err)
		results = append(results, res)
	}
	if diff := cmp.Diff(round.Results, results, cmp.Comparer(func(a, b engines.Outcome) bool { return a == b })); diff != "" {
		t.Errorf("pairings: %s", diff)
	}
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if len(rec.Generations) != 3 || rec.Rounds != 3 || rec.Games != 90 || rec.Status != Running {
		t.Fatalf("record: %+v", rec.Summary)
	}
	want := Generation{
		Number: 2, Games: 30, Total: 60, Forfeits: 1, Best: resultSoFar(round.Best), BestFitness: 1, MeanFitness: 0.525,
		Spread: math.Sqrt((400 - 1) / 12.0 / 400), Elapsed: 1500 * time.Millisecond,
	}
	ignore := cmpopts.IgnoreFields(Generation{}, "MeanWeights", "SpreadWeights")
	if diff := cmp.Diff(want, rec.Generations[1], ignore, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("generation: %s", diff)
	}
	sum := 0.0
	for _, m := range members {
		sum += m.Weights[1]
	}
	if got := rec.Generations[1].MeanWeights[1]; math.Abs(got-sum/20) > 1e-12 {
		t.Errorf("mean of units: %v, want %v", got, sum/20)
	}
	if diff := cmp.Diff(testSpace, rec.Space); diff != "" {
		t.Errorf("space: %s", diff)
	}
}

func TestRoundWithoutPopulation(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, _ := testRound(1, 2, 4)
	round.Best = tuning.Estimate{Weights: engines.Weights{1, 2, 0, 3}, Fitness: math.NaN(), Error: []float64{0.1, math.Inf(1), 0, 0}}
	must(t, run.SaveRound(t.Context(), round, nil))
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	g := rec.Generations[0]
	if !math.IsNaN(g.MeanFitness) || g.MeanWeights != nil || !math.IsNaN(float64(g.Best.Fitness)) || !math.IsNaN(g.Best.Error[1]) {
		t.Errorf("numbers from nowhere: %+v", g)
	}
	if best, ok := rec.Best(); !ok || best.Weights[1] != 2 {
		t.Errorf("best so far: %+v", best)
	}
}

func TestRoundsComeInOrder(t *testing.T) {
	t.Parallel()
	run := testRun(t, testStore(t), testInfo())
	round, members := testRound(2, 3, 3)
	must(t, run.SaveRound(t.Context(), round, members))
	for _, n := range []int{2, 1} {
		round, members := testRound(n, 3, 3)
		err := run.SaveRound(t.Context(), round, members)
		if want := fmt.Sprintf("round %d after round 2", n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("round %d after round 2: %v", n, err)
		}
	}
}

func TestFinishedRoundIsSavedAfterCancel(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	round, members := testRound(1, 3, 3)
	must(t, run.SaveRound(ctx, round, members))
	if got, err := s.Population(t.Context(), run.ID(), 1); err != nil || len(got) != 3 {
		t.Errorf("%d genomes, %v", len(got), err)
	}
}

func TestOnlyTheLatestSnapshotsAreKept(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 5; n++ {
		round, members := testRound(n, 3, 3)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	var count, oldest int
	must(t, s.read.QueryRow("SELECT count(*), min(generation) FROM snapshot").Scan(&count, &oldest))
	if count != 2 || oldest != 4 {
		t.Errorf("%d snapshots from generation %d", count, oldest)
	}
}

// BenchmarkSaveRound is a generation of the genetic preset: 100 genomes, 450
// pairings.
func BenchmarkSaveRound(b *testing.B) {
	run := testRun(b, testStore(b), testInfo())
	round, members := testRound(1, 100, 450)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		round.Number = n
		must(b, run.SaveRound(b.Context(), round, members))
	}
}

// BenchmarkSaveSmallRound is a step of a strategy that learns from a pair of
// games.
func BenchmarkSaveSmallRound(b *testing.B) {
	run := testRun(b, testStore(b), testInfo())
	round, _ := testRound(1, 2, 1)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		n++
		round.Number = n
		must(b, run.SaveRound(b.Context(), round, nil))
	}
}

// TestNewGeneration checks the summary of a population by numbers that can be computed by hand, and
// that the stored summary is the same.
func TestNewGeneration(t *testing.T) {
	t.Parallel()
	round, _ := testRound(1, 2, 3)
	round.Results[0].Games[0] = engines.ForfeitRecord(2, engines.Forfeit{})
	round.Results[2].Games[0] = engines.ForfeitRecord(2, engines.Forfeit{})
	members := []tuning.Member{
		{Weights: engines.Weights{1, 0, 0, 1}, Fitness: 0.25},
		{Weights: engines.Weights{3, 0, 1, 1}, Fitness: 0.75},
		{Weights: engines.Weights{1, 0, 0, 1}, Fitness: 0.25},
		{Weights: engines.Weights{3, 0, 1, 1}, Fitness: 0.75},
	}
	want := Generation{
		Number: 1, Games: 3, Total: 3, Forfeits: 2, BestFitness: 0.75, MeanFitness: 0.5, Spread: 0.25,
		MeanWeights: []float64{2, 0, 0.5, 1}, SpreadWeights: []float64{1, 0, 0.5, 0}, Best: resultSoFar(round.Best), Elapsed: 1500 * time.Millisecond,
	}
	got := NewGeneration(round, members)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round.Snapshot = nil // a strategy without a state
	must(t, run.SaveRound(t.Context(), round, members))
	stored, err := s.RoundsSince(t.Context(), run.ID(), 0)
	must(t, err)
	if diff := cmp.Diff([]Generation{want}, stored); diff != "" {
		t.Errorf("stored: %s", diff)
	}
	if p, err := s.ResumePoint(t.Context(), run.ID()); err != nil || p.Round != 1 || len(p.Snapshot) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	var saved string
	must(t, s.read.QueryRow("SELECT saved FROM generation").Scan(&saved))
	if at, err := time.Parse(time.RFC3339, saved); err != nil || time.Since(at) > time.Hour {
		t.Errorf("saved at %q, %v", saved, err)
	}
	if g := NewGeneration(tuning.Round{}, nil); !math.IsNaN(g.BestFitness) || !math.IsNaN(g.MeanFitness) || !math.IsNaN(g.Spread) || g.MeanWeights != nil {
		t.Errorf("without a population: %+v", g)
	}
}
