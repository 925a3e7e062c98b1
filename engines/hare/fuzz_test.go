package hare

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/training"
)

func FuzzParsePosition(f *testing.F) {
	for _, s := range []string{"45;26;2;f;29;19;0;f", "22;40;2;t;35;12;1;f;64;1;0;f", "25;9;3;c;2;50;3;f", "25;9;3;e;2;50;3;t", "3;5;0;f;64;1;0;2;64;1;0;1;4;9;0;f @4", ";;;;"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range boards {
			s, err := parsePosition(b, text)
			if err != nil {
				continue
			}
			again, err := parsePosition(b, formatPosition(&s))
			if err != nil || formatPosition(&again) != formatPosition(&s) {
				t.Fatalf("%q is %q, which reads back as %q (%v)", text, formatPosition(&s), formatPosition(&again), err)
			}
			tb := newTable(b, decks["old"], s, 1, 1000)
			for range 20 {
				if tb.Over() {
					break
				}
				moves := tb.Moves(nil)
				if err := tb.Apply(moves[len(moves)/2]); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"0", "7", "+7", "-4", "1001", "1002", "65", "x", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseMove(text)
		if err != nil {
			return
		}
		if again, err := parseMove(formatMove(m)); err != nil || again != m {
			t.Fatalf("%q is %d, which reads back as %d (%v)", text, m, again, err)
		}
	})
}

func FuzzReadEtudes(f *testing.F) {
	f.Add("45;26;2;f;29;19;0;f;2 # example\r\n\n")
	f.Add("#\n64;5;0;f;3;19;0;f;4;19;0;f;1")
	e := New().(*engine)
	f.Fuzz(func(t *testing.T, text string) {
		etudes, err := training.ReadEtudes(e, strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := training.WriteEtudes(e, &out, etudes); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		again, err := training.ReadEtudes(e, &out)
		if err != nil || len(again) != len(etudes) {
			t.Fatalf("%q: %d etudes read, %d read back (%v)", text, len(etudes), len(again), err)
		}
		for i := range again {
			if again[i].Position != etudes[i].Position || again[i].Winner != etudes[i].Winner {
				t.Fatalf("%q: etude %d changed", text, i)
			}
		}
	})
}

func FuzzReadProfile(f *testing.F) {
	f.Add("board: '1978'\nC0: [[0, 0], [10, 20]]\nS1: [0, 1, 2, 3, 4, 5]\nhalf: 30")
	f.Add("deck: old")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := readProfile(strings.NewReader(text)); err == nil {
			if err := p.valid(); err != nil {
				t.Fatalf("%q was taken: %v", text, err)
			}
		}
	})
}
