package models

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/rating"
)

// Copies of a cluster have the effect of one cluster with all their games, under every model of
// draws.
func TestCopiesAreOneCluster(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		copied, merged := NewTally(3), NewTally(3)
		for range rapid.IntRange(5, 30).Draw(t, "clusters") {
			i := rapid.IntRange(0, 2).Draw(t, "first")
			j := (i + rapid.IntRange(1, 2).Draw(t, "second")) % 3
			times := rapid.IntRange(1, 4).Draw(t, "copies")
			var one, all Games
			one.First[rapid.IntRange(0, 2).Draw(t, "result")]++
			one.Second[rapid.IntRange(0, 2).Draw(t, "result")]++
			for r := range 3 {
				all.First[r], all.Second[r] = times*one.First[r], times*one.Second[r]
			}
			merged.Add(i, j, all)
			for n := range times {
				copied.AddCopy(i, j, one, n+1)
			}
		}
		o := Options{Law: rapid.SampledFrom([]Law{HalfDraws, RaoKupper, Davidson}).Draw(t, "law"), FirstSeat: rapid.Bool().Draw(t, "seat")}
		a, err := copied.Fit(o)
		if err != nil {
			t.Skip(err)
		}
		b, err := merged.Fit(o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			x, y := a.Line(i, rating.Mean), b.Line(i, rating.Mean)
			if far(x.Elo, y.Elo) || far(x.Interval.Low, y.Interval.Low) || far(x.Interval.High, y.Interval.High) || far(a.FirstSeatError, b.FirstSeatError) {
				t.Fatalf("player %d: %+v, as one cluster %+v", i, x, y)
			}
		}
	})
}

// Counts does not count copies of clusters, and Score does. The expected values were computed by
// hand.
func TestCountsOfCopies(t *testing.T) {
	tally := NewTally(2)
	both := Games{First: [3]int{won: 1}, Second: [3]int{lost: 1}}  // 2 points
	level := Games{First: [3]int{won: 1}, Second: [3]int{won: 1}}  // 1 point
	half := Games{First: [3]int{drawn: 1}, Second: [3]int{won: 1}} // half a point
	tally.AddCopy(0, 1, both, 1)
	tally.AddCopy(0, 1, both, 2)
	tally.AddCopy(0, 1, both, 3)
	tally.AddCopy(0, 1, level, 1)
	tally.AddCopy(1, 0, half, 1) // of player 1
	tally.AddCopy(0, 1, Games{First: [3]int{won: 1}}, 1)
	tally.AddCopy(0, 1, Games{First: [3]int{won: 1}}, 2)
	counts, others := tally.Counts(0, 1, 2)
	if want := (rating.Counts{0, 0, 1, 1, 1}); len(counts) != 5 || counts[2] != want[2] || counts[3] != want[3] || counts[4] != want[4] || others != 2 {
		t.Errorf("%v and %d others, want %v and 2", counts, others, want)
	}
	near(t, "mean", []float64{tally.Score(0, 1)}, []float64{(3*2 + 1 + 1.5 + 2) / 12.}, 1e-12)
	if wins, draws, losses := tally.Results(0, 1, 0); wins != 2+1+1+1 || draws != 1 || losses != 1 {
		t.Errorf("%d won, %d drawn, %d lost", wins, draws, losses)
	}
}

// TestCoverageOfABook draws 64 lines from a book of 5,000 and plays 400 pairings of two
// deterministic players from them. Intervals must cover the score over the whole book.
func TestCoverageOfABook(t *testing.T) {
	const lines, few, pairings, repetitions = 5000, 64, 400, 1000
	rng := rand.New(rand.NewPCG(11, 4))
	book := make([]Games, lines)
	sum := 0.0
	for i := range book {
		book[i].First[[]int{won, won, won, drawn, lost}[rng.IntN(5)]]++
		book[i].Second[[]int{won, won, drawn, lost}[rng.IntN(4)]]++
		sum += float64((&kind{i: 0, j: 1, games: book[i]}).halves(0)) / 4
	}
	truth, covered := rating.Elo(sum/lines), 0
	for range repetitions {
		chosen := rng.Perm(lines)[:few]
		seen := make(map[int]int)
		tally := NewTally(2)
		for range pairings {
			line := chosen[rng.IntN(few)]
			seen[line]++
			tally.AddCopy(0, 1, book[line], seen[line])
		}
		s := fitted(t, tally, Options{})
		if _, interval, _ := s.Against(0, 1); interval.Contains(truth) {
			covered++
		}
	}
	if share := float64(covered) / repetitions; share < 0.93 || share > 0.97 {
		t.Errorf("intervals covered the truth in %.1f%% of the repetitions", 100*share)
	}
}
