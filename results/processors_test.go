package results

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/elementary"
)

// A run that began on another kind of processor has both kinds, and a process that resumes it
// learns the earlier one.
func TestProcessorsOfARun(t *testing.T) {
	t.Parallel()
	own := elementary.Processor()
	for _, test := range []struct {
		stored         string // "" for a run of a version that did not store its processor
		earlier, after []string
	}{
		{own, []string{own}, []string{own}},
		{"z80, " + own, []string{"z80", own}, []string{"z80", own}},
		{"z80", []string{"z80"}, []string{"z80", own}},
		{"", nil, []string{own}},
	} {
		s := testStore(t)
		run := testRun(t, s, testInfo())
		if run.EarlierProcessors() != nil {
			t.Errorf("a new run has %v", run.EarlierProcessors())
		}
		must(t, run.Close())
		rec, err := s.Get(t.Context(), run.ID())
		must(t, err)
		if !slices.Equal(rec.Processors, []string{own}) {
			t.Errorf("a new run has %v", rec.Processors)
		}
		if _, err := s.write.conn.ExecContext(t.Context(), "UPDATE processor SET kinds = ?, sum = ?", test.stored, int64(runTextSum(test.stored))); err != nil {
			t.Fatal(err)
		}
		if test.stored == "" {
			_, err := s.write.conn.ExecContext(t.Context(), "DROP TABLE processor")
			must(t, err)
		}
		for range 2 {
			again, _, err := s.Resume(t.Context(), run.ID(), "")
			must(t, err)
			if !slices.Equal(again.EarlierProcessors(), test.earlier) {
				t.Errorf("%q: resumed after %v", test.stored, again.EarlierProcessors())
			}
			must(t, again.Close())
			test.earlier = test.after
		}
		rec, err = s.Get(t.Context(), run.ID())
		must(t, err)
		if !slices.Equal(rec.Processors, test.after) {
			t.Errorf("%q: the record has %v", test.stored, rec.Processors)
		}
	}
}

// A damaged row is reported.
func TestDamagedProcessors(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	must(t, run.Close())
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE processor SET kinds = 'z80'")
	must(t, err)
	if _, err := s.Get(t.Context(), run.ID()); err == nil {
		t.Error("a damaged row was read")
	}
	if _, _, err := s.Resume(t.Context(), run.ID(), ""); err == nil {
		t.Error("a run with a damaged row was resumed")
	}
}
