package external

import (
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
)

// Each thing that is wrong with a program is found by the tests that it concerns, and
// by no others.
func TestCheck(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]map[string]Verdict{
		"well":         {},
		"banner":       {"noise": Warn},
		"z9":           {"legal": Fail, "repeat": Fail, "memory": Fail}, // at the third move of a process
		"moody":        {"repeat": Fail, "memory": Fail},
		"grudge":       {"memory": Fail, "effect": Warn},
		"stubborn":     {"effect": Warn},
		"refuses":      {"unknown": Fail},
		"ignores quit": {"end": Warn},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := testProgram(t, mode)
			if mode == "ignores quit" {
				p.Timeouts.Quit = 50 * time.Millisecond
			}
			ps := hired(t, p)
			table, err := ps.Table(t.Context(), othello.New(), p.Name)
			if err != nil {
				t.Fatal(err)
			}
			checkFindings(t, ps, table, p.Name, want)
		})
	}
	t.Run("arena", func(t *testing.T) {
		t.Parallel()
		p := testProgram(t, "arena")
		ps := hired(t, p)
		e, err := ps.Game(t.Context(), p.Name)
		if err != nil {
			t.Fatal(err)
		}
		checkFindings(t, ps, e, p.Name, nil)
	})
	t.Run("slow start", func(t *testing.T) {
		t.Parallel()
		p := testProgram(t, "slow start")
		p.Timeouts.Start = brief
		got, err := hired(t, p).Check(t.Context(), othello.New(), p.Name, CheckOptions{Seats: 2})
		if err != nil || got.Verdict != Fail || len(got.Checks) != 1 || got.Checks[0].ID != "start" {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// checkFindings checks a program and compares what is not passed.
func checkFindings(t *testing.T, ps *Programs, e engines.Engine, name string, want map[string]Verdict) {
	t.Helper()
	told := 0
	got, err := ps.Check(t.Context(), e, name, CheckOptions{Games: 2, Seats: 2, Seed: 1, Told: func(Finding) { told++ }})
	if err != nil {
		t.Fatal(err)
	}
	if told != len(got.Checks) || told < 9 {
		t.Errorf("told of %d findings of %d", told, len(got.Checks))
	}
	worst := Pass
	for _, f := range got.Checks {
		verdict, ok := want[f.ID]
		if !ok {
			verdict = Pass
		}
		if f.Verdict != verdict && !(f.ID == "speed" && want["legal"] == Fail) {
			t.Errorf("%s: %s: %s, want %s", f.ID, f.Verdict, f.Detail, verdict)
		}
		if f.Verdict == Fail || f.Verdict == Warn && worst == Pass {
			worst = f.Verdict
		}
	}
	if got.Verdict != worst || len(got.Weights) != 1 || got.Name != "hostile" {
		t.Errorf("%+v", got)
	}
}
