package results

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// by sets the worker that played the pairings from to to of a list, as one task.
func by(list []tournament.Result, worker string, from, to, task int, agreed ...string) {
	o := &tournament.Origin{Worker: worker, Host: "host of " + worker, Build: "v1", Slots: 2, Task: task}
	for _, id := range agreed {
		o.Agreed = append(o.Agreed, tournament.Agreement{Worker: id, Task: task})
	}
	for i := from; i <= to; i++ {
		list[i].Origin = o
	}
}

// searchOnWorkers stores three rounds. In each, worker a plays pairings 0 to 2 and b the others. In
// the first round b agrees with a, and in the second a agrees with b.
func searchOnWorkers(t *testing.T, s *Store) *Run {
	t.Helper()
	run := testRun(t, s, testInfo())
	for n := 1; n <= 3; n++ {
		round, members := testRound(n, 4, 6)
		var agreedA, agreedB []string
		switch n {
		case 1:
			agreedA = []string{"a", "b"}
		case 2:
			agreedB = []string{"b", "a"}
		}
		by(round.Results, "a", 0, 2, 2*n, agreedA...)
		by(round.Results, "b", 3, 5, 2*n, agreedB...)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	return run
}

func TestWorkersAreStored(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := searchOnWorkers(t, s)
	rec, err := run.Record(t.Context())
	must(t, err)
	want := []Worker{
		{ID: "a", Host: "host of a", Build: "v1", Slots: 2, Pairings: 9, Confirmed: 3},
		{ID: "b", Host: "host of b", Build: "v1", Slots: 2, Pairings: 9, Confirmed: 3},
	}
	if diff := cmp.Diff(want, rec.Workers, cmp.AllowUnexported(Worker{})); diff != "" {
		t.Error(diff)
	}
}

// TestAWorkerThatConfirmedBefore checks that a worker is stored with its host, build and slots if, in
// one list of results, it confirms those of another worker before its own follow.
func TestAWorkerThatConfirmedBefore(t *testing.T) {
	t.Parallel()
	run := testRun(t, testStore(t), testInfo())
	round, members := testRound(1, 4, 6)
	by(round.Results, "a", 0, 2, 1, "a", "b")
	by(round.Results, "b", 3, 5, 1)
	must(t, run.SaveRound(t.Context(), round, members))
	rec, err := run.Record(t.Context())
	must(t, err)
	want := []Worker{
		{ID: "a", Host: "host of a", Build: "v1", Slots: 2, Pairings: 3, Confirmed: 3},
		{ID: "b", Host: "host of b", Build: "v1", Slots: 2, Pairings: 3},
	}
	if diff := cmp.Diff(want, rec.Workers, cmp.AllowUnexported(Worker{})); diff != "" {
		t.Error(diff)
	}
}

// The groups of a row read back, and other texts are errors.
func TestOriginsReadBack(t *testing.T) {
	t.Parallel()
	groups := []origin{{worker: 0, from: 0, to: 7, task: 5}, {worker: 12, from: 8, to: 8, slot: 3, task: 1, agreed: []agreement{{12, 1}, {0, 6}}}, {worker: 1, from: 900, to: 1000, task: 2, agreed: []agreement{{1, 2}}}}
	const text = "0:0-7#5 12:8@3#1+12#1,0#6 1:900-1000#2+1#2"
	if got := formatOrigins(groups); got != text {
		t.Errorf("%q", got)
	}
	got, err := parseOrigins(text)
	if diff := cmp.Diff(groups, got, cmp.AllowUnexported(origin{}, agreement{})); diff != "" || err != nil {
		t.Error(diff, err)
	}
	for _, bad := range []string{"0", "0:", ":1", "0:3-1", "0:-1", "0:1@", "0:1@x#1", "0:1#1+", "0:1#1+,", "a:1#1", "0:1-2-3#1", "0:1", "0:1#x", "0:1#1+2", "0:1#1+2#-1"} {
		if got, err := parseOrigins(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, got)
		}
	}
}

func FuzzOrigins(f *testing.F) {
	f.Add("0:0-7#5 12:8@3#1+12#1,0#6")
	f.Fuzz(func(t *testing.T, text string) {
		groups, err := parseOrigins(text)
		if err != nil {
			return
		}
		again, err := parseOrigins(formatOrigins(groups))
		if err != nil || !slices.EqualFunc(groups, again, func(a, b origin) bool {
			return a.worker == b.worker && a.from == b.from && a.to == b.to && a.slot == b.slot && a.task == b.task && slices.Equal(a.agreed, b.agreed)
		}) {
			t.Errorf("%q: %+v, %+v, %v", text, groups, again, err)
		}
	})
}

// Retract removes the first round with an unconfirmed result of a worker, and all later ones.
func TestRetractRounds(t *testing.T) {
	t.Parallel()
	for worker, want := range map[string]Retracted{
		// b agreed with a in round 1, and a with b at the end of round 2.
		"a":          {Round: 3, Rounds: 1},
		"b":          {Round: 3, Rounds: 1},
		"a stranger": {},
	} {
		t.Run(worker, func(t *testing.T) {
			s := testStore(t)
			run := searchOnWorkers(t, s)
			got, err := run.Retract(t.Context(), []string{worker})
			must(t, err)
			if got != want {
				t.Fatalf("%+v", got)
			}
			must(t, run.Close())
			again, p, err := s.Resume(t.Context(), run.ID(), "")
			must(t, err)
			if p.Round != 3-want.Rounds || p.Games != 6*p.Round || string(p.Snapshot) == "" {
				t.Errorf("%+v", p)
			}
			rec, err := again.Record(t.Context()) // it compares counts and rows
			must(t, err)
			if rec.Rounds != p.Round || len(rec.Generations) != p.Round {
				t.Errorf("%d rounds", rec.Rounds)
			}
			must(t, again.Close())
		})
	}
}

// If rounds are removed whose states are not stored any more, the run is resumed after the last
// round that is left, without a state.
func TestRetractFurtherThanStates(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 5; n++ {
		round, members := testRound(n, 4, 6)
		if n == 2 {
			by(round.Results, "a", 2, 4, n)
		}
		by(round.Results, "b", 5, 5, n+1)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	got, err := run.Retract(t.Context(), []string{"a"})
	must(t, err)
	p, err := s.ResumePoint(t.Context(), run.ID())
	must(t, err)
	if got != (Retracted{Round: 2, Rounds: 4}) || p.Round != 1 || p.Games != 6 || p.Snapshot != nil {
		t.Errorf("%+v, %+v", got, p)
	}
	round, members := testRound(2, 4, 6)
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.RemoveRounds(t.Context()))
	round, members = testRound(1, 4, 6)
	must(t, run.SaveRound(t.Context(), round, members))
	rec, err := run.Record(t.Context())
	must(t, err)
	if rec.Rounds != 1 || rec.Games != 6 {
		t.Errorf("%d rounds, %d games", rec.Rounds, rec.Games)
	}
}

// Retract removes the unconfirmed pairings of a tournament and no others.
func TestRetractPairings(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	var list []tournament.Result
	for i := range 12 {
		list = append(list, testPairing(i))
	}
	by(list, "a", 0, 3, 1)
	by(list, "b", 4, 5, 2)
	by(list, "a", 6, 7, 3, "a", "b")
	by(list, "a", 8, 9, 4)
	by(list, "b", 10, 11, 5)
	must(t, run.SavePairings(t.Context(), list[:6]))
	must(t, run.SavePairings(t.Context(), list[6:]))
	must(t, run.Dispute(t.Context(), "a and b", []string{"a", "b"}))
	suspects, err := run.Suspects(t.Context())
	must(t, err)
	if !slices.Equal(suspects, []string{"a", "b"}) {
		t.Errorf("%q", suspects)
	}
	used, err := run.Exclude(t.Context(), Worker{ID: "a", Excluded: "wrong"})
	must(t, err)
	got, err := run.Retract(t.Context(), []string{"a"})
	must(t, err)
	if !used || got != (Retracted{Pairings: 2}) {
		t.Errorf("%v, %+v", used, got)
	}
	var left []int
	for r, err := range s.Journal(t.Context(), run.ID(), 0) {
		must(t, err)
		left = append(left, r.Index)
	}
	if !slices.Equal(left, []int{0, 1, 2, 3, 4, 5, 6, 7, 10, 11}) {
		t.Errorf("%d", left)
	}
	rec, err := run.Record(t.Context())
	must(t, err)
	if rec.Disputed != "" || rec.Workers[0].Excluded != "wrong" || rec.Workers[0].Pairings != 6 || rec.Workers[1].Pairings != 4 {
		t.Errorf("%q, %+v", rec.Disputed, rec.Workers)
	}
	if used, err := run.Exclude(t.Context(), Worker{ID: "a", Excluded: "again"}); err != nil || used {
		t.Errorf("%v, %v", used, err)
	}
}

// Of a verification, the later pairings are removed too, because they depend on the playoff.
func TestRetractVerification(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 4, 6)
	must(t, run.SaveRound(t.Context(), round, members))
	var list []tournament.Result
	for i := range 6 {
		list = append(list, testPairing(i))
	}
	by(list, "a", 0, 1, 1)
	by(list, "b", 2, 5, 2)
	must(t, run.SavePairings(t.Context(), list))
	got, err := run.Retract(t.Context(), []string{"b"})
	must(t, err)
	if got != (Retracted{Pairings: 4}) {
		t.Errorf("%+v", got)
	}
	if got, err = run.Retract(t.Context(), []string{"a"}); err != nil || got != (Retracted{Pairings: 2}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// The latest unconfirmed task of a worker may span several groups of pairings.
func TestLatestUnconfirmed(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	if latest, err := run.LatestUnconfirmed(t.Context()); err != nil || latest != nil {
		t.Errorf("of a run without workers: %v, %v", latest, err)
	}
	for n := 1; n <= 3; n++ {
		round, members := testRound(n, 4, 8)
		switch n {
		case 1: // a and c agree on task 1 of both
			by(round.Results, "a", 0, 3, 1, "a", "c")
			by(round.Results, "b", 4, 7, 9)
		case 2: // a's latest task surrounds c's confirmed one; b's is older than its task 9
			by(round.Results, "a", 0, 5, 5)
			by(round.Results, "c", 2, 3, 1)
			by(round.Results, "b", 6, 7, 4)
		case 3:
			by(round.Results, "a", 0, 1, 3)
		}
		must(t, run.SaveRound(t.Context(), round, members))
	}
	latest, err := run.LatestUnconfirmed(t.Context())
	must(t, err)
	want := []Unchecked{{"a", 2, 0, 1}, {"a", 2, 4, 5}, {"b", 1, 4, 7}}
	if diff := cmp.Diff(want, latest); diff != "" {
		t.Error(diff)
	}
}

// What belongs to no round that is removed remains: failures, checkpoints and moves.
func TestRemovedRoundsTakeTheirRows(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	forfeit := engines.Forfeit{Kind: engines.ForfeitCrashed}
	var checkpoints []Checkpoint
	for n := 1; n <= 3; n++ {
		round, members := testRound(n, 4, 6)
		round.Results[1].Games[0] = engines.ForfeitRecord(2, forfeit)
		round.Results[2].Games[0].Detail().Moves = []engines.Move{1}
		by(round.Results, "a", 0, 5, n)
		must(t, run.SaveRound(t.Context(), round, members))
		must(t, run.SaveFailures(t.Context(), []Failure{testFailure(n, 1, 1)}))
		checkpoints = append(checkpoints, Checkpoint{Round: n})
	}
	must(t, run.SaveCheckpoints(t.Context(), checkpoints))
	verification := []tournament.Result{testPairing(0), testPairing(1)}
	for i := range verification {
		verification[i].Games[0].Detail().Moves = []engines.Move{1}
	}
	by(verification, "b", 0, 1, 1)
	must(t, run.SavePairings(t.Context(), verification))
	must(t, run.SaveFailures(t.Context(), []Failure{testFailure(0, 0, 3), testFailure(0, 1, 3)}))
	must(t, run.write(t.Context(), func(ctx context.Context, tx transaction) (counts, error) {
		var out Retracted
		c, err := run.remove(ctx, tx, 3, map[int]bool{}, &out)
		if out != (Retracted{Round: 3, Rounds: 1, Pairings: 2}) {
			t.Errorf("%+v", out)
		}
		return c, err
	}))
	if run.counts != (counts{rounds: 2, games: 12, forfeits: 2, seconds: 3}) {
		t.Errorf("%+v", run.counts)
	}
	for table, want := range map[string]int{
		"generation": 2, "played": 2, "failure": 2, "checkpoint": 2, "record": 2, "journal": 0,
		"snapshot": 1, // the store keeps two snapshots, and the snapshot of round 3 is gone
		"origin":   3, // with an empty row of the verification
	} {
		n, err := column[int](t.Context(), run.store.read, "SELECT count(*) FROM "+table)
		if must(t, err); n[0] != want {
			t.Errorf("%s: %d rows, want %d", table, n[0], want)
		}
	}
}

// The seconds of a run do not become negative if those of its rounds add up to more by rounding.
func TestRemovedSecondsAreNotNegative(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 4, 6)
	must(t, run.SaveRound(t.Context(), round, members))
	for before, want := range map[float64]float64{1.25: 0, 1.5: 0, 2: 0.5} {
		run.counts = counts{rounds: 1, games: 6, seconds: before}
		must(t, run.RemoveRounds(t.Context()))
		if run.counts != (counts{seconds: want}) {
			t.Errorf("of %v seconds: %+v", before, run.counts)
		}
		must(t, run.SaveRound(t.Context(), round, members))
	}
}

// Removing pairings from groups of a worker leaves the pairings between them, and groups of rounds.
func TestOriginsWithoutRemovedPairings(t *testing.T) {
	t.Parallel()
	for removed, want := range map[string]string{
		"":        "0:0-5@1#3+1#2 1:6#1",
		"0":       "0:1-5@1#3+1#2 1:6#1",
		"5":       "0:0-4@1#3+1#2 1:6#1",
		"2":       "0:0-1@1#3+1#2 0:3-5@1#3+1#2 1:6#1",
		"1 2 4":   "0:0@1#3+1#2 0:3@1#3+1#2 0:5@1#3+1#2 1:6#1",
		"6":       "0:0-5@1#3+1#2",
		"5 6 7 8": "0:0-4@1#3+1#2",
	} {
		s := testStore(t)
		run := testRun(t, s, testTournament())
		must(t, run.write(t.Context(), func(ctx context.Context, tx transaction) (counts, error) {
			must(t, execute(ctx, tx, originTable))
			for number, generation := range []int{0, 1} {
				const text = "0:0-5@1#3+1#2 1:6#1"
				_, err := tx.ExecContext(ctx, "INSERT INTO origin VALUES (?, ?, ?, ?, ?)", run.key, number, generation, text, int64(originSum(generation, text)))
				must(t, err)
			}
			pairings := map[int]bool{}
			for text := range strings.FieldsSeq(removed) {
				n, err := strconv.Atoi(text)
				must(t, err)
				pairings[n] = true
			}
			must(t, run.removeOrigins(ctx, tx, pairings))
			rows, err := origins(ctx, tx, run.key)
			must(t, err)
			if got := formatOrigins(rows[0].groups); got != want {
				t.Errorf("without %q: %s, want %s", removed, got, want)
			}
			if got := formatOrigins(rows[1].groups); got != "0:0-5@1#3+1#2 1:6#1" {
				t.Errorf("without %q, in a round: %s", removed, got)
			}
			return counts{}, nil
		}))
	}
}

// The pairings of a verification after the first removed one go, although another worker confirms
// them; those before it stay. A tournament loses no others.
func TestLaterPairingsOfAVerification(t *testing.T) {
	t.Parallel()
	for kind, want := range map[Kind][]int{Evolve: {0, 1}, Tournament: {0, 1, 3, 4}} {
		s := testStore(t)
		info := testTournament()
		info.Kind = kind
		run := testRun(t, s, info)
		var list []tournament.Result
		for i := range 5 {
			list = append(list, testPairing(i))
		}
		by(list, "a", 0, 4, 1)
		by(list, "b", 2, 2, 1)
		slices.Reverse(list) // they are stored in the order of the schedule
		must(t, run.SavePairings(t.Context(), list))
		rec, err := run.Record(t.Context())
		must(t, err)
		if w := rec.Workers; len(w) != 2 || w[0].ID != "a" || w[0].Pairings != 4 || w[1].Pairings != 1 {
			t.Errorf("%s: %+v", kind, w)
		}
		if text, err := column[string](t.Context(), s.read, "SELECT played FROM origin"); err != nil || !slices.Equal(text, []string{"0:0-1#1 1:2#1 0:3-4#1"}) {
			t.Errorf("%s: %q, %v", kind, text, err)
		}
		got, err := run.Retract(t.Context(), []string{"b"})
		must(t, err)
		var left []int
		for r, err := range s.Journal(t.Context(), run.ID(), 0) {
			must(t, err)
			left = append(left, r.Index)
		}
		if !slices.Equal(left, want) || got != (Retracted{Pairings: 5 - len(want)}) {
			t.Errorf("%s: %d are left of the verification, %+v", kind, left, got)
		}
	}
}

// Pairings of one task with a gap between them are two groups, and pairings of this process none.
func TestOriginsOfOneTask(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	var list []tournament.Result
	for i := range 6 {
		list = append(list, testPairing(i))
	}
	by(list, "one", 0, 4, 3, "one", "two", "three")
	list[2].Origin = nil
	must(t, run.SavePairings(t.Context(), list[5:])) // played by this process
	must(t, run.SavePairings(t.Context(), list[:5]))
	rows, err := origins(t.Context(), s.read, run.key)
	must(t, err)
	const want = "0:0-1#3+0#3,1#3,2#3 0:3-4#3+0#3,1#3,2#3"
	if len(rows) != 1 || formatOrigins(rows[0].groups) != want {
		t.Errorf("%+v, want %s", rows, want)
	}
	if again, err := parseOrigins(want); err != nil || formatOrigins(again) != want {
		t.Errorf("%+v, %v", again, err)
	}
	rec, err := run.Record(t.Context())
	must(t, err)
	if w := rec.Workers; len(w) != 3 || w[0].Pairings != 4 || w[0].Confirmed != 4 || w[1].Host != "" || w[2].ID != "three" {
		t.Errorf("%+v", w)
	}
}

// What is known of a worker is completed and not forgotten.
func TestWorkersAreCompleted(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	must(t, run.Dispute(t.Context(), "a and b", []string{"b", "a"})) // before any result of theirs is stored
	if ids, err := run.Suspects(t.Context()); err != nil || !slices.Equal(ids, []string{"b", "a"}) {
		t.Errorf("%q, %v", ids, err)
	}
	if reason, err := run.Disputed(t.Context()); err != nil || reason != "a and b" {
		t.Errorf("%q, %v", reason, err)
	}
	if used, err := run.Exclude(t.Context(), Worker{ID: "b", Excluded: "wrong"}); err != nil || used {
		t.Errorf("%v, %v", used, err)
	}
	list := []tournament.Result{testPairing(0)}
	by(list, "b", 0, 0, 1)
	must(t, run.SavePairings(t.Context(), list))
	must(t, run.Dispute(t.Context(), "another", []string{"b"})) // the first reason stays
	rec, err := run.Record(t.Context())
	must(t, err)
	want := []Worker{{ID: "b", Host: "host of b", Build: "v1", Slots: 2, Pairings: 1, Excluded: "wrong", suspect: true}, {ID: "a", suspect: true}}
	if diff := cmp.Diff(want, rec.Workers, cmp.AllowUnexported(Worker{})); diff != "" || rec.Disputed != "a and b" {
		t.Errorf("%q: %s", rec.Disputed, diff)
	}
	if got, err := run.Retract(t.Context(), []string{"a"}); err != nil || got != (Retracted{}) {
		t.Errorf("%+v, %v", got, err)
	}
	if ids, err := run.Suspects(t.Context()); err != nil || !slices.Equal(ids, []string{"b"}) {
		t.Errorf("%q, %v", ids, err)
	}
	if reason, err := run.Disputed(t.Context()); err != nil || reason != "" {
		t.Errorf("%q, %v", reason, err)
	}
}

// A run of which the table of origins was lost has no suspects that could be named.
func TestSuspectsWithoutOrigins(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
	must(t, run.Dispute(t.Context(), "a", []string{"a"}))
	if ids, err := run.Suspects(t.Context()); err != nil || ids != nil {
		t.Errorf("%q, %v", ids, err)
	}
}

// A search on one worker has it in its record, and a store without workers none.
func TestOneWorker(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 3, 3)
	by(round.Results, "a", 0, 2, 1)
	if rec, err := run.Record(t.Context()); err != nil || rec.Workers != nil {
		t.Errorf("%v, %v", rec.Workers, err)
	}
	must(t, run.SaveRound(t.Context(), round, members))
	rec, err := run.Record(t.Context())
	must(t, err)
	if len(rec.Workers) != 1 || rec.Workers[0].Pairings != 3 || rec.Workers[0].Confirmed != 0 {
		t.Errorf("%+v", rec.Workers)
	}
}

// A worker that was never confirmed loses the first round too, and all rounds take the verification
// with them.
func TestRetractTheFirstRound(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(*Run) error{
		"retracted": func(r *Run) error { _, err := r.Retract(t.Context(), []string{"b"}); return err },
		"removed":   func(r *Run) error { return r.RemoveRounds(t.Context()) },
	} {
		s := testStore(t)
		run := testRun(t, s, testInfo())
		round, members := testRound(1, 4, 6)
		by(round.Results, "b", 3, 4, 1)
		must(t, run.SaveRound(t.Context(), round, members))
		must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
		must(t, remove(run))
		rec, err := run.Record(t.Context())
		must(t, err)
		if rec.Rounds != 0 || rec.Games != 0 || rec.Pairings != 0 || len(journalIndices(t, s)) != 0 {
			t.Errorf("%s: %+v", name, rec.Summary)
		}
		must(t, run.SaveRound(t.Context(), round, members)) // it is played again
	}
}
