package results

import (
	"database/sql"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

func TestACopyIsTheSame(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	want, err := readAll(t, s)
	must(t, err)
	to := filepath.Join(t.TempDir(), "copy.db")
	copied, err := Copy(t.Context(), s.Path(), to)
	must(t, err)
	ids := copied.Runs
	if len(ids) != 4 || copied.Total != 4 {
		t.Errorf("copied %+v", copied)
	}
	if left, _ := filepath.Glob(to + "*"); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	again, err := OpenReadOnly(to)
	must(t, err)
	defer func() { must(t, again.Close()) }()
	got, err := readAll(t, again)
	must(t, err)
	if !cmp.Equal(want, got, asStored) {
		t.Error(cmp.Diff(want, got, asStored))
	}
	members, err := again.ExperimentRuns(t.Context(), "duel")
	must(t, err)
	if len(members) != 1 || members[0].Run != ids[2] || len(members[0].Match) != 1 {
		t.Errorf("the experiment has %+v", members)
	}
	if h, err := Check(t.Context(), to); err != nil || !h.Sound() || h.Recovery != nil {
		t.Errorf("%+v, %v", h, err)
	}
}

// TestCopiesGetNewKeys copies runs between stores in which they have different database keys.
func TestCopiesGetNewKeys(t *testing.T) {
	t.Parallel()
	s, search, lattice := richStore(t)
	other := testStore(t)
	first := testRun(t, other, testInfo())
	must(t, first.Close())
	want, err := s.Get(t.Context(), lattice)
	must(t, err)
	copied, err := Copy(t.Context(), s.Path(), other.Path(), "lattice", search)
	must(t, err)
	if want := (Copied{Runs: []string{lattice, search}, Total: 3}); !cmp.Equal(copied, want) {
		t.Errorf("copied %+v, want %+v", copied, want)
	}
	got, err := other.Get(t.Context(), lattice)
	must(t, err)
	if !cmp.Equal(want, got, asStored) {
		t.Error(cmp.Diff(want, got, asStored))
	}
	if n, err := other.Runs(t.Context()); err != nil || len(n) != 3 {
		t.Errorf("%d runs, %v", len(n), err)
	}
}

// TestCopiesAreWholeOrNothing checks that a copy that cannot be made leaves the new store as it was.
func TestCopiesAreWholeOrNothing(t *testing.T) {
	t.Parallel()
	s, search, lattice := richStore(t)
	other := testStore(t)
	_, err := Copy(t.Context(), s.Path(), other.Path(), search)
	must(t, err)
	named := testInfo()
	named.Name = "lattice"
	taken := testStore(t)
	must(t, testRun(t, taken, named).Close())
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	for _, test := range []struct {
		to    string
		names []string
		want  error
	}{
		{other.Path(), []string{lattice, search}, ErrStored},
		{taken.Path(), []string{search, lattice}, ErrNameTaken},
		{fresh, []string{search, "nobody"}, ErrUnknownRun},
		{fresh, []string{search, search}, nil},
		{s.Path(), []string{search}, nil},
	} {
		_, err := Copy(t.Context(), s.Path(), test.to, test.names...)
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%v: %v", test.names, err)
		}
		if errors.Is(err, ErrNameTaken) && !strings.Contains(err.Error(), "lanista runs rename") {
			t.Errorf("the error states no way out: %v", err)
		}
	}
	if _, err := os.Stat(fresh); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a new store is left: %v", err)
	}
	for path, want := range map[string]int{other.Path(): 1, taken.Path(): 1, s.Path(): 2} {
		if list := readRuns(t, path); len(list) != want {
			t.Errorf("%s: %d runs, want %d", path, len(list), want)
		}
	}
	_, err = s.write.conn.ExecContext(t.Context(), "UPDATE played SET genomes = replace(genomes, '9', '8') WHERE generation = 2")
	must(t, err)
	if _, err := Copy(t.Context(), s.Path(), fresh); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), search) {
		t.Errorf("a damaged run was copied: %v", err)
	} else if !strings.HasPrefix(err.Error(), s.Path()+": ") || strings.Contains(err.Error(), fresh) {
		t.Errorf("the error names another store: %v", err)
	}
	whole := fullStore(t)
	_, err = whole.write.conn.ExecContext(t.Context(), "ALTER TABLE experiment_run RENAME COLUMN match TO lost")
	must(t, err)
	if _, err := Copy(t.Context(), whole.Path(), fresh); err == nil || !strings.HasPrefix(err.Error(), whole.Path()+": ") || strings.Contains(err.Error(), fresh) {
		t.Errorf("a list of runs without a column: %v", err)
	}
}

// TestFailedCopyKeepsRunsOfOthers checks that a failed copy removes the new store, but not if another
// process has stored a run there meanwhile.
func TestFailedCopyKeepsRunsOfOthers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fresh.db")
	for stored := range 2 {
		s, err := Open(path)
		must(t, err)
		if stored == 1 {
			other, err := Open(path)
			must(t, err)
			must(t, testRun(t, other, testInfo()).Close())
			must(t, other.Close())
		}
		must(t, removeEmpty(s))
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) != (stored == 0) {
			t.Errorf("%d runs: %v", stored, err)
		}
	}
	path = filepath.Join(t.TempDir(), "unclosed.db")
	s, err := Open(path)
	must(t, err)
	must(t, s.write.conn.Close())
	if err := removeEmpty(s); !errors.Is(err, sql.ErrConnDone) {
		t.Errorf("a store that cannot be closed: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a store that cannot be closed is left: %v", err)
	}
}

// TestCopiesOfAllRunsAreRepeated backs a store up again after its runs have continued. The backup
// receives what it lacks, and keeps a run that has more rounds there.
func TestCopiesOfAllRunsAreRepeated(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	save := func(run *Run, n int) {
		t.Helper()
		round, members := testRound(n, 4, 10)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	search, cup, ahead, done := testRun(t, s, testInfo()), testRun(t, s, testTournament()), testRun(t, s, testInfo()), testRun(t, s, testInfo())
	for _, run := range []*Run{search, ahead, done} {
		save(run, 1)
	}
	must(t, done.Finish(t.Context(), Result{Weights: testSpace.Default()}))
	to := filepath.Join(t.TempDir(), "backup.db")
	_, err := Copy(t.Context(), s.Path(), to)
	must(t, err)

	backup, err := Open(to)
	must(t, err)
	resumed, _, err := backup.Resume(t.Context(), ahead.ID(), "")
	must(t, err)
	save(resumed, 2)
	must(t, resumed.Close())
	must(t, backup.Close())
	save(search, 2)
	must(t, search.Finish(t.Context(), Result{Weights: testSpace.Default()}))
	must(t, cup.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
	added := testRun(t, s, testInfo())
	save(added, 1)

	got, err := Copy(t.Context(), s.Path(), to)
	must(t, err)
	want := Copied{
		Runs: []string{search.ID(), cup.ID(), added.ID()}, Replaced: []string{search.ID(), cup.ID()},
		Present: []string{ahead.ID(), done.ID()}, Total: 5,
	}
	if !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	list := readRuns(t, to)
	for _, test := range []struct {
		run              *Run
		rounds, pairings int
		status           Status
	}{
		{search, 2, 0, Finished}, {cup, 0, 1, Interrupted}, {ahead, 2, 0, Interrupted}, {done, 1, 0, Finished}, {added, 1, 0, Interrupted},
	} {
		if r := list[test.run.ID()]; r.Rounds != test.rounds || r.Pairings != test.pairings || r.Status != test.status {
			t.Errorf("%d rounds, %d pairings, %s; want %+v", r.Rounds, r.Pairings, r.Status, test)
		}
	}
	if h, err := Check(t.Context(), to); err != nil || !h.Sound() {
		t.Errorf("%+v, %v", h, err)
	}
	if got, err := Copy(t.Context(), s.Path(), to); err != nil || len(got.Runs) != 0 || len(got.Present) != 5 {
		t.Errorf("the third copy: %+v, %v", got, err)
	}
}

// A run that was explained since it was copied is copied again, and no other.
func TestCopiesGetLaterExplanations(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	must(t, run.Finish(t.Context(), Result{Weights: testSpace.Default()}))
	to := filepath.Join(t.TempDir(), "copy.db")
	agents := testTournament().Field
	for i, explain := range []func() error{
		func() error { return nil },
		func() error {
			return s.SaveExplanationPairings(t.Context(), run.ID(), []tournament.Result{testPairing(0)})
		},
		func() error {
			return s.SaveExplanationPairings(t.Context(), run.ID(), []tournament.Result{testPairing(1)})
		},
		func() error {
			return s.SaveExplanation(t.Context(), run.ID(), Explanation{Text: "nothing", Result: testSpace.Default()})
		},
	} {
		must(t, explain())
		copied, err := Copy(t.Context(), s.Path(), to)
		must(t, err)
		if replaced := len(copied.Replaced) == 1; replaced != (i > 0) || len(copied.Runs) != 1 {
			t.Errorf("after step %d: %+v", i, copied)
		}
		if copied, err = Copy(t.Context(), s.Path(), to); err != nil || len(copied.Runs) > 0 {
			t.Errorf("after step %d again: %+v, %v", i, copied, err)
		}
		_, err = s.BeginExplanation(t.Context(), run.ID(), agents)
		must(t, err)
	}
	other, err := Open(to)
	must(t, err)
	defer func() { must(t, other.Close()) }()
	if rec, err := other.Get(t.Context(), run.ID()); err != nil || rec.Explanation == nil || rec.Explanation.Text != "nothing" {
		t.Errorf("%+v, %v", rec.Explanation, err)
	}
	if played, err := other.BeginExplanation(t.Context(), run.ID(), agents); err != nil || len(played) != 2 {
		t.Errorf("%d pairings, %v", len(played), err)
	}
}

// TestCopyWhileARunIsWritten copies a store again and again while two runs are written. Each copy
// must be sound and have a prefix of the rounds and pairings, and the writers must not notice.
func TestCopyWhileARunIsWritten(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	search, cup := testRun(t, s, testInfo()), testRun(t, s, testTournament())
	// Every copy allows the writers some more rounds and pairings, which they write meanwhile. Without
	// this limit the store would grow with the time that a copy takes.
	const copies, roundsEach, pairingsEach = 5, 10, 50
	moreRounds, morePairings := make(chan int, copies), make(chan int, copies)
	var writers sync.WaitGroup
	rounds, pairings := 0, 0
	writers.Go(func() {
		for n := range each(moreRounds) {
			n++ // rounds are numbered from 1
			round, members := testRound(n, 20, 100)
			if err := search.SaveRound(t.Context(), round, members); err != nil {
				t.Error(err)
				return
			}
			rounds = n
		}
	})
	writers.Go(func() {
		for n := range each(morePairings) {
			if err := cup.SavePairings(t.Context(), []tournament.Result{testPairing(n)}); err != nil {
				t.Error(err)
				return
			}
			pairings = n + 1
		}
	})
	dir := t.TempDir()
	last, lastPairings := 0, 0
	for i := range copies {
		moreRounds <- roundsEach
		morePairings <- pairingsEach
		to := filepath.Join(dir, string(rune('a'+i))+".db")
		if _, err := Copy(t.Context(), s.Path(), to); err != nil {
			t.Fatal(err)
		}
		if h, err := Check(t.Context(), to); err != nil || !h.Sound() {
			t.Fatalf("copy %d: %+v, %v", i, h, err)
		}
		list := readRuns(t, to)
		a, b := list[search.ID()], list[cup.ID()]
		if a.Status != Interrupted || b.Status != Interrupted || a.Rounds < last || b.Pairings < lastPairings {
			t.Errorf("copy %d: %s after %d rounds, %s after %d pairings", i, a.Status, a.Rounds, b.Status, b.Pairings)
		}
		last, lastPairings = a.Rounds, b.Pairings
	}
	close(moreRounds)
	close(morePairings)
	writers.Wait()
	if last == 0 || lastPairings == 0 || last > rounds || lastPairings > pairings {
		t.Errorf("the last copy has %d of %d rounds and %d of %d pairings", last, rounds, lastPairings, pairings)
	}
	resumed, err := Open(filepath.Join(dir, "e.db"))
	must(t, err)
	defer func() { must(t, resumed.Close()) }()
	run, point, err := resumed.Resume(t.Context(), search.ID(), "")
	must(t, err)
	if point.Round != last {
		t.Errorf("resumed after round %d, not %d", point.Round, last)
	}
	must(t, run.Close())
}

// each yields 0, 1, 2 and so on, as many numbers as the sum of what is received from more.
func each(more <-chan int) iter.Seq[int] {
	return func(yield func(int) bool) {
		n := 0
		for count := range more {
			for range count {
				if !yield(n) {
					return
				}
				n++
			}
		}
	}
}

// TestCopiesOfContinuedRuns backs finished runs up again after they were continued: a tournament with
// more cycles, and a search whose result was verified with more games. A sequential test drops the
// pairings after its decision, so a finished tournament may have fewer of them than before.
func TestCopiesOfContinuedRuns(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	to := filepath.Join(t.TempDir(), "backup.db")
	id := map[string]string{}
	play := func(name, resume string, end bool, pairings ...int) {
		t.Helper()
		info := testTournament()
		if info.Name = name; name == "search" {
			info.Kind = Evolve
		}
		var run *Run
		var err error
		if resume == "" {
			run = testRun(t, s, info)
		} else {
			run, _, err = s.Resume(t.Context(), id[name], "")
			must(t, err)
		}
		id[name] = run.ID()
		for _, i := range pairings {
			must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(i)}))
		}
		if end {
			must(t, run.Finish(t.Context(), Result{}))
		}
		must(t, run.Close())
	}
	for _, name := range []string{"longer", "search", "continues"} {
		play(name, "", true, 0, 1)
	}
	play("decided", "", false, 0, 1, 2)
	_, err := Copy(t.Context(), s.Path(), to)
	must(t, err)

	for _, name := range []string{"longer", "search", "continues"} {
		must(t, s.Reopen(t.Context(), id[name], testConfig, "", ""))
	}
	waiting, err := Copy(t.Context(), s.Path(), to)
	must(t, err)
	if len(waiting.Runs) > 0 || len(waiting.Present) != 4 {
		t.Errorf("before the runs have continued: %+v", waiting)
	}
	play("longer", "again", true, 2, 3)
	play("search", "again", true, 0, 1, 2)
	play("continues", "again", false, 2)
	decided, _, err := s.Resume(t.Context(), id["decided"], "")
	must(t, err)
	must(t, decided.DropPairings(t.Context(), 2))
	must(t, decided.Finish(t.Context(), Result{}))
	got, err := Copy(t.Context(), s.Path(), to)
	must(t, err)
	if len(got.Replaced) != 4 {
		t.Errorf("%+v", got)
	}
	for name, run := range readRuns(t, to) {
		source, err := s.Get(t.Context(), name)
		must(t, err)
		if source.Pairings != run.Pairings || source.Status != run.Status {
			t.Errorf("%s: %d pairings, %s; want %d, %s", run.Name, run.Pairings, run.Status, source.Pairings, source.Status)
		}
	}
	again, err := Copy(t.Context(), s.Path(), to)
	must(t, err)
	if len(again.Runs) > 0 {
		t.Errorf("the next copy: %+v", again)
	}
}

func TestCompact(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	var deleted []string
	for range 3 {
		run := testRun(t, s, testInfo())
		for n := 1; n <= 10; n++ {
			round, members := testRound(n, 30, 200)
			must(t, run.SaveRound(t.Context(), round, members))
		}
		must(t, run.Finish(t.Context(), Result{Weights: testSpace.Default(), Standings: []rating.Standing{{Agent: "a"}}}))
		deleted = append(deleted, run.ID())
	}
	busy := testRun(t, s, testInfo())
	if _, _, err := Compact(t.Context(), s.Path()); !errors.Is(err, ErrInUse) {
		t.Errorf("compacted while a run is written: %v", err)
	}
	must(t, busy.Close())
	must(t, s.Delete(t.Context(), deleted[0]))
	must(t, s.Delete(t.Context(), deleted[2]))
	want := readRuns(t, s.Path())
	must(t, s.Close())
	before, after, err := Compact(t.Context(), s.Path())
	must(t, err)
	if after > before/2 {
		t.Errorf("%d bytes before, %d after", before, after)
	}
	if got := readRuns(t, s.Path()); !cmp.Equal(want, got, asStored) {
		t.Error(cmp.Diff(want, got, asStored))
	}
	if info, err := os.Stat(s.Path()); err != nil || info.Size() != after {
		t.Errorf("%v, %v", info, err)
	}
	none := filepath.Join(t.TempDir(), "none.db")
	if _, _, err := Compact(t.Context(), none); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("compacting made a store")
	}
}

// TestCopyOfExperiments copies a store with an experiment to one whose runs have other keys. A second
// copy changes nothing, and one to a store with another experiment of the name is an error.
func TestCopyOfExperiments(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	running := testRun(t, s, testInfo())
	must(t, s.Note(t.Context(), running.ID(), "x"))
	other, taken := testStore(t), testStore(t)
	for range 2 {
		must(t, testRun(t, other, testInfo()).Close())
	}
	must(t, other.BeginExperiment(t.Context(), Experiment{Name: "first", Config: "a: 1"}))
	copied, err := Copy(t.Context(), s.Path(), other.Path())
	must(t, err)
	list, err := other.Experiments(t.Context())
	must(t, err)
	want, err := s.Experiments(t.Context())
	must(t, err)
	if len(list) != 2 || list[0].Name != "first" || !cmp.Equal(list[1], want[0]) {
		t.Errorf("%+v, want %+v", list, want)
	}
	wantRuns, err := s.ExperimentRuns(t.Context(), "duel")
	must(t, err)
	if runs, err := other.ExperimentRuns(t.Context(), "duel"); err != nil || len(runs) != 1 || !cmp.Equal(wantRuns, runs) {
		t.Errorf("%+v, %v, want %+v", runs, err, wantRuns)
	}
	if h, err := Check(t.Context(), other.Path()); err != nil || !h.Sound() || len(h.Runs) != 7 {
		t.Errorf("%+v, %v", h, err)
	}
	last := copied.Runs[len(copied.Runs)-1]
	if sum, err := other.Info(t.Context(), last); err != nil || last != running.ID() || sum.Status != Interrupted || !sum.Ended.IsZero() || sum.Note != "x" {
		t.Errorf("the copy of a run that is being written: %+v, %v", sum, err)
	}
	resumed, _, err := other.Resume(t.Context(), last, "")
	must(t, err)
	must(t, resumed.Close())
	again, err := Copy(t.Context(), s.Path(), other.Path())
	must(t, err)
	if want := (Copied{Present: copied.Runs, Total: 7}); !cmp.Equal(again, want) {
		t.Errorf("the second copy: %+v, want %+v", again, want)
	}
	if runs, err := other.ExperimentRuns(t.Context(), "duel"); err != nil || !cmp.Equal(wantRuns, runs) {
		t.Errorf("after the second copy: %+v, %v, want %+v", runs, err, wantRuns)
	}
	must(t, taken.BeginExperiment(t.Context(), Experiment{Name: "duel", Config: "b: 2"}))
	if _, err := Copy(t.Context(), s.Path(), taken.Path()); err == nil || !strings.Contains(err.Error(), "experiment duel: the store already contains another experiment of this name") {
		t.Errorf("an experiment of the same name: %v", err)
	}
	if runs, err := taken.Runs(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
	// Of single runs, the experiment is not copied. If such a copy is continued and copied back, the run
	// is still at its place in the experiment and in the list.
	alone := filepath.Join(t.TempDir(), "alone.db")
	if _, err := Copy(t.Context(), s.Path(), alone, "member"); err != nil {
		t.Error(err)
	}
	single, err := Open(alone)
	must(t, err)
	defer func() { must(t, single.Close()) }()
	if list, err := single.Experiments(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	continued, _, err := single.Resume(t.Context(), "member", "")
	must(t, err)
	round, members := testRound(2, 3, 3)
	must(t, continued.SaveRound(t.Context(), round, members))
	must(t, continued.Close())
	order, err := s.Runs(t.Context())
	must(t, err)
	if back, err := Copy(t.Context(), alone, s.Path()); err != nil || !cmp.Equal(back.Replaced, []string{wantRuns[0].Run}) {
		t.Errorf("%+v, %v", back, err)
	}
	if runs, err := s.ExperimentRuns(t.Context(), "duel"); err != nil || !cmp.Equal(wantRuns, runs) {
		t.Errorf("after the run came back: %+v, %v, want %+v", runs, err, wantRuns)
	}
	now, err := s.Runs(t.Context())
	must(t, err)
	for i, run := range order {
		if len(now) != len(order) || now[i].ID != run.ID {
			t.Errorf("run %d of %d: %+v", i, len(now), now[i])
		}
	}
	if h, err := Check(t.Context(), s.Path()); err != nil || !h.Sound() {
		t.Errorf("%+v, %v", h, err)
	}
	must(t, s.SaveMatch(t.Context(), "duel", "spsa 1", []rating.Standing{{Agent: "y"}}))
	if _, err := Copy(t.Context(), s.Path(), other.Path()); err != nil {
		t.Error(err)
	}
	if runs, err := other.ExperimentRuns(t.Context(), "duel"); err != nil || runs[0].Match[0].Agent != "y" {
		t.Errorf("after a run with another match was replaced: %+v, %v", runs, err)
	}
	if _, err := Copy(t.Context(), filepath.Join(t.TempDir(), "none.db"), alone); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of no store: %v", err)
	}
}
