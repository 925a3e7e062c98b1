package results

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

var sameOutcome = cmp.Comparer(func(a, b engines.Outcome) bool { return a == b })

// testPairing is a table of three, played in all seat orders; the last game is
// a forfeit.
func testPairing(index int) tournament.Result {
	return tournament.Result{
		Index:   index,
		Pairing: tournament.Pairing{Agents: []int{2, 0, 1}, Seed: ^uint64(index), Games: 3},
		Games: []engines.Record{
			{Outcome: engines.Places(1, 2, 3)},
			{Outcome: engines.Draw(3)},
			{Outcome: engines.Loser(3, 1), Ending: engines.Forfeited, Forfeit: &engines.Forfeit{Seat: 1, Reason: "seat 1\nhung <up>"}},
		},
	}
}

func testTournament() Info {
	return Info{
		Kind: Tournament, Name: "cup", Engine: "hare", Config: "engine: {name: hare}\n", Seed: 1 << 63, Space: testSpace,
		Field: []engines.Agent{
			{Name: "a", Weights: engines.Weights{1, 2, 0, 3}, Settings: engines.Settings{"depth": "3"}},
			{Name: "b", Player: "random"},
			{Name: "c"},
		},
	}
}

func TestJournal(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	must(t, run.SavePairings(t.Context(), nil))
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(4), testPairing(0)}))
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(4), testPairing(2)})) // 4 again

	var got []tournament.Result
	for c, err := range s.Journal(t.Context(), "cup", 0) {
		must(t, err)
		got = append(got, c)
	}
	want := []tournament.Result{testPairing(0), testPairing(2), testPairing(4)}
	if diff := cmp.Diff(want, got, sameOutcome); diff != "" {
		t.Error(diff)
	}
	must(t, run.DropPairings(t.Context(), 5)) // nothing is there
	if got := journalIndices(t, s); !slices.Equal(got, []int{0, 2, 4}) {
		t.Errorf("the journal has %v", got)
	}
	must(t, run.DropPairings(t.Context(), 2))
	if got := journalIndices(t, s); !slices.Equal(got, []int{0}) {
		t.Errorf("the journal was not cut off at 2: %v", got)
	}
	rec, err := s.Get(t.Context(), "cup")
	must(t, err)
	if diff := cmp.Diff(testTournament().Field, rec.Field); diff != "" || rec.Seed != 1<<63 {
		t.Errorf("seed %d, field %s", rec.Seed, diff)
	}
}

// journalIndices lists the places of the schedule that the last run's journal has.
func journalIndices(t *testing.T, s *Store) (indices []int) {
	t.Helper()
	for c, err := range s.Journal(t.Context(), "last", 0) {
		must(t, err)
		indices = append(indices, c.Index)
	}
	return indices
}

func TestLeavingTheJournalHalfway(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	for i := range 50 {
		must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(i)}))
	}
	for range 20 { // leaves no connection behind
		for c, err := range s.Journal(t.Context(), run.ID(), 0) {
			must(t, err)
			if c.Index == 3 {
				break
			}
		}
	}
	for _, err := range s.Journal(t.Context(), "nobody", 0) {
		if err == nil {
			t.Error("the journal of no run has a pairing")
		}
	}
}

func TestFieldOfAVerification(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for _, name := range []string{"first", "second"} { // the second replaces the first
		must(t, run.SaveField(t.Context(), []engines.Agent{{Name: name}}))
	}
	field, err := s.Field(t.Context(), run.ID(), 0)
	must(t, err)
	if len(field) != 1 || field[0].Name != "second" {
		t.Errorf("%+v", field)
	}
}

func TestDamagedJournal(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	for _, column := range []string{"agents = '[1'", "places = 'x'", "forfeits = '[{\"game\":7}]'", "forfeits = '!'"} {
		must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
		_, err := s.write.conn.ExecContext(t.Context(), "UPDATE journal SET "+column)
		must(t, err)
		failed := false
		for _, err := range s.Journal(t.Context(), run.ID(), 0) {
			failed = failed || err != nil
		}
		if !failed {
			t.Errorf("%s was read", column)
		}
		_, err = s.write.conn.ExecContext(t.Context(), "DELETE FROM journal")
		must(t, err)
	}
}

// BenchmarkSavePairings is a second's worth of short games.
func BenchmarkSavePairings(b *testing.B) {
	run := testRun(b, testStore(b), testTournament())
	pairings := make([]tournament.Result, 1000)
	n := 0
	for b.Loop() {
		for i := range pairings {
			pairings[i] = testPairing(n)
			n++
		}
		must(b, run.SavePairings(b.Context(), pairings))
	}
}

// Pairings that are stored already are not counted again.
func TestPairingsSavedAgain(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	var list []tournament.Result
	for i := range 20 {
		list = append(list, testPairing(i))
	}
	saved := 0
	for _, part := range [][]tournament.Result{list[3:5], list[:9], list[:17], list, list[19:]} {
		must(t, run.SavePairings(t.Context(), part))
		if part[0].Index+len(part) > saved {
			saved = part[0].Index + len(part)
		}
		want := counts{pairings: saved, journalGames: 3 * saved}
		if part[0].Index == 3 {
			want = counts{pairings: 2, journalGames: 6}
		}
		if run.counts != want {
			t.Errorf("after %d to %d: %+v, want %+v", part[0].Index, part[len(part)-1].Index, run.counts, want)
		}
	}
	if got := journalIndices(t, s); len(got) != 20 {
		t.Errorf("%v", got)
	}
	must(t, run.DropPairings(t.Context(), 18))
	if want := (counts{pairings: 18, journalGames: 54}); run.counts != want {
		t.Errorf("%+v, want %+v", run.counts, want)
	}
	var plain int // what few pairings have is NULL for others
	must(t, s.read.QueryRow("SELECT count(*) FROM journal WHERE more IS NULL AND forfeits IS NOT NULL").Scan(&plain))
	if plain != 18 {
		t.Errorf("%d of 18 pairings have forfeits alone", plain)
	}
}

// Pairings that do not count are removed with their failures and from the lists of workers.
func TestDroppedPairingsTakeTheirRows(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	var list []tournament.Result
	for i := range 6 {
		list = append(list, testPairing(i))
		list[i].Games[0].Detail().Moves = []engines.Move{1}
		must(t, run.SaveFailures(t.Context(), []Failure{testFailure(0, i, 1)}))
	}
	by(list, "a", 0, 5, 1)
	must(t, run.SavePairings(t.Context(), list))
	must(t, run.DropPairings(t.Context(), 4))
	failed, err := s.Failures(t.Context(), run.ID())
	must(t, err)
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if len(failed) != 4 || len(rec.Workers) != 1 || rec.Workers[0].Pairings != 4 {
		t.Errorf("of 4 pairings: %d failures, workers %+v", len(failed), rec.Workers)
	}
	if n, err := column[int](t.Context(), s.read, "SELECT count(*) FROM record"); err != nil || n[0] != 4 {
		t.Errorf("moves of %v pairings, %v", n, err)
	}
}

// A journal of which a row cannot be read ends with an error, wherever the reading began.
func TestJournalThatFailsHalfway(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	for i := range 4 {
		must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(i)}))
	}
	_, err := s.write.conn.ExecContext(t.Context(), `ALTER TABLE journal RENAME TO kept; CREATE VIEW journal AS
		SELECT run, number, agents, seed, games, CASE number WHEN 2 THEN json('{') ELSE score END AS score, places, forfeits, more, sum FROM kept`)
	must(t, err)
	for from := range 2 {
		var read []int
		var last error
		for r, err := range s.Journal(t.Context(), run.ID(), from) {
			if last = err; err == nil {
				read = append(read, r.Index)
			}
		}
		if last == nil || !slices.Equal(read, []int{0, 1}[from:]) {
			t.Errorf("from %d: %v, %v", from, read, last)
		}
	}
}
