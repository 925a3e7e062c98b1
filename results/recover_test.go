package results

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// fullStore adds to richStore a tournament and rows in every table that is created on demand.
func fullStore(t *testing.T) *Store {
	t.Helper()
	s, search, _ := richStore(t)
	must(t, s.BeginExperiment(t.Context(), Experiment{Name: "duel", Config: "a: 1", Source: "x.yaml", Version: "v1"}))
	info := testInfo()
	info.Name = "member"
	member, err := s.BeginInExperiment(t.Context(), info, "duel", "spsa 1")
	must(t, err)
	round, members := testRound(1, 3, 3)
	must(t, member.SaveRound(t.Context(), round, members))
	must(t, member.SaveCheckpoints(t.Context(), []Checkpoint{{Round: 1, Games: 3}}))
	must(t, member.SaveFailures(t.Context(), []Failure{testFailure(1, 0, 1)}))
	must(t, member.Dispute(t.Context(), "two workers disagree", nil))
	must(t, member.Close())
	must(t, s.SaveMatch(t.Context(), "duel", "spsa 1", []rating.Standing{{Agent: "x", Games: 2}}))
	cup := testRun(t, s, testTournament())
	var list []tournament.Result
	for i := range 60 {
		list = append(list, testPairing(i))
		list[i].Origin = &tournament.Origin{Worker: "one", Task: i}
	}
	must(t, cup.SavePairings(t.Context(), list))
	must(t, cup.Finish(t.Context(), Result{Standings: []rating.Standing{{Agent: "c", Games: 90}}}))
	_, err = s.BeginExplanation(t.Context(), search, testTournament().Field)
	must(t, err)
	must(t, s.SaveExplanationPairings(t.Context(), search, []tournament.Result{testPairing(0)}))
	must(t, s.SaveExplanation(t.Context(), search, Explanation{Result: testSpace.Default()}))
	must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error {
		return saveContinued(ctx, tx, 1, Continuation{From: "{games: 1}", To: "{games: 2}", Rounds: 1, Games: 1})
	}))
	return s
}

var asStored = cmp.Options{sameOutcome, sameFloat, cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(Summary{}), cmp.AllowUnexported(Worker{}), cmpopts.EquateEmpty()}

// TestEveryTableCanBeRecovered checks that the list of tables is complete, and that each row of a
// sound store is recognized, with the schema and without it.
func TestEveryTableCanBeRecovered(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	want, err := readAll(t, s)
	must(t, err)
	tables, err := column[string](t.Context(), s.read, "SELECT name FROM sqlite_schema WHERE type = 'table'")
	must(t, err)
	size := map[string]int{}
	for _, table := range tables {
		var n int
		must(t, s.read.QueryRow("SELECT count(*) FROM "+table).Scan(&n))
		if size[table] = n; n == 0 && table != "missing" {
			t.Errorf("the table %s of the test has no rows", table)
		}
		if !knownTable(table) {
			t.Errorf("no form for the table %s", table)
		}
	}
	must(t, s.Close())
	sound, err := os.ReadFile(s.Path())
	must(t, err)
	for _, without := range []string{"", "header", "schema"} {
		t.Run("without "+without, func(t *testing.T) {
			dir := t.TempDir()
			old, to := filepath.Join(dir, "old.db"), filepath.Join(dir, "new.db")
			data := slices.Clone(sound)
			switch without {
			case "header":
				clear(data[:100])
			case "schema":
				clear(data[:4096])
			}
			must(t, os.WriteFile(old, data, 0o600))
			r, err := Recover(t.Context(), old, to)
			must(t, err)
			if r.Complete != len(r.Runs) || len(r.Runs) != 4 || r.Lost > 0 {
				t.Errorf("%+v", r)
			}
			if (r.Detached > 0) != (without == "schema") {
				t.Errorf("%d rows are detached", r.Detached)
			}
			if now, err := os.ReadFile(old); err != nil || !slices.Equal(now, data) {
				t.Error("the old store was changed")
			}
			again, err := OpenReadOnly(to)
			must(t, err)
			defer func() { must(t, again.Close()) }()
			got, err := readAll(t, again)
			must(t, err)
			if !cmp.Equal(want, got, asStored) {
				t.Error(cmp.Diff(want, got, asStored))
			}
			for _, table := range tables {
				var n int
				if size[table] > 0 {
					must(t, again.read.QueryRow("SELECT count(*) FROM "+table).Scan(&n))
				}
				if n != size[table] {
					t.Errorf("%s: %d rows, want %d", table, n, size[table])
				}
			}
			h, err := Check(t.Context(), to)
			must(t, err)
			if !h.Sound() {
				t.Errorf("%+v", h)
			}
		})
	}
}

// manyRuns writes a store with searches and tournaments of different sizes, of which some were
// deleted, and returns the ids.
func manyRuns(t *testing.T) (s *Store, ids []string) {
	t.Helper()
	s = testStore(t)
	for i := range 12 {
		var run *Run
		if i%3 == 2 {
			info := testTournament()
			info.Name = ""
			run = testRun(t, s, info)
			var list []tournament.Result
			for n := range 300 {
				list = append(list, testPairing(n))
			}
			must(t, run.SavePairings(t.Context(), list))
			must(t, run.Finish(t.Context(), Result{Standings: []rating.Standing{{Agent: "c", Games: 90}}}))
		} else {
			run = testRun(t, s, testInfo())
			for n := 1; n <= 6+3*i; n++ {
				round, members := testRound(n, 20, 60)
				must(t, run.SaveRound(t.Context(), round, members))
			}
			must(t, run.Close())
		}
		if i == 4 {
			must(t, s.Delete(t.Context(), run.ID()))
			continue
		}
		ids = append(ids, run.ID())
	}
	return s, ids
}

// readRuns returns the records of all runs of a store by id.
func readRuns(t *testing.T, path string) map[string]Record {
	t.Helper()
	s, err := OpenReadOnly(path)
	must(t, err)
	defer func() { must(t, s.Close()) }()
	list, err := s.Runs(t.Context())
	must(t, err)
	out := map[string]Record{}
	for _, sum := range list {
		rec, err := s.Get(t.Context(), sum.ID)
		must(t, err)
		out[sum.ID] = rec
	}
	return out
}

// TestCutStores cuts off 10, 30 and 50% of a store. What comes back must be as it was written, and
// every run that is not as before must be marked.
func TestCutStores(t *testing.T) {
	t.Parallel()
	s, ids := manyRuns(t)
	want := map[string]Record{}
	for _, id := range ids {
		rec, err := s.Get(t.Context(), id)
		must(t, err)
		want[id] = rec
	}
	must(t, s.Close())
	sound, err := os.ReadFile(s.Path())
	must(t, err)
	cuts := []int{10, 50}
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		cuts = []int{10, 30, 50}
	}
	for _, cut := range cuts {
		t.Run(fmt.Sprintf("%d%%", cut), func(t *testing.T) {
			dir := t.TempDir()
			old, to := filepath.Join(dir, "old.db"), filepath.Join(dir, "new.db")
			must(t, os.WriteFile(old, sound[:len(sound)*(100-cut)/100], 0o600))
			if s, err := OpenReadOnly(old); err == nil {
				_, err = readAll(t, s)
				must(t, s.Close())
				if err == nil {
					t.Error("a cut store reads as a sound one")
				}
			}
			h, err := Check(t.Context(), old)
			must(t, err)
			if h.Sound() || h.Recovery == nil {
				t.Errorf("checked: %+v", h)
			}
			r, err := Recover(t.Context(), old, to)
			must(t, err)
			if h.Recovery != nil && !cmp.Equal(*h.Recovery, r) {
				t.Errorf("check and recover differ: %s", cmp.Diff(*h.Recovery, r))
			}
			got := readRuns(t, to)
			complete, rounds, games := 0, 0, 0
			for id, rec := range got {
				rounds, games = rounds+rec.Rounds, games+rec.Games
				before, known := want[id]
				switch {
				case !known:
					t.Errorf("run %s had been deleted", id)
				case rec.Missing == "":
					complete++
					if !cmp.Equal(before, rec, asStored) {
						t.Errorf("run %s: %s", id, cmp.Diff(before, rec, asStored))
					}
				}
			}
			t.Logf("%d of %d runs complete, %d in part (%d rounds, %d games); %d without their config", complete, len(ids), len(got)-complete, rounds, games, r.Lost)
			if r.Damaged < 1 { // pages above the end of the file
				t.Errorf("%d pages and rows are damaged", r.Damaged)
			}
			if complete != r.Complete {
				t.Errorf("%d complete runs reported, %d read", r.Complete, complete)
			}
			if h, err := Check(t.Context(), to); err != nil || !h.Sound() {
				t.Errorf("the recovered store: %+v, %v", h, err)
			}
			if len(got) != len(ids) {
				t.Errorf("%d of %d runs came back", len(got), len(ids))
			}
			// Half of the file may contain a page of a small table with rows of all runs.
			if slots := len(ids) * (100 - cut) / 100; cut < 50 && complete < slots/2 {
				t.Errorf("%d of %d runs came back complete", complete, len(ids))
			}
		})
	}
}

// TestRunsWithWholePagesComeBack zeroes every page that only later runs use: a run whose own rows
// are all left must come back complete although the pages above them are lost.
func TestRunsWithWholePagesComeBack(t *testing.T) {
	t.Parallel()
	s, ids := manyRuns(t)
	must(t, s.Close())
	sound, err := os.ReadFile(s.Path())
	must(t, err)
	const page = 4096
	rng := rand.New(rand.NewPCG(3, 4))
	interior, trials := 0, 3
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		trials = 12
	}
	for trial := range trials {
		dir := t.TempDir()
		old, to := filepath.Join(dir, "old.db"), filepath.Join(dir, "new.db")
		data := slices.Clone(sound)
		for at := page; at < len(data); at += page { // all interior pages of tables with rowids, and their roots
			if data[at] == 0x05 && rng.IntN(2) == 0 {
				clear(data[at : at+page])
				interior++
			}
		}
		must(t, os.WriteFile(old, data, 0o600))
		r, err := Recover(t.Context(), old, to)
		must(t, err)
		if r.Complete != len(ids) {
			t.Errorf("trial %d: %d of %d runs: %+v", trial, r.Complete, len(ids), r.Runs)
		}
	}
	if interior == 0 {
		t.Error("the store is too small for the test")
	}
}

// TestRecoveryIsHonest damages stores in many places: a recovered run is as before or is marked.
func TestRecoveryIsHonest(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	s := fullStore(t)
	list, err := s.Runs(t.Context())
	must(t, err)
	want := map[string]Record{}
	for _, sum := range list {
		rec, err := s.Get(t.Context(), sum.ID)
		must(t, err)
		want[sum.ID] = rec
	}
	must(t, s.Close())
	sound, err := os.ReadFile(s.Path())
	must(t, err)
	rng := rand.New(rand.NewPCG(5, 6))
	trials, recovered, marked := 6, 0, 0
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		trials = 400
	}
	dir := t.TempDir()
	for i := range trials {
		data := slices.Clone(sound)
		at := rng.IntN(len(data))
		switch i % 3 {
		case 0:
			clear(data[at:min(at+4096, len(data))])
		case 1:
			data[at] ^= 1 << rng.IntN(8)
		case 2:
			for k := at; k < min(at+200, len(data)); k++ {
				data[k] = byte(rng.Uint32())
			}
		}
		old, to := filepath.Join(dir, fmt.Sprintf("old%d.db", i)), filepath.Join(dir, fmt.Sprintf("new%d.db", i))
		must(t, os.WriteFile(old, data, 0o600))
		if _, err := Recover(t.Context(), old, to); err != nil {
			t.Errorf("trial %d: %v", i, err)
			continue
		}
		for id, rec := range readRuns(t, to) {
			before, known := want[id]
			if !known {
				t.Errorf("trial %d: run %s", i, id)
				continue
			}
			recovered++
			if rec.Missing != "" {
				marked++
				continue
			}
			if len(before.Tags) == len(rec.Tags) { // tags have no checksums
				before.Tags = rec.Tags
			}
			if !cmp.Equal(before, rec, asStored) {
				t.Errorf("trial %d, byte %d: run %s is not marked: %s", i, at, id, cmp.Diff(before, rec, asStored))
			}
		}
	}
	t.Logf("%d trials: %d runs, %d of them marked", trials, recovered, marked)
	if marked < trials/20 || recovered < trials*3 {
		t.Errorf("%d of %d runs marked: the test shows little", marked, recovered)
	}
}

// TestLostOptionalRowsAreNamed loses the first page of each table whose rows only some runs have. Every
// run that can have had such rows is marked. The tables are those with a script in tableForms, so that a new
// table cannot be forgotten, and the table of tags.
func TestLostOptionalRowsAreNamed(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error { return saveMissing(ctx, tx, 1, "a round", true) }))
	tables := []string{"tag"}
	for _, table := range tableForms {
		if table.script != "" && table.name != "beginning" { // its rows repeat those of the table run
			tables = append(tables, table.name)
		}
	}
	roots := map[string]int{}
	for _, table := range tables {
		var root int
		must(t, s.read.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = ?", table).Scan(&root))
		roots[table] = root
	}
	must(t, s.Close())
	sound, err := os.ReadFile(s.Path())
	must(t, err)
	marks := map[string]struct {
		what string
		runs int // of the four runs one is a grid search and one a tournament
	}{
		"tag": {"tags", 4}, "failure": {"failures", 3}, "dispute": {"disputes", 3}, "worker": {"workers", 3}, "origin": {"workers", 3},
		"missing": {"a list of earlier losses", 4}, "continued": {"earlier budgets", 3}, "checkpoint": {"checkpoints", 2},
		"processor": {"the kinds of processor that computed it, if they were stored", 4}, "rules": {"the version of its rules, if it was stored", 4},
		"explanation": {"an explanation", 2}, "explanation_pairing": {"an explanation", 2},
		"experiment": {"its experiment", 2}, "experiment_run": {"its experiment", 2},
	}
	for _, table := range tables {
		want, known := marks[table]
		if !known {
			t.Errorf("the loss of the table %s is not tested", table)
		}
		for _, withSchema := range []bool{true, false} {
			data := slices.Clone(sound)
			at := (roots[table] - 1) * 4096
			clear(data[at : at+4096])
			if !withSchema {
				clear(data[:4096])
			}
			dir := t.TempDir()
			old, to := filepath.Join(dir, "old.db"), filepath.Join(dir, "new.db")
			must(t, os.WriteFile(old, data, 0o600))
			r, err := Recover(t.Context(), old, to)
			must(t, err)
			marked := 0
			for _, run := range r.Runs {
				certain, list, _ := strings.Cut(run.Missing, "if it had any: ")
				lost := strings.Split(list, ", ")
				if slices.Contains(lost, want.what) || slices.Contains(strings.Split(certain, "; "), want.what) || want.what == "workers" && strings.Contains(certain, lostWorkers) {
					marked++
				}
				if slices.Contains(lost, "tags") && withSchema && table != "tag" {
					t.Errorf("%s: run %s has lost %q", table, run.ID, run.Missing)
				}
			}
			if marked != want.runs {
				t.Errorf("%s, schema %v: %d runs of %d are marked: %+v", table, withSchema, marked, len(r.Runs), r.Runs)
			}
		}
	}
}

// TestAnIncompleteRun checks what a recovered run of which rows are lost shows, and what it
// refuses.
func TestAnIncompleteRun(t *testing.T) {
	t.Parallel()
	whole := testStore(t)
	run := testRun(t, whole, testInfo())
	for n := 1; n <= 3; n++ {
		round, members := testRound(n, 6, 8)
		round.Results[0].Games[0].Detail().Moves = []engines.Move{5}
		must(t, run.SaveRound(t.Context(), round, members))
	}
	must(t, run.Close())
	must(t, testRun(t, whole, testInfo()).Close()) // of which nothing is lost but in the last cases
	must(t, whole.Close())
	for _, test := range []struct {
		lose, missing string
		resumable     bool
	}{
		{"DELETE FROM played WHERE generation = 2", "the games of round 2", true},
		{"DELETE FROM played WHERE generation IN (1, 3); DELETE FROM snapshot WHERE generation = 3", "the games of rounds 1, 3; the state of the strategy after round 3", false},
		{"PRAGMA foreign_keys = 0; DELETE FROM generation WHERE number = 2", "round 2 of 3", true},
		{"PRAGMA foreign_keys = 0; DELETE FROM generation WHERE number > 1", "rounds 2-3 of 3", false},
		{"PRAGMA foreign_keys = 0; DELETE FROM generation", "rounds 1-3 of 3", false},
		{"DELETE FROM record", "moves of rounds 1-3", true},
		{"DELETE FROM record WHERE generation = 2", "moves of round 2", true},
		{"DELETE FROM progress", "the number of its rounds and pairings, of which more may be missing", false},
		{"UPDATE run SET note = 'x'", "its name, note and result", false},
		{"PRAGMA foreign_keys = 0; DELETE FROM run", "its name, note and result", false},
		{"UPDATE run SET config = 'x'; DELETE FROM beginning", "lost", false},
		{"DELETE FROM rules WHERE run = 1", "the version of its rules, if it was stored", true},
		{"UPDATE rules SET data = '\"3\"' WHERE run = 1", "the version of its rules, if it was stored", true},
		{"DELETE FROM processor WHERE run = 1", "the kinds of processor that computed it, if they were stored", true},
	} {
		t.Run(test.lose, func(t *testing.T) {
			t.Parallel()
			s := copied(t, whole)
			_, err := s.write.conn.ExecContext(t.Context(), test.lose)
			must(t, err)
			must(t, s.Close())
			to := filepath.Join(t.TempDir(), "new.db")
			r, err := Recover(t.Context(), s.Path(), to)
			if test.missing == "lost" {
				if err == nil || !strings.Contains(err.Error(), "no run can be read") {
					t.Errorf("%+v, %v", r, err)
				}
				if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("a store without runs is left: %v", err)
				}
				return
			}
			must(t, err)
			if len(r.Runs) != 2 || r.Runs[0].Missing != test.missing {
				t.Fatalf("%+v", r)
			}
			again, err := Open(to)
			must(t, err)
			defer func() { must(t, again.Close()) }()
			if h, err := Check(t.Context(), to); err != nil || !h.Sound() || h.Runs[0].Missing != test.missing {
				t.Errorf("%+v, %v", h, err)
			}
			second := filepath.Join(t.TempDir(), "twice.db")
			twice, err := Recover(t.Context(), to, second)
			must(t, err)
			for i, again := range twice.Runs {
				rest, found := strings.CutPrefix(again.Missing, r.Runs[i].Missing)
				if !found || strings.HasPrefix(rest, "; "+r.Runs[i].Missing) {
					t.Errorf("recovered once more: %q after %q", again.Missing, r.Runs[i].Missing)
				}
			}
			sum, err := again.Info(t.Context(), run.ID())
			must(t, err)
			if sum.Missing != test.missing || sum.Status != Interrupted {
				t.Errorf("%+v", sum)
			}
			resumed, _, err := again.Resume(t.Context(), run.ID(), "")
			if test.resumable != (err == nil) || err != nil && !errors.Is(err, ErrIncomplete) {
				t.Errorf("resumed: %v", err)
			}
			if err == nil {
				round, members := testRound(4, 6, 8)
				must(t, resumed.SaveRound(t.Context(), round, members))
				must(t, resumed.Close())
			}
			last, err := Open(second)
			must(t, err)
			defer func() { must(t, last.Close()) }()
			resumed, _, err = last.Resume(t.Context(), run.ID(), "")
			if test.resumable != (err == nil) || err != nil && !errors.Is(err, ErrIncomplete) {
				t.Errorf("recovered once more and resumed: %v", err)
			}
			if err == nil {
				must(t, resumed.Close())
			}
		})
	}
}

// TestAnIncompleteTournament loses agents and pairings of a tournament.
func TestAnIncompleteTournament(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0), testPairing(1), testPairing(2)}))
	must(t, run.Finish(t.Context(), Result{Standings: []rating.Standing{{Agent: testTournament().Field[1].Name, Games: 90}}}))
	_, err := s.write.conn.ExecContext(t.Context(), "DELETE FROM field WHERE number = 1; DELETE FROM journal WHERE number = 1")
	must(t, err)
	must(t, s.Close())
	to := filepath.Join(t.TempDir(), "new.db")
	_, err = Recover(t.Context(), s.Path(), to)
	must(t, err)
	again, err := OpenReadOnly(to)
	must(t, err)
	defer func() { must(t, again.Close()) }()
	rec, err := again.Get(t.Context(), run.ID())
	must(t, err)
	if rec.Missing != "1 of 3 pairings; agent 2" || rec.Pairings != 2 || rec.Field[1].Name != "lost agent 2" || rec.Field[0].Name != testTournament().Field[0].Name {
		t.Errorf("%q, %d pairings, %v", rec.Missing, rec.Pairings, rec.Field)
	}
	n := 0
	for _, err := range again.Pairings(t.Context(), run.ID(), 0) {
		must(t, err)
		n++
	}
	if n != 2 {
		t.Errorf("%d pairings", n)
	}
}

// TestAnIncompleteGrid loses the points of a finished grid search.
func TestAnIncompleteGrid(t *testing.T) {
	t.Parallel()
	for lose, missing := range map[string]string{
		"DELETE FROM grid":                "its grid, if it was small enough to be stored",
		"DELETE FROM grid WHERE run = -1": "",
	} {
		s := testStore(t)
		info := testInfo()
		info.Kind = Grid
		run := testRun(t, s, info)
		must(t, run.SaveGrid(t.Context(), testGrid()))
		must(t, run.Finish(t.Context(), Result{Weights: testSpace.Default()}))
		_, err := s.write.conn.ExecContext(t.Context(), lose)
		must(t, err)
		must(t, s.Close())
		r, err := Recover(t.Context(), s.Path(), filepath.Join(t.TempDir(), "new.db"))
		must(t, err)
		if len(r.Runs) != 1 || r.Runs[0].Missing != missing {
			t.Errorf("%s: %+v", lose, r)
		}
	}
}

// TestRecoverRefuses checks that recovering overwrites nothing.
func TestRecoverRefuses(t *testing.T) {
	t.Parallel()
	s, _, _ := richStore(t)
	must(t, s.Close())
	there := filepath.Join(t.TempDir(), "there.db")
	must(t, os.WriteFile(there, []byte("a letter"), 0o600))
	if _, err := Recover(t.Context(), s.Path(), there); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if text, err := os.ReadFile(there); err != nil || string(text) != "a letter" {
		t.Errorf("%q, %v", text, err)
	}
	to := filepath.Join(t.TempDir(), "new.db")
	for _, from := range []string{there, filepath.Join(t.TempDir(), "none.db")} {
		if _, err := Recover(t.Context(), from, to); err == nil {
			t.Errorf("%s: recovered", from)
		}
		if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a new file is left", from)
		}
	}
}

// TestRecoverReadsTheLog recovers a store whose newest round is in the log alone, as after a kill.
func TestRecoverReadsTheLog(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 6, 8)
	must(t, run.SaveRound(t.Context(), round, members))
	dir := t.TempDir()
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(s.Path() + suffix)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, "old.db"+suffix), data, 0o600))
	}
	r, err := Recover(t.Context(), filepath.Join(dir, "old.db"), filepath.Join(dir, "new.db"))
	must(t, err)
	if r.Complete != 1 {
		t.Errorf("%+v", r)
	}
	if rec := readRuns(t, filepath.Join(dir, "new.db"))[run.ID()]; rec.Rounds != 1 || rec.Status != Interrupted || rec.Ended != (time.Time{}) {
		t.Errorf("%+v", rec.Summary)
	}
}

// TestRecoveryCounts checks what is reported of rows that cannot be read. Rows of tables that are not
// of the store do not count.
func TestRecoveryCounts(t *testing.T) {
	t.Parallel()
	whole, pages := 0, 0
	for _, test := range []struct {
		change              string
		gone, damaged, lost int
	}{
		{"DELETE FROM tag WHERE run = -1", 0, 0, 0},
		{"CREATE TABLE other (x, y); INSERT INTO other VALUES (1, 2), (3, 4)", 0, 0, 0},
		{"UPDATE generation SET games = games + 1 WHERE number > 1", 2, 2, 0},
		{"UPDATE tag SET tag = 'two words'", 1, 1, 0},
		{"UPDATE run SET config = 'x' WHERE key = 1; DELETE FROM beginning WHERE run = 1", 2, 1, 1},
	} {
		s, _, _ := richStore(t)
		must(t, testRun(t, s, testInfo()).Close())
		_, r := recovered(t, s, test.change)
		if whole == 0 {
			whole, pages = r.Rows, r.Pages
		}
		if r.Rows != whole-test.gone || r.Damaged != test.damaged || r.Lost != test.lost || r.Detached != 0 || r.Uncertain || r.Pages < pages || r.Declared != r.Pages {
			t.Errorf("%s: %+v; the whole store has %d rows", test.change, r, whole)
		}
		if want := 3 - test.lost; len(r.Runs) != want {
			t.Errorf("%s: %d runs, want %d", test.change, len(r.Runs), want)
		}
	}
}

// TestDamagedStates checks which values of a run's row are kept if some of them do not match the
// checksum of its state.
func TestDamagedStates(t *testing.T) {
	t.Parallel()
	rows, _ := storedRows(t)
	sound := rows["run"]
	for name, test := range map[string]struct {
		column int
		value  any
		kept   bool
	}{
		"nothing":                {runStateSum, sound[runStateSum], true},
		"an old row":             {runStateSum, nil, true},
		"a checksum that is one": {runStateSum, "x", true},
		"another checksum":       {runStateSum, int64(1), false},
		"the name":               {runName, "x", false},
		"the status":             {runStatus, string(Running), false},
		"the end":                {runEnded, nil, false},
		"the result":             {runResult, "{}", false},
		"the note":               {runNote, "x", false},
		"the verdict":            {runVerdict, "x", false},
		"a note that is no text": {runNote, int64(1), false},
	} {
		values := slices.Clone(sound)
		values[test.column] = test.value
		forgetDamagedState(values)
		want := slices.Clone(sound)
		if want[runStateSum] = values[runStateSum]; !test.kept {
			want[runName], want[runStatus], want[runNote] = "", string(Interrupted), lostNote
			want[runEnded], want[runResult], want[runVerdict] = nil, nil, nil
		}
		if !cmp.Equal(want, values) {
			t.Errorf("%s: %v, want %v", name, values, want)
		}
		if _, ok := test.value.(string); ok && test.column == runStateSum && values[runStateSum] != nil {
			t.Errorf("%s: kept", name)
		}
	}
	for status, want := range map[string]bool{"running": true, "interrupted": true, "finished": true, "": false, "other": false} {
		if got := knownStatus(status); got != want {
			t.Errorf("%q is a status: %v", status, got)
		}
		values := slices.Clone(sound)
		values[runStatus], values[runStateSum] = status, nil
		if forgetDamagedState(values); (values[runNote] != lostNote) != want {
			t.Errorf("the status %q: %v", status, values)
		}
	}
}

// Files of a store that are not there need not be removed.
func TestRemoveStore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s.db")
	for _, suffixes := range [][]string{nil, {""}, {"", "-wal", "-shm", "-journal"}} {
		for _, suffix := range suffixes {
			must(t, os.WriteFile(path+suffix, []byte("x"), 0o600))
		}
		must(t, removeStore(path))
		if left, _ := filepath.Glob(path + "*"); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
	must(t, os.MkdirAll(filepath.Join(path, "folder"), 0o700))
	if err := removeStore(path); err == nil {
		t.Error("a folder was removed")
	}
}

// A run of which only the beginning is left comes back, unless the list of free pages is lost and the
// row is on a detached page: then the run may have been deleted.
func TestBeginningsOfDeletedRuns(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	must(t, run.Close())
	must(t, testRun(t, s, testInfo()).Close())
	_, err := s.write.conn.ExecContext(t.Context(), "PRAGMA foreign_keys = 0; DELETE FROM run WHERE key = 2; DELETE FROM progress WHERE run = 2")
	must(t, err)
	must(t, s.Close())
	sound, err := os.ReadFile(s.Path())
	must(t, err)
	for _, test := range []struct {
		cleared, runs, lost int
		uncertain           bool // the list of free pages is lost, and rows are on detached pages
	}{{0, 2, 0, false}, {100, 2, 0, false}, {4096, 1, 1, true}} {
		dir := t.TempDir()
		old := filepath.Join(dir, "old.db")
		data := slices.Clone(sound)
		clear(data[:test.cleared])
		must(t, os.WriteFile(old, data, 0o600))
		r, err := Recover(t.Context(), old, filepath.Join(dir, "new.db"))
		must(t, err)
		if len(r.Runs) != test.runs || r.Lost != test.lost || r.Runs[0].ID != run.ID() || r.Runs[0].Missing != "" || r.Uncertain != test.uncertain {
			t.Errorf("%d bytes cleared: %+v", test.cleared, r)
		}
	}
}
