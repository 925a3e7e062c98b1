package pairwise

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

func newTable(t interface{ Fatal(...any) }, seats int, unpaired bool) seating {
	s, err := newSeating(seats, unpaired)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// played returns results in which the point with the larger index wins every game, alone or
// together with its copies.
func played(b tuning.Batch) []tournament.Result {
	results := make([]tournament.Result, len(b.Pairings))
	for i, p := range b.Pairings {
		r := tournament.Result{Index: i, Pairing: p}
		for g := range p.Games {
			places := make([]int, len(p.Agents))
			for s := range places {
				places[s] = -p.Seat(g, s)
			}
			r.Games = append(r.Games, engines.Record{Outcome: engines.Places(places...)})
		}
		results[i] = r
	}
	return results
}

// Scores and records are those of A for all numbers of seats, roles and rotations.
func TestBatchIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats, unpaired := rapid.IntRange(2, engines.MaxSeats).Draw(t, "seats"), rapid.Bool().Draw(t, "unpaired")
		table := newTable(t, seats, unpaired)
		p := Proposal{Points: make([]engines.Weights, 6), Pairs: make([]Pair, 12)}
		for i := range p.Pairs {
			p.Pairs[i] = Pair{A: rapid.IntRange(0, 5).Draw(t, "a"), B: rapid.IntRange(0, 5).Draw(t, "b"), Deal: uint64(i)}
		}
		b := table.batch(3, p)
		if b.Games() != len(p.Pairs)*table.games() {
			t.Fatalf("%d games", b.Games())
		}
		results := played(b)
		scores, err := table.scores(len(b.Pairings), results)
		if err != nil {
			t.Fatal(err)
		}
		for i, pair := range p.Pairs {
			want := 0.5
			if pair.A > pair.B {
				want = 1
			} else if pair.A < pair.B {
				want = 0
			}
			if scores[i] != want || b.Pairings[i].Seed != pair.Deal {
				t.Fatalf("pair %d, %+v, scored %v on deal %d", i, pair, scores[i], b.Pairings[i].Seed)
			}
			r := table.records(results)[i]
			if score := (float64(r.Wins) + float64(r.Draws)/2) / float64(table.games()); score != want || r.Wins+r.Draws+r.Losses != table.games() {
				t.Fatalf("record %+v of %+v", r, pair)
			}
		}
	})
}

// A and B sit in the first seat equally often in a batch.
func TestSeatsAlternate(t *testing.T) {
	p := Proposal{Points: make([]engines.Weights, 2), Pairs: []Pair{{0, 1, 1}, {0, 1, 1}, {0, 1, 2}, {0, 1, 2}}}
	first := 0
	for _, pairing := range newTable(t, 2, true).batch(1, p).Pairings {
		first += pairing.Agents[0]
	}
	if first != 2 {
		t.Errorf("B sits in front in %d of 4 games", first)
	}
}

func TestResultsOfAnotherBatchAreRefused(t *testing.T) {
	table := newTable(t, 2, false)
	b := table.batch(1, Proposal{Points: make([]engines.Weights, 2), Pairs: []Pair{{0, 1, 1}}})
	results := played(b)
	if _, err := table.scores(2, results); err == nil {
		t.Error("one result for two pairs was taken")
	}
	results[0].Games = results[0].Games[:1]
	if _, err := table.scores(1, results); err == nil {
		t.Error("half a pair was taken")
	}
}

// Decoded scores equal those of a batch to the bit with two or three seats, and in value with
// any number of seats and any order of summation.
func TestEntryGivesTheScoresBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := newTable(t, rapid.IntRange(2, engines.MaxSeats).Draw(t, "seats"), rapid.Bool().Draw(t, "unpaired"))
		scores := make([]float64, 6)
		for i := range scores {
			sum, halves := 0.0, 2*(table.seats-1)
			for range table.games() {
				sum += float64(rapid.IntRange(0, halves).Draw(t, "halves")) / float64(halves)
			}
			scores[i] = table.ofA(i, sum/float64(table.games()))
		}
		entry, err := table.encode(scores)
		if err != nil {
			t.Fatal(err)
		}
		back, err := table.decode(entry)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range back {
			if v != scores[i] && table.seats < 4 || math.Abs(v-scores[i]) > 1e-12 {
				t.Fatalf("%v came back as %v", scores[i], v)
			}
		}
		if again, err := table.encode(back); err != nil || !reflect.DeepEqual(again, entry) {
			t.Fatalf("%v written down again is %v, %v", entry, again, err)
		}
	})
	graded := seating{seats: 2, graded: true}
	entry, err := graded.encode([]float64{0, 0.5, 0.3, 0.7, 1})
	if err != nil {
		t.Fatal(err)
	}
	back, err := graded.decode(entry)
	if err != nil || back[0] != 0 || back[1] != 0.5 || back[4] != 1 || math.Abs(back[2]-0.3) > 0.002 || back[2]+back[3] != 1 {
		t.Errorf("graded scores came back as %v, %v", back, err)
	}
	table := newTable(t, 2, false)
	if _, err := table.decode(packed{5}); err == nil {
		t.Error("a score above 1 was read")
	}
	for _, bad := range []float64{-0.25, 1.25, 0.3, math.NaN()} {
		if _, err := table.encode([]float64{bad}); err == nil {
			t.Errorf("a score of %v was written down", bad)
		}
	}
}
