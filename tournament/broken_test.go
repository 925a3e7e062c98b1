package tournament

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// meeting returns the result of one game between a program, in seat 0, and another player. If failed
// is true, the program forfeited the game.
func meeting(index int, failed bool) *Result {
	r := &Result{Pairing: Pairing{Agents: []int{0, 1}, Seed: 7, Games: 1}, Index: index, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}}
	if failed {
		r.Games[0] = engines.ForfeitRecord(2, engines.Forfeit{Seat: 0, Kind: engines.ForfeitCrashed, Reason: "it ended"})
	}
	return r
}

var contested = []engines.Agent{{Name: "one", Player: "bot"}, {Name: "other"}}

func TestTolerance(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit Tolerance
		games string // x is a failure
		stops int    // after so many games; 0 is never
		says  string
	}{
		"three in a row": {Tolerance{"bot", 3, 0.02}, "xx.xxx.", 6, "bot lost 3 in a row (crashed; the last: pairing 6, game 1, seed 7: it ended)"},
		"two in a row":   {Tolerance{"bot", 3, 0.02}, "xx.xx.xx.", 0, ""},
		"a share":        {Tolerance{"bot", 3, 0.02}, "x.x.x.x.x" + strings.Repeat(".", 191), 200, ""},
		"a small share":  {Tolerance{"bot", 3, 0.02}, "x.x.x.x.." + strings.Repeat(".", 300), 0, ""},
		"never":          {Tolerance{"bot", 0, 0}, strings.Repeat("x", 300), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := Forfeits{Limit: -1, Programs: map[string]Tolerance{"bot": c.limit}}
			stopped := 0
			for i, what := range c.games {
				err := f.add(contested, meeting(i, what == 'x'))
				var broken *BrokenError
				if errors.As(err, &broken) {
					stopped = i + 1
					if c.says != "" && err.Error() != c.says {
						t.Errorf("it says %q", err)
					}
					break
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			// The share is looked at when a game is lost.
			if c.stops == 200 && stopped == 0 {
				if err := f.add(contested, meeting(200, true)); err != nil {
					stopped = 200
				}
			}
			if stopped != c.stops {
				t.Errorf("stopped after %d games, want %d", stopped, c.stops)
			}
		})
	}
}

// A program that forfeits all its games of a round is reported as broken, even if they are few.
func TestWholeRound(t *testing.T) {
	t.Parallel()
	f := Forfeits{Programs: map[string]Tolerance{"bot": {"bot", 10, 0}}}
	round := func(games string) error {
		for i, what := range games {
			if err := f.add(contested, meeting(i, what == 'x')); err != nil {
				t.Fatal(err)
			}
		}
		return f.EndRound()
	}
	if err := round("xxx."); err != nil {
		t.Error(err)
	}
	if err := round(""); err != nil {
		t.Errorf("a round without the program: %v", err)
	}
	err := round("xx")
	if err == nil || err.Error() != "bot lost all 2 games of a round (crashed; the last: pairing 2, game 1, seed 7: it ended)" {
		t.Error(err)
	}
	careless := Forfeits{Limit: -1, Programs: map[string]Tolerance{"bot": {Program: "bot"}}}
	if err := errors.Join(careless.add(contested, meeting(0, true)), careless.EndRound()); err != nil {
		t.Errorf("switched off: %v", err)
	}
}
