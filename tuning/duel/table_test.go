package duel

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

func newTable(t interface{ Fatal(...any) }, seats int, lone bool) Table {
	table, err := NewTable(tuning.Problem{Seats: seats, Seed: 7}, lone)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// played gives results in which the stronger point, the one with the larger
// index, wins every game outright, or shares the win with its copies.
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

// Scores, records and points are those of A, whatever the seats, the lone agent
// and the rotation.
func TestBatchIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats, lone := rapid.IntRange(2, engines.MaxSeats).Draw(t, "seats"), rapid.Bool().Draw(t, "lone")
		table := newTable(t, seats, lone)
		points := make([]engines.Weights, 6)
		duels := make([]Duel, 12)
		for i := range duels {
			duels[i] = Duel{A: rapid.IntRange(0, 5).Draw(t, "a"), B: rapid.IntRange(0, 5).Draw(t, "b"), Deal: i}
		}
		b := table.Batch(3, points, duels)
		if b.Games() != len(duels)*table.Games() {
			t.Fatalf("%d games", b.Games())
		}
		results := played(b)
		scores, err := table.Scores(b, results)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range duels {
			want := 0.5
			if d.A > d.B {
				want = 1
			} else if d.A < d.B {
				want = 0
			}
			if scores[i] != want {
				t.Fatalf("duel %d of %+v scored %v", i, d, scores[i])
			}
			if a, b := table.Points(i, b.Pairings[i]); a != d.A || b != d.B {
				t.Fatalf("points %d and %d of %+v", a, b, d)
			}
			wins, draws, losses := table.Record(i, results[i])
			if score := (float64(wins) + float64(draws)/2) / float64(table.Games()); score != want || wins+draws+losses != table.Games() {
				t.Fatalf("record %d %d %d of %+v", wins, draws, losses, d)
			}
		}
	})
}

// Over a batch A sits as often in front as B, and duels of one deal share it.
func TestSeatsAndSeeds(t *testing.T) {
	b := newTable(t, 2, true).Batch(1, make([]engines.Weights, 2), []Duel{{0, 1, 0}, {0, 1, 0}, {0, 1, 1}, {0, 1, 1}})
	first := 0
	for _, p := range b.Pairings {
		first += p.Agents[0]
	}
	if first != 2 {
		t.Errorf("B sits in front in %d of 4 games", first)
	}
	if b.Pairings[0].Seed != b.Pairings[1].Seed || b.Pairings[1].Seed == b.Pairings[2].Seed {
		t.Error("deals are not shared as asked")
	}
	other := newTable(t, 2, true).Batch(2, make([]engines.Weights, 2), []Duel{{0, 1, 0}})
	if other.Pairings[0].Seed == b.Pairings[0].Seed {
		t.Error("two rounds share a deal")
	}
}

// What a log gives back scores what was written down.
func TestLogGivesTheScoresBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := newTable(t, rapid.IntRange(2, engines.MaxSeats).Draw(t, "seats"), rapid.Bool().Draw(t, "lone"))
		duels := []Duel{{0, 1, 0}, {2, 1, 1}, {1, 0, 2}, {0, 2, 3}, {1, 2, 4}}
		b := table.Batch(1, make([]engines.Weights, 3), duels)
		entry := make(Entry, len(duels))
		for i := range entry {
			entry[i] = byte(rapid.IntRange(0, int(table.unit())).Draw(t, "score"))
		}
		results, err := table.Results(b, entry)
		if err != nil {
			t.Fatal(err)
		}
		scores, err := table.Scores(b, results)
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Entry(scores); !reflect.DeepEqual(got, entry) {
			t.Fatalf("%v came back as %v", entry, got)
		}
		for i, s := range scores {
			if math.Abs(s-table.Score(entry[i])) > 1e-12 {
				t.Fatalf("score %v, written down as %v", s, table.Score(entry[i]))
			}
		}
	})
	table := newTable(t, 2, false)
	b := table.Batch(1, make([]engines.Weights, 2), []Duel{{0, 1, 0}})
	if _, err := table.Results(b, Entry{9}); err == nil {
		t.Error("a score above 1 was taken")
	}
	if _, err := table.Results(b, Entry{}); err == nil {
		t.Error("a round without scores was taken")
	}
}

func TestPlanSpendsTheBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := newTable(t, rapid.IntRange(2, 5).Draw(t, "seats"), false)
		p := tuning.Problem{Games: rapid.IntRange(1, 5000).Draw(t, "games"), Rounds: rapid.IntRange(0, 40).Draw(t, "limit")}
		plan := NewPlan(p, table, rapid.IntRange(1, 100).Draw(t, "rounds"))
		if p.Rounds > 0 && plan.Rounds > p.Rounds {
			t.Fatalf("%d rounds of %d", plan.Rounds, p.Rounds)
		}
		sum := 0
		for r := range plan.Rounds {
			n := plan.In(r + 1)
			if n*table.Games() < leastGames && plan.Rounds > 1 {
				t.Fatalf("round %d of %+v has %d duels", r+1, plan, n)
			}
			sum += n
		}
		if sum != p.Games/table.Games() {
			t.Fatalf("%d duels planned for %d games", sum, p.Games)
		}
	})
	if Budget(tuning.Problem{}) != DefaultGames {
		t.Error("no default budget")
	}
}

func TestSnapshots(t *testing.T) {
	sealed, err := Seal("a", 2, map[string]int{"x": 1})
	if err != nil {
		t.Fatal(err)
	}
	var state struct{ X int }
	if err := Open(sealed, "a", 2, &state); err != nil || state.X != 1 {
		t.Errorf("%v %+v", err, state)
	}
	for want, err := range map[string]error{
		`of strategy "a"`: Open(sealed, "b", 2, &state),
		"knows up to 1":   Open(sealed, "a", 1, &state),
		"no longer reads": Open(sealed, "a", 3, &state),
		"unexpected end":  Open(sealed[:9], "a", 2, &state),
		"unknown field":   Open(sealed, "a", 2, &struct{ Y int }{}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Seal("a", 1, math.NaN()); err == nil {
		t.Error("NaN was sealed")
	}
	log := Log{{1, 2}, {3}}
	raw, err := SealLog("a", 1, log, []float64{0.1})
	if err != nil {
		t.Fatal(err)
	}
	back, centre, err := OpenLog(raw, "a", 1)
	if err != nil || !reflect.DeepEqual(back, log) || SameEnd(centre, []float64{0.1}) != nil || SameEnd(centre, []float64{0.2}) == nil {
		t.Errorf("%v %v %v", back, centre, err)
	}
}

func FuzzOpenLog(f *testing.F) {
	raw, _ := SealLog("a", 1, Log{{1, 2}, {3}}, []float64{0.1})
	f.Add(raw)
	f.Add([]byte(`{"strategy":"a","version":1,"state":{"scores":["AA"]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		log, centre, err := OpenLog(data, "a", 1)
		if err != nil {
			return
		}
		again, err := SealLog("a", 1, log, centre)
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(again) {
			t.Fatalf("%s", again)
		}
	})
}
