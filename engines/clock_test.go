package engines_test

import (
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
)

// A player forfeits a game if a move takes longer than the limit, or if the clock of the player runs out.
// The clock of the test is that of package synctest, because any move is late on a machine that is busy enough.
func TestTimeIsMeasured(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
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
	})
}

// Times near the largest of the type do not overflow, neither in sums nor in the share of a clock that
// a player who deepens its search uses.
func TestHugeTimes(t *testing.T) {
	t.Parallel()
	const most = time.Duration(math.MaxInt64)
	for _, limit := range []engines.Limit{{Move: most}, {Clock: most}, {Clock: most, Add: most}, {Clock: most / 2, Moves: 1, Add: most / 2}} {
		d := newDiary()
		r, err := d.arena(t, engines.ArenaOptions{}).Play(t.Context(), []engines.Agent{{Weights: engines.Weights{3}, Limit: limit}, {Weights: engines.Weights{3}, Limit: limit}}, 1)
		if err != nil || r.Forfeit != nil {
			t.Errorf("%v: %+v, %v", limit, r.Forfeit, err)
		}
		timed, err := engines.NewPlayer(t.Context(), othello.New(), engines.Agent{Limit: limit, Settings: engines.Settings{"depth": "3"}})
		if err != nil {
			t.Fatal(err)
		}
		start, err := othello.New().ParseGame("start", 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := timed.Choose(t.Context(), start); err != nil {
			t.Fatal(err)
		}
		if depth, _ := timed.(engines.SearchReporter).LastSearch(); depth != 3 {
			t.Errorf("%v: a search of depth %d, want 3", limit, depth)
		}
	}
}
