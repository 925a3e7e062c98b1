package engines_test

import (
	"slices"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
)

func TestTimeIsMeasured(t *testing.T) {
	t.Parallel()
	play := func(limit string, delay time.Duration) (engines.Record, *diary) {
		d := newDiary()
		d.delay = delay
		l, err := engines.ParseLimit(limit)
		if err != nil {
			t.Fatal(err)
		}
		arena := d.arena(t, engines.ArenaOptions{})
		r, err := arena.Play(t.Context(), []engines.Agent{{Weights: engines.Weights{3}}, {Weights: engines.Weights{3}, Limit: l}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return r, &d
	}
	if r, _ := play("movetime 10s", 0); r.Forfeit != nil {
		t.Errorf("in time: %+v", r.Forfeit)
	}
	if r, _ := play("movetime 20ms", 10*time.Second); !r.Forfeited(1) || r.Forfeit.Kind != engines.ForfeitTimeout || r.Plies != 1 {
		t.Errorf("too late: %+v", r)
	}
	// Two moves of 0.3 s each: a clock of half a second lasts for one of them.
	if r, d := play("clock 500ms", 300*time.Millisecond); !r.Forfeited(1) || r.Forfeit.Kind != engines.ForfeitTimeout || r.Plies != 3 || !slices.Contains(*d.entries, "2 has true") {
		t.Errorf("the clock ran out: %+v, %v", r, *d.entries)
	}
	if r, _ := play("clock 10s+30ms", 5*time.Millisecond); r.Forfeit != nil {
		t.Errorf("a clock that lasts: %+v", r.Forfeit)
	}
	// A clock of half a second that gets half a second more after every move lasts for two moves.
	if r, d := play("clock 1/500ms", 300*time.Millisecond); r.Forfeit != nil || !slices.Contains(*d.entries, "2 has true") {
		t.Errorf("a clock with periods: %+v, %v", r.Forfeit, *d.entries)
	}
}
