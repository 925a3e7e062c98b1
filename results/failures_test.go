package results

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
)

func TestFailures(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	r := testRun(t, s, testInfo())
	if list, err := s.Failures(t.Context(), r.ID()); err != nil || list != nil {
		t.Fatalf("of a store that never had any: %v, %v", list, err)
	}
	failure := func(round, pairing int, reason string) Failure {
		return Failure{round, pairing, 2, []string{"a", "b"}, engines.Forfeit{
			Seat: 1, Kind: engines.ForfeitCrashed, Reason: reason,
			Evidence: &engines.Evidence{
				Program: "bot", Weights: map[string]engines.Value{"corner": {Number: 10.5}}, Seed: 1 << 63, Lines: []string{`0.001 > {"id":1}`},
				Stderr: "no model\x1b", Status: "exit status 3",
			},
		}}
	}
	must(t, r.SaveFailures(t.Context(), []Failure{failure(0, 3, "x"), failure(2, 7, "y")}))
	must(t, r.SaveFailures(t.Context(), []Failure{failure(2, 7, "z"), failure(1, 9, "w")}))
	list, err := s.Failures(t.Context(), r.ID())
	must(t, err)
	want := []Failure{failure(1, 9, "w"), failure(2, 7, "z"), failure(0, 3, "x")}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
	must(t, r.Close())
	must(t, s.Delete(t.Context(), r.ID()))
	if n, err := column[int](t.Context(), s.read, "SELECT count(*) FROM failure"); err != nil || n[0] != 0 {
		t.Errorf("%v failures are left, %v", n, err)
	}
}

// TestFailuresHaveEvidence checks that a failure that cannot be shown or played again is neither
// stored nor read.
func TestFailuresHaveEvidence(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	r := testRun(t, s, testInfo())
	for want, change := range map[string]func(*Failure){
		"no evidence":             func(f *Failure) { f.Forfeit.Evidence = nil },
		"game 0":                  func(f *Failure) { f.Game = 0 },
		"round -1":                func(f *Failure) { f.Round = -1 },
		"pairing -1":              func(f *Failure) { f.Pairing = -1 },
		"seat -1":                 func(f *Failure) { f.Forfeit.Seat = -1 },
		"unknown kind of forfeit": func(f *Failure) { f.Forfeit.Kind = 99 },
	} {
		f := testFailure(1, 1, 1)
		change(&f)
		if err := r.SaveFailures(t.Context(), []Failure{testFailure(0, 0, 1), f}); err == nil || !strings.Contains(err.Error(), r.ID()) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if list, err := s.Failures(t.Context(), r.ID()); err != nil || list != nil {
		t.Errorf("stored beside wrong ones: %v, %v", list, err)
	}
	must(t, r.SaveFailures(t.Context(), []Failure{testFailure(0, 0, 1)}))
	must(t, execute(t.Context(), s.write.conn, `UPDATE failure SET data = '{"game":1,"forfeit":{"kind":"crashed"}}', sum = NULL`))
	if _, err := s.Failures(t.Context(), r.ID()); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "no evidence") {
		t.Errorf("read without evidence: %v", err)
	}
}
