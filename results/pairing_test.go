package results

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// oddResults are results with everything that a result can have.
func oddResults() []tournament.Result {
	games := func(n int) (list []engines.Record) {
		for i := range n {
			list = append(list, engines.Record{Outcome: engines.Winner(2, i%2)})
		}
		return list
	}
	scored := tournament.Result{
		Index: 1, Objective: tournament.Objective{Scale: 12.5},
		Pairing: tournament.Pairing{Agents: []int{1, 0}, Seed: 1 << 63, Games: 2},
		Games:   []engines.Record{{Outcome: engines.ByScore(64, -0.1)}, {Outcome: engines.ByScore(3, 3)}},
	}
	apart := tournament.Result{
		Index:   2,
		Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 7, Games: 2, Apart: true, Opponents: []int{2}, First: 1},
		Games:   games(4),
	}
	alone := tournament.Result{
		Index:   3,
		Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 8, Games: 1, Apart: true},
		Games:   []engines.Record{{Outcome: engines.ByScore(5)}, {Outcome: engines.ByScore(7.25)}},
	}
	failed := tournament.Result{Index: 4, Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 9, Games: 2}, Games: games(2)}
	failed.Games[1] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Kind: engines.ForfeitTimeout, Reason: "60 ms \"late\"\n"})
	moves := tournament.Result{Index: 5, Pairing: tournament.Pairing{Agents: []int{1, 2}, Seed: 10, Games: 2}, Games: games(2)}
	moves.Games[0].Detail().Moves, moves.Games[0].Plies, moves.Games[0].Ending = []engines.Move{0, 63, -2, 1002, 1 << 30}, 4, engines.RoundCap
	moves.Games[1].Detail().Moves, moves.Games[1].Plies = []engines.Move{}, 0
	for i := range failed.Games {
		failed.Games[i].Content = 1<<63 + uint64(i)
	}
	moves.Games[1].Content = 0xfeed
	apart.Games[3].Content = 1
	return []tournament.Result{scored, apart, alone, failed, moves}
}

// stripped is a result as the lists of the store give it: without the record of
// its games.
func stripped(r tournament.Result) tournament.Result {
	out := r
	out.Games = append([]engines.Record(nil), r.Games...)
	for i := range out.Games {
		g := &out.Games[i]
		if hasMoves(&r) {
			g.Details = &engines.Details{Moves: []engines.Move{}}
		}
		g.Plies = 0
		if g.Forfeit == nil {
			g.Ending = engines.ByRules
		}
	}
	return out
}

func TestOddResultsAreReadBack(t *testing.T) {
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 3, 3)
	round.Results = oddResults()
	round.Batch.Field[1].Limit = engines.Limit{Clock: 10 * time.Second, Add: 100 * time.Millisecond}
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.SaveField(t.Context(), round.Batch.Field))
	must(t, run.SavePairings(t.Context(), oddResults()))
	for n := range 2 {
		var got []tournament.Result
		for r, err := range s.Pairings(t.Context(), "last", n) {
			must(t, err)
			got = append(got, r)
		}
		var want []tournament.Result
		for _, r := range oddResults() {
			want = append(want, stripped(r))
			full, err := s.Pairing(t.Context(), "last", n, r.Index)
			must(t, err)
			if !hasMoves(&r) {
				r = stripped(r)
			}
			if diff := cmp.Diff(r, full, sameOutcome); diff != "" {
				t.Errorf("round %d, pairing %d: %s", n, r.Index, diff)
			}
		}
		if diff := cmp.Diff(want, got, sameOutcome); diff != "" {
			t.Errorf("round %d: %s", n, diff)
		}
		field, err := s.Field(t.Context(), "last", n)
		must(t, err)
		if diff := cmp.Diff(round.Batch.Field, field); diff != "" {
			t.Errorf("round %d: %s", n, diff)
		}
		for _, number := range []int{0, 6, -1} {
			if _, err := s.Pairing(t.Context(), "last", n, number); err == nil || err.Error() != fmt.Sprintf("%s: run %s: round %d has no pairing %d", s.Path(), run.ID(), n, number+1) {
				t.Errorf("pairing %d: %v", number, err)
			}
		}
	}
	var more string // any client can read what is stored
	must(t, s.read.QueryRow("SELECT more ->> 'opponents' FROM pairing WHERE generation = 1 AND number = 2").Scan(&more))
	if more != "[2]" {
		t.Errorf("opponents %s", more)
	}
	must(t, s.read.QueryRow("SELECT time_limit FROM agent WHERE generation = 1 AND number = 1").Scan(&more))
	if more != "clock 10s+100ms" {
		t.Errorf("limit %s", more)
	}
}

// FuzzLists checks that lists that nobody wrote are refused, without a panic,
// and that those that are read are written again alike.
func FuzzLists(f *testing.F) {
	pairings, err := appendPairings(nil, oddResults())
	if err != nil {
		f.Fatal(err)
	}
	round, members := testRound(1, 3, 3)
	field, err := appendField(nil, round.Batch.Field)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range [][]byte{pairings, field, appendMembers(nil, members), []byte("[[1,["), []byte(`[["\"`), []byte("[]x"), []byte("[[],]")} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if list, err := readPairings(text); err == nil {
			again, err := appendPairings(nil, list)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := readPairings(again); err != nil {
				t.Errorf("%s was read, %s is not: %v", text, again, err)
			}
		}
		if list, err := readMembers(text); err == nil {
			if _, err := readMembers(appendMembers(nil, list)); err != nil {
				t.Error(err)
			}
		}
		if list, err := readField(text); err == nil {
			if again, err := appendField(nil, list); err != nil {
				t.Error(err)
			} else if _, err := readField(again); err != nil {
				t.Error(err)
			}
		}
		_ = readRecords(text, make([]engines.Record, 2))
	})
}
