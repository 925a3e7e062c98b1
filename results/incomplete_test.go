package results

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

func TestMissingNumbers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		numbers []int
		n       int
		want    []int
	}{
		{nil, 0, nil},
		{nil, 2, []int{1, 2}},
		{[]int{1, 2, 3}, 3, nil},
		{[]int{2, 4}, 5, []int{1, 3, 5}},
		{[]int{2, 4}, 4, []int{1, 3}},
		{[]int{2, 4}, 0, []int{1, 3}}, // the count is lost
		{[]int{1}, 2, []int{2}},
	} {
		if got := missingNumbers(test.numbers, test.n); !slices.Equal(got, test.want) {
			t.Errorf("%v of %d: %v, want %v", test.numbers, test.n, got, test.want)
		}
	}
	if got := missingNumbers([]int{1}, 1<<40); len(got) != 1_000_000 {
		t.Errorf("a damaged count: %d numbers", len(got))
	}
}

func TestNumbered(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		numbers []int
		want    string
	}{
		{[]int{4}, "round 4"},
		{[]int{4, 5}, "rounds 4-5"},
		{[]int{1, 3, 4, 5, 9}, "rounds 1, 3-5, 9"},
		{[]int{1, 3, 5, 7, 9, 11, 13, 15}, "rounds 1, 3, 5, 7, 9, 11, 13, 15"},
		{[]int{1, 3, 5, 7, 9, 11, 13, 15, 17}, "rounds 1, 3, 5, 7, 9, 11, 13, 15 and 1 more"},
		{[]int{1, 3, 5, 7, 9, 11, 13, 15, 16, 18, 19, 30}, "rounds 1, 3, 5, 7, 9, 11, 13, 15-16 and 3 more"},
	} {
		if got := numbered("round", test.numbers); got != test.want {
			t.Errorf("%v: %s, want %s", test.numbers, got, test.want)
		}
	}
}

// recovered damages a store, recovers it, and returns the losses of its first run. The recovered
// store must be sound.
func recovered(t *testing.T, s *Store, change string) (to string, r Recovery) {
	t.Helper()
	_, err := s.write.conn.ExecContext(t.Context(), change)
	must(t, err)
	must(t, s.Close())
	to = filepath.Join(t.TempDir(), "new.db")
	r, err = Recover(t.Context(), s.Path(), to)
	must(t, err)
	if h, err := Check(t.Context(), to); err != nil || !h.Sound() {
		t.Errorf("%s: the recovered store: %+v, %v", change, h, err)
	}
	return to, r
}

// TestLossesOfATournament loses rows of a tournament on workers.
func TestLossesOfATournament(t *testing.T) {
	t.Parallel()
	whole := testStore(t)
	run := testRun(t, whole, testTournament())
	for i := range 2 {
		list := []tournament.Result{testPairing(2 * i), testPairing(2*i + 1)}
		for k := range list {
			list[k].Games[0].Detail().Moves = []engines.Move{1}
		}
		by(list, "a", 0, 0, 2*i+1, "c")
		by(list, "b", 1, 1, 2*i+2)
		must(t, run.SavePairings(t.Context(), list))
	}
	_, err := run.Exclude(t.Context(), Worker{ID: "d", Excluded: "wrong"})
	must(t, err)
	must(t, run.Close())
	must(t, whole.Close())
	for change, want := range map[string]string{
		"DELETE FROM tag":                          "",
		"DELETE FROM journal WHERE number = 3":     "1 of 4 pairings",
		"DELETE FROM journal WHERE number <> 2":    "3 of 4 pairings",
		"DELETE FROM field WHERE number = 2":       "agent 3",
		"DELETE FROM field WHERE number > 0":       "agents 2-3",
		"DELETE FROM field":                        "agents 1-3",
		"DELETE FROM record":                       "the moves of 4 pairings",
		"DELETE FROM record WHERE number = 1":      "the moves of 1 pairings",
		"DELETE FROM worker WHERE number = 1":      "which workers played some of its games",
		"DELETE FROM worker WHERE number = 2":      "which workers played some of its games", // it only agreed
		"DELETE FROM origin":                       "which workers played some of its games",
		"DELETE FROM origin WHERE number = 0":      "which workers played some of its games",
		"DELETE FROM worker; DELETE FROM origin":   "",
		"DELETE FROM worker WHERE number = 3":      "", // it has played nothing that is stored, and no row refers to it
		"DELETE FROM progress; DELETE FROM record": "the number of its rounds and pairings, of which more may be missing; the moves of 4 pairings",
	} {
		to, r := recovered(t, copied(t, whole), change)
		if len(r.Runs) != 1 || r.Runs[0].Missing != want {
			t.Errorf("%s: %+v, want %q", change, r.Runs, want)
			continue
		}
		rec := readRuns(t, to)[run.ID()]
		for i, a := range rec.Field {
			if name := testTournament().Field[i].Name; a.Name != name && a.Name != "lost agent "+string(rune('1'+i)) {
				t.Errorf("%s: agent %d is %s", change, i, a.Name)
			}
		}
		for i, w := range rec.Workers {
			if w.ID != string("acbd"[i]) && w.ID != "lost worker "+string(rune('1'+i)) {
				t.Errorf("%s: worker %d is %s", change, i, w.ID)
			}
		}
		if len(rec.Field) != 3 {
			t.Errorf("%s: %d agents", change, len(rec.Field))
		}
		again, err := Open(to)
		must(t, err)
		resumed, _, err := again.Resume(t.Context(), run.ID(), "")
		if unresumable := strings.Contains(want, "agent") || strings.Contains(want, "number"); unresumable != (err != nil) {
			t.Errorf("%s: resumed: %v", change, err)
		} else if err == nil {
			must(t, resumed.Close())
		}
		must(t, again.Close())
	}
}

// TestRecoveredCounts checks the counts of a run of which rounds are lost, and that a second recovery
// keeps the mark of the first.
func TestRecoveredCounts(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 3; n++ {
		round, members := testRound(n, 4, n)
		round.Results[0].Games[0] = engines.ForfeitRecord(2, engines.Forfeit{})
		must(t, run.SaveRound(t.Context(), round, members))
	}
	must(t, run.SaveField(t.Context(), testTournament().Field))
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0), testPairing(1)}))
	must(t, run.Close())
	to, r := recovered(t, s, "PRAGMA foreign_keys = 0; DELETE FROM generation WHERE number = 2; DELETE FROM journal WHERE number = 0")
	const first = "round 2 of 3; 1 of 2 pairings"
	if len(r.Runs) != 1 || r.Runs[0].Missing != first {
		t.Errorf("%+v", r.Runs)
	}
	again, err := Open(to)
	must(t, err)
	c, err := readCounts(t.Context(), again.read, 1)
	must(t, err)
	if c != (counts{rounds: 2, games: 1 + 3, forfeits: 2, seconds: 3, pairings: 1, journalGames: 3}) {
		t.Errorf("%+v", c)
	}
	_, r = recovered(t, again, "DELETE FROM played WHERE generation = 3")
	if len(r.Runs) != 1 || !strings.HasPrefix(r.Runs[0].Missing, first) || !strings.HasSuffix(r.Runs[0].Missing, "; the games of round 3") {
		t.Errorf("%+v", r.Runs)
	}
}

// A run of which the counts are lost has the numbers of the rows that are left.
func TestRecoveredWithoutCounts(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 2; n++ {
		round, members := testRound(n, 4, 5)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	must(t, run.Close())
	to, r := recovered(t, s, "DELETE FROM progress")
	if rec := readRuns(t, to)[run.ID()]; rec.Rounds != 2 || rec.Games != 10 || rec.Elapsed.Seconds() != 3 || len(r.Runs) != 1 {
		t.Errorf("%+v, %+v", rec.Summary, r)
	}
}
