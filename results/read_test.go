package results

import (
	"testing"

	"github.com/lanista/lanista/tournament"
)

// BenchmarkReadRound reads the games of a generation of the genetic preset: 100 genomes,
// 450 pairings.
func BenchmarkReadRound(b *testing.B) {
	s := testStore(b)
	run := testRun(b, s, testInfo())
	round, members := testRound(1, 100, 450)
	must(b, run.SaveRound(b.Context(), round, members))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range s.Pairings(b.Context(), run.ID(), 1) {
			must(b, err)
		}
	}
}

// BenchmarkReadPopulation reads the 100 genomes of a generation.
func BenchmarkReadPopulation(b *testing.B) {
	s := testStore(b)
	run := testRun(b, s, testInfo())
	round, members := testRound(1, 100, 450)
	must(b, run.SaveRound(b.Context(), round, members))
	b.ReportAllocs()
	for b.Loop() {
		_, err := s.Population(b.Context(), run.ID(), 1)
		must(b, err)
	}
}

// BenchmarkReadJournal reads 1000 pairings of a tournament.
func BenchmarkReadJournal(b *testing.B) {
	s := testStore(b)
	run := testRun(b, s, testTournament())
	list := make([]tournament.Result, 1000)
	for i := range list {
		list[i] = testPairing(i)
	}
	must(b, run.SavePairings(b.Context(), list))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range s.Journal(b.Context(), run.ID(), 0) {
			must(b, err)
		}
	}
}
