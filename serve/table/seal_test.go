package table_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/serve/table"
)

func TestSealedTableComesBack(t *testing.T) {
	t.Parallel()
	s, r := newSealer(t, 1), newRoom()
	for _, setup := range []table.Setup{
		{Engine: "othello", Moves: []string{"f5", "d6"}},
		{Engine: "hare", Seats: 3, Settings: engines.Settings{"board": "1978"}, Seed: seed(1 << 63)},
		{Engine: "hare", Position: "45;26;2;f;29;19;0;f"},
		{Engine: "minesweeper"},
	} {
		d := deal(t, setup)
		want, err := d.Answer(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := s.Unseal(t.Context(), r, want.State)
		if err != nil {
			t.Fatal(err)
		}
		got, err := back.Answer(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -before +after\n%s", setup.Engine, diff)
		}
	}
}

// Every change of a sealed table is found, and so is another key.
func TestSealedTableCannotBeChanged(t *testing.T) {
	t.Parallel()
	s, r := newSealer(t, 1), newRoom()
	state, err := s.Seal(deal(t, table.Setup{Engine: "minesweeper"}))
	if err != nil {
		t.Fatal(err)
	}
	refusedAs := func(what, text string) {
		if _, err := s.Unseal(t.Context(), r, text); codeOf(err) != table.BadState {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range state {
		other := byte('A')
		if state[i] == other {
			other = 'B'
		}
		refusedAs("a byte changed", state[:i]+string(other)+state[i+1:])
		refusedAs("cut short", state[:i])
	}
	refusedAs("longer", state+"AAAA")
	refusedAs("too long", strings.Repeat("A", table.MaxState+1))
	if _, err := newSealer(t, 2).Unseal(t.Context(), r, state); codeOf(err) != table.BadState || !strings.Contains(err.Error(), "another server") {
		t.Errorf("another key: %v", err)
	}
}

// What chance will bring is not in the text: tables of one form differ in all of
// it, and one table always looks alike.
func TestSealedTableTellsNothing(t *testing.T) {
	t.Parallel()
	s := newSealer(t, 1)
	seal := func(v uint64) string {
		state, err := s.Seal(deal(t, table.Setup{Engine: "minesweeper", Seed: seed(v)}))
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	a, b := seal(1), seal(2)
	if a != seal(1) {
		t.Error("one table was sealed in two ways")
	}
	same := 0
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			same++
		}
	}
	if len(a) < 60 || same > len(a)/4 {
		t.Errorf("%d of %d characters are alike", same, len(a))
	}
}

func FuzzUnseal(f *testing.F) {
	s, r := newSealer(f, 1), newRoom()
	state, err := s.Seal(deal(f, table.Setup{Engine: "othello", Moves: []string{"f5"}}))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(state)
	f.Add("v1.")
	f.Add("v2." + state[3:])
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := s.Unseal(t.Context(), r, text); (err == nil) != (text == state) {
			t.Errorf("%q: %v", text, err)
		}
	})
}
