package results

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/tournament"
)

// refusing makes a store refuse a change of one of its tables while do runs.
func refusing(t *testing.T, s *Store, change string, do func()) {
	t.Helper()
	for _, text := range []string{
		"CREATE TEMP TRIGGER refuse BEFORE " + change + " BEGIN SELECT RAISE(ABORT, 'refused by the test'); END",
		"DROP TRIGGER refuse",
	} {
		_, err := s.write.conn.ExecContext(t.Context(), text)
		must(t, err)
		if do != nil {
			do()
		}
		do = nil
	}
}

// Whatever part of a write fails, the caller hears of it and nothing of it is kept.
func TestFailedWritesAreToldAndLeaveNothing(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	info := testTournament()
	info.Tags = []string{"good"}
	for _, table := range []string{"INSERT ON run", "INSERT ON progress", "INSERT ON tag", "INSERT ON field", "UPDATE ON run"} {
		refusing(t, s, table, func() {
			run, err := s.Begin(t.Context(), info)
			refused(t, table, err)
			if run != nil {
				t.Errorf("%s: a run was begun", table)
			}
		})
	}
	if list, err := s.Runs(t.Context()); err != nil || len(list) != 0 {
		t.Fatalf("%v, %v", list, err)
	}

	run := testRun(t, s, info)
	round, members := testRound(1, 3, 3)
	for _, table := range []string{"INSERT ON generation", "INSERT ON played", "INSERT ON snapshot", "UPDATE ON progress"} {
		refusing(t, s, table, func() { refused(t, table, run.SaveRound(t.Context(), round, members)) })
	}
	refusing(t, s, "INSERT ON journal", func() {
		refused(t, "journal", run.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
	})
	refusing(t, s, "UPDATE OF result ON run", func() { refused(t, "result", run.Finish(t.Context(), Result{Weights: testSpace.Default()})) })
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if rec.Rounds != 0 || len(rec.Generations) != 0 || rec.Result != nil || rec.Status != Running {
		t.Errorf("%+v", rec)
	}
	must(t, run.SaveRound(t.Context(), round, members)) // the round was not counted as saved
}

// refused fails unless an error is that of refusing.
func refused(t *testing.T, what string, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "refused by the test") {
		t.Errorf("%s: %v", what, err)
	}
}

// A space that JSON cannot say is refused before anything is written.
func TestBeginRefusesASpaceThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	info := testInfo()
	info.Space = append(info.Space[:0:0], info.Space...)
	info.Space[0].Min = math.Inf(-1)
	if _, err := testStore(t).Begin(t.Context(), info); err == nil {
		t.Error("it was begun")
	}
}

// Whatever part of a run cannot be read, the reader hears of it.
func TestFailedReadsAreTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ change, wrong string }{
		{"ALTER TABLE run RENAME COLUMN config_hash TO elsewhere", "config_hash"},
		{"UPDATE run SET space = '{', sum = NULL", "weights"},
		{"ALTER TABLE generation RENAME COLUMN result TO elsewhere", "result"},
		{rowFails, "malformed JSON"},
		{"ALTER TABLE field RENAME COLUMN player TO elsewhere", "player"},
	} {
		s, search, _ := richStore(t)
		_, err := s.write.conn.ExecContext(t.Context(), c.change)
		must(t, err)
		if _, err = s.Get(t.Context(), search); err == nil || !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v", c.change, err)
		}
	}
}

// rowFails makes the reading of the second round fail, after the first was read.
const rowFails = `ALTER TABLE generation RENAME TO kept;
	CREATE VIEW generation AS SELECT run, number, games, total, forfeits, best_fitness, mean_fitness, spread_fitness,
		mean_weights, spread_weights, CASE number WHEN 2 THEN json('{') ELSE result END AS result, seconds, saved, sum FROM kept`

// A journal that cannot be read is not an empty one.
func TestFailedReadOfAJournalIsTold(t *testing.T) {
	t.Parallel()
	s, search, _ := richStore(t)
	_, err := s.write.conn.ExecContext(t.Context(), "ALTER TABLE journal RENAME COLUMN score TO elsewhere")
	must(t, err)
	var last error
	for _, err := range s.Journal(context.Background(), search, 0) {
		last = err
	}
	if last == nil {
		t.Error("it was read")
	}
}
