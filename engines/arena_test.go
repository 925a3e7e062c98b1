package engines_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
)

// diary is Nim whose players write down what happens to them.
type diary struct {
	engines.Engine
	entries *[]string
	made    *int
	closed  *int
	delay   time.Duration // of every move of an agent whose time is limited
}

func newDiary() diary {
	return diary{newNim(), new([]string), new(int), new(int), 0}
}

func (d diary) arena(t *testing.T, o engines.ArenaOptions) engines.Arena {
	t.Helper()
	a, err := engines.NewArena(d, o)
	if err != nil {
		t.Fatal(err)
	}
	return a.(engines.PerGoroutine).Fork()
}

func (d diary) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	if a.Name == "absent" {
		return nil, errors.New("no such program")
	}
	p, err := d.Engine.NewPlayer(ctx, a)
	*d.made++
	if !a.Limit.Timed() {
		d.delay = 0
	}
	return &writer{p, d, fmt.Sprint(*d.made), a.Name}, err
}

type writer struct {
	engines.Player
	diary
	number, name string
}

func (w *writer) write(format string, args ...any) {
	*w.entries = append(*w.entries, w.number+" "+fmt.Sprintf(format, args...))
}

func (w *writer) Start(_ context.Context, s engines.Seating) error {
	w.write("sits at %d of %d before %v", s.Seat, s.Seats, s.From)
	switch w.name {
	case "unwilling":
		return &engines.Fault{Kind: engines.ForfeitCrashed, Err: errors.New("no wish to play")}
	case "unable":
		return errors.New("out of memory")
	}
	return nil
}

func (w *writer) Choose(ctx context.Context, p engines.Position) (engines.Move, error) {
	if w.delay > 0 {
		select {
		case <-time.After(w.delay):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return w.Player.Choose(ctx, p)
}

func (w *writer) Saw(seat int, m engines.Move) { w.write("saw %d take %d", seat, m) }
func (w *writer) End(o engines.Outcome)        { w.write("is in place %d", o.Place(0)) }

func (w *writer) Clocks(left []time.Duration) {
	w.write("has %v", slices.IndexFunc(left, func(d time.Duration) bool { return d > 0 }) >= 0)
}

func (w *writer) Close() error {
	*w.closed++
	return nil
}

func TestALifeOfAPlayer(t *testing.T) {
	d := newDiary()
	e, err := d.With(engines.Settings{"heap": "4"})
	if err != nil {
		t.Fatal(err)
	}
	d.Engine = e
	arena := d.arena(t, engines.ArenaOptions{})
	r, err := arena.Play(t.Context(), []engines.Agent{{Weights: engines.Weights{3}}, {}}, 1)
	if err != nil || r.Plies != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	want := []string{
		"1 sits at 0 of 2 before 4 0/2", "2 sits at 1 of 2 before 4 0/2",
		"1 saw 0 take 3", "2 saw 0 take 3", "1 saw 1 take 1", "2 saw 1 take 1",
		"1 is in place 2", "2 is in place 2",
	}
	if !slices.Equal(*d.entries, want) {
		t.Errorf("%q\nwant %q", *d.entries, want)
	}
	if err := engines.Close(arena); err != nil || *d.closed != 2 {
		t.Errorf("%d of 2 players closed, %v", *d.closed, err)
	}
}

// Saw reports the moves of the opening to a player like all others, from the start position on.
func TestPlayersSeeTheOpening(t *testing.T) {
	d := newDiary()
	o := engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 2}, Moves: true}
	for seed := range uint64(20) {
		*d.entries = nil
		r, err := d.arena(t, o).Play(t.Context(), []engines.Agent{{}, {}}, seed)
		if err != nil || len(r.Moves()) != r.Plies+2 {
			t.Fatalf("%+v, %v", r, err)
		}
		g, opening, err := engines.Deal(d, 2, seed, o.Openings)
		if err != nil || !slices.Equal(opening, r.Moves()[:2]) || g.Turn() != 0 {
			t.Fatalf("seed %d: the deal has the opening %v, the game %v, %v", seed, opening, r.Moves(), err)
		}
		told := strings.Join(*d.entries, "\n")
		for i, m := range r.Moves() {
			want := fmt.Sprintf("saw %d take %d", i%2, m)
			if !strings.Contains(told, want) {
				t.Fatalf("seed %d, ply %d: nobody %s in\n%s", seed, i, want, told)
			}
		}
		if n := strings.Count(told, "saw"); n != 2*len(r.Moves()) || !strings.Contains(told, "before 10 0/2") {
			t.Fatalf("seed %d: %d times told of %d moves, in\n%s", seed, n, len(r.Moves()), told)
		}
	}
}

func TestOpeningsThatNoGameSurvivesAreRefused(t *testing.T) {
	for _, c := range []struct {
		heap  string
		plies int
		want  string
	}{
		{"10", 10, "after 10 random plies, in 1000 tries: the game is over at its start"},
		{"1", 1, "after 1 random ply, in 1000 tries: the game is over at its start"},
		{"0", 1, "a random opening: the game is over at its start"},
	} {
		_, _, err := engines.Deal(nim{engines.Settings{"heap": c.heap}}, 2, 1, engines.Openings{RandomPlies: c.plies})
		if err == nil || err.Error() != c.want {
			t.Errorf("%d plies in a heap of %s: %v", c.plies, c.heap, err)
		}
	}
	if _, err := engines.NewArena(newNim(), engines.ArenaOptions{Openings: engines.Openings{RandomPlies: -1}}); err == nil {
		t.Error("-1 plies were taken")
	}
}

// One agent at several seats is several players; at another seat it is one of
// them again.
func TestPlayersAreKeptByAgent(t *testing.T) {
	d := newDiary()
	arena := d.arena(t, engines.ArenaOptions{})
	a, b := engines.Agent{Name: "a"}, engines.Agent{Name: "b", Weights: engines.Weights{2}}
	for i, c := range []struct {
		seats []engines.Agent
		made  int
	}{
		{[]engines.Agent{a, b}, 2},
		{[]engines.Agent{b, a}, 2},
		{[]engines.Agent{a, a}, 3},
		{[]engines.Agent{a, b, a}, 3},
		{[]engines.Agent{a, a, a, a}, 5},
		{[]engines.Agent{{Name: "a by another name"}, b}, 5},
		{[]engines.Agent{{Settings: engines.Settings{"mood": "calm"}}, b}, 6},
		{[]engines.Agent{{Limit: engines.Limit{Depth: 1}}, b}, 7},
	} {
		if _, err := arena.Play(t.Context(), c.seats, uint64(i)); err != nil {
			t.Fatal(err)
		}
		if *d.made != c.made {
			t.Errorf("table %d: %d players made, want %d", i, *d.made, c.made)
		}
	}
	if err := engines.Close(arena); err != nil || *d.closed != *d.made {
		t.Errorf("%d of %d players closed, %v", *d.closed, *d.made, err)
	}
}

// An arena keeps a bounded number of players, and closes those it drops.
func TestPlayersAreEvicted(t *testing.T) {
	d := newDiary()
	arena := d.arena(t, engines.ArenaOptions{})
	const agents = 300
	play := func(i int) {
		a := engines.Agent{Weights: engines.Weights{2}, Settings: engines.Settings{"heap": fmt.Sprint(1 + i%100)}, Limit: engines.Limit{Depth: 1 + i/100}}
		if _, err := arena.Play(t.Context(), []engines.Agent{{}, a}, uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	third := []engines.Agent{{}, {Weights: engines.Weights{2}}, {Weights: engines.Weights{3}}}
	atThree := func() {
		if _, err := arena.Play(t.Context(), third, 1); err != nil {
			t.Fatal(err)
		}
	}
	atThree()
	for i := range agents {
		play(i)
	}
	if *d.made != agents+3 || *d.closed == 0 {
		t.Errorf("%d players made and %d closed for %d agents", *d.made, *d.closed, agents+3)
	}
	play(agents - 1) // is kept
	if *d.made != agents+3 {
		t.Error("the last player was made again")
	}
	play(0) // is not
	if *d.made != agents+4 {
		t.Error("the first player was kept")
	}
	atThree() // who sat at a seat that smaller tables have not
	if *d.made != agents+6 {
		t.Errorf("%d players made, want the second and the third anew", *d.made-agents-4)
	}
	if err := engines.Close(arena); err != nil || *d.closed != *d.made {
		t.Errorf("%d of %d players closed, %v", *d.closed, *d.made, err)
	}
}

func TestWhoIsToBlameForAGameNotBegun(t *testing.T) {
	for name, blamed := range map[string]bool{"absent": false, "unable": false, "unwilling": true} {
		d := newDiary()
		r, err := d.arena(t, engines.ArenaOptions{}).Play(t.Context(), []engines.Agent{{}, {Name: name}}, 1)
		var unplayable *engines.UnplayableError
		switch {
		case blamed && (err != nil || !r.Forfeited(1) || r.Forfeit.Kind != engines.ForfeitCrashed):
			t.Errorf("%s: %+v, %v, want a forfeit of seat 1", name, r, err)
		case !blamed && (!errors.As(err, &unplayable) || unplayable.Agent != name || r.Forfeit != nil):
			t.Errorf("%s: %+v, %v, want an error that names the agent", name, r, err)
		}
	}
}

// A player that could not begin a game is not tried again.
func TestAPlayerThatCouldNotStartIsMadeAnew(t *testing.T) {
	d := newDiary()
	arena := d.arena(t, engines.ArenaOptions{})
	for range 2 {
		if _, err := arena.Play(t.Context(), []engines.Agent{{Weights: engines.Weights{2}}, {Name: "unable"}}, 1); err == nil {
			t.Fatal("the game was played")
		}
	}
	if *d.made != 3 || *d.closed != 2 {
		t.Errorf("%d players made and %d closed, want 3 and 2", *d.made, *d.closed)
	}
}

// A player that has failed is not asked again: it may be in any state.
func TestAFailedPlayerIsMadeAnew(t *testing.T) {
	d := newDiary()
	arena := d.arena(t, engines.ArenaOptions{})
	seats := []engines.Agent{{}, {Settings: engines.Settings{"mood": "panics"}}}
	for range 2 {
		if r, err := arena.Play(t.Context(), seats, 1); err != nil || !r.Forfeited(1) {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	if *d.made != 3 || *d.closed != 2 {
		t.Errorf("%d players made and %d closed, want 3 and 2", *d.made, *d.closed)
	}
}

// The games of an arena begin with the moves of Deal, and the second game of a pairing starts from the
// opening of the first, which the first game has not changed.
func TestGamesOfAPairingShareTheirOpening(t *testing.T) {
	o := engines.Openings{RandomPlies: 3}
	d := newDiary()
	arena := d.arena(t, engines.ArenaOptions{Openings: o, Moves: true})
	for seed := range uint64(20) {
		_, want, err := engines.Deal(d, 2, seed, o)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			r, err := arena.Play(t.Context(), []engines.Agent{{}, {}}, seed)
			if err != nil || !slices.Equal(r.Moves()[:3], want) {
				t.Fatalf("seed %d: the game begins with %v, want %v, error %v", seed, r.Moves(), want, err)
			}
		}
	}
}
