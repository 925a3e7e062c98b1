package workers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
)

// A worker that plays for many runs keeps the arenas of the last ones, and closes all others.
func TestArenasOfEarlierRunsAreClosed(t *testing.T) {
	closed := make(map[string]int)
	c := newArenaCache(func(_ context.Context, h Header) (engines.Arena, func() error, error) {
		return nil, func() error { closed[h.Run]++; return nil }, nil
	})
	const runs = keptArenas + 2
	for i := range runs {
		h := Header{Run: fmt.Sprint("run ", i)}
		a, err := c.take(t.Context(), &receivedHeader{h, arenaKey(&h)})
		if err != nil {
			t.Fatal(err)
		}
		c.put(a)
		for run := range runs {
			if got, want := closed[fmt.Sprint("run ", run)] > 0, run <= i-keptArenas; got != want {
				t.Errorf("after run %d the arena of run %d is closed: %v", i, run, got)
			}
		}
	}
	c.close()
	for i := range runs {
		if n := closed[fmt.Sprint("run ", i)]; n != 1 {
			t.Errorf("the arena of run %d was closed %d times", i, n)
		}
	}
}

// forks is an arena that counts its open forks and records the order of its calls.
type forks struct {
	name  string
	calls *[]string
	fork  int // number of the fork, 0 for the arena itself
	made  *int
}

func (f forks) Play(context.Context, []engines.Agent, uint64) (engines.Record, error) {
	return engines.Record{}, nil
}

func (f forks) Fork() engines.Arena {
	*f.made++
	*f.calls = append(*f.calls, fmt.Sprintf("fork %s%d", f.name, *f.made))
	return forks{f.name, f.calls, *f.made, f.made}
}

func (f forks) Close() error {
	*f.calls = append(*f.calls, fmt.Sprintf("close %s%d", f.name, f.fork))
	return nil
}

// An arena cache opens an arena when it is first needed and forks it once for each task at a time. It
// closes the forks and the arena that has not been used for longest when there are too many. An arena
// that is returned later is closed, and a game that is needed again is opened again.
func TestArenasAreReused(t *testing.T) {
	t.Parallel()
	var calls []string
	c := newArenaCache(func(_ context.Context, h Header) (engines.Arena, func() error, error) {
		if h.Run == "bad" {
			return nil, nil, errors.New("no such game")
		}
		calls = append(calls, "open "+h.Run)
		return forks{h.Run, &calls, 0, new(int)}, nil, nil
	})
	take := func(run string) *taskArena {
		a, err := c.take(t.Context(), &receivedHeader{Header{Run: run}, run})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	expect := func(want ...string) {
		t.Helper()
		if !slices.Equal(calls, want) {
			t.Errorf("%q, want %q", calls, want)
		}
		calls = nil
	}
	a1 := take("a")
	expect("open a", "fork a1")
	a2 := take("a")
	expect("fork a2")
	c.put(a1)
	c.put(a2)
	if again, other := take("a"), take("a"); again != a2 || other != a1 {
		t.Error("the returned arenas are not reused, the last one first")
	}
	c.put(a1) // a2 stays in use
	for _, run := range []string{"b", "c", "d", "b"} {
		c.put(take(run))
	}
	expect("open b", "fork b1", "open c", "fork c1", "open d", "fork d1")
	c.put(take("e"))
	expect("open e", "close a1", "fork e1")
	c.put(a2)
	expect("close a2", "close a0")
	c.put(take("a")) // c has not been used for longest
	expect("open a", "close c1", "close c0", "fork a1")
	c.put(take("b"))
	expect()
	if a, err := c.take(t.Context(), &receivedHeader{Header{Run: "bad"}, "bad"}); err == nil || err.Error() != "no such game" {
		t.Errorf("an arena of an unknown game: %+v, %v", a, err)
	}
	c.close()
	slices.Sort(calls)
	expect("close a0", "close a1", "close b0", "close b1", "close d0", "close d1", "close e0", "close e1")
	take("a")
	expect("open a", "fork a1")
}

// Headers that differ only in weights, names and limits share arenas. All others do not.
func TestArenaKeys(t *testing.T) {
	t.Parallel()
	base := func() Header {
		return Header{V: version, Run: "r", Game: engines.EngineRef{Name: "risk", Version: "1"}, Field: Field{{Name: "ann"}, {Name: "bob", Player: "random"}}}
	}
	keys := make(map[string]string)
	for name, c := range map[string]struct {
		change func(h *Header)
		same   bool
	}{
		"nothing":      {func(*Header) {}, true},
		"weights":      {func(h *Header) { h.Field[0].Weights = engines.Weights{1} }, true},
		"name":         {func(h *Header) { h.Field[0].Name = "cid" }, true},
		"order":        {func(h *Header) { slices.Reverse(h.Field) }, true},
		"another":      {func(h *Header) { h.Field = append(h.Field, engines.Agent{Name: "eve"}) }, true},
		"run":          {func(h *Header) { h.Run = "s" }, false},
		"game":         {func(h *Header) { h.Game.Name = "chess" }, false},
		"settings":     {func(h *Header) { h.Game.Settings = engines.Settings{"map": "classic"} }, false},
		"openings":     {func(h *Header) { h.Openings.RandomPlies = 2 }, false},
		"moves":        {func(h *Header) { h.Moves = true }, false},
		"player":       {func(h *Header) { h.Field[1].Player = "greedy" }, false},
		"more players": {func(h *Header) { h.Field = append(h.Field, engines.Agent{Player: "greedy"}) }, false},
	} {
		h, reference := base(), base()
		c.change(&h)
		key := arenaKey(&h)
		if same := key == arenaKey(&reference); same != c.same {
			t.Errorf("a change of %s keeps the arena: %v", name, same)
		}
		if other, known := keys[key]; known && !c.same {
			t.Errorf("changes of %s and %s have one arena", name, other)
		}
		keys[key] = name
	}
}

// CheckedArena refuses settings that name files, other versions of a game and unknown settings. Its
// arenas call the context after every ply, so that it can observe the progress of a game.
func TestCheckedArena(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		header Header
		want   string // "" if the header is accepted
	}{
		"no settings":     {Header{}, ""},
		"the version":     {Header{Game: engines.EngineRef{Version: risk.New().Spec().Version}}, ""},
		"a map":           {Header{Game: engines.EngineRef{Settings: engines.Settings{"map": "classic"}}}, ""},
		"a map of agents": {Header{Field: Field{{}, {Settings: engines.Settings{"map": "classic"}}}}, ""},
		"a file":          {Header{Game: engines.EngineRef{Settings: engines.Settings{"map": "/etc/passwd"}}}, "setting map names a file"},
		"a file of agent": {Header{Field: Field{{}, {Settings: engines.Settings{"map": "/etc/passwd"}}}}, "setting map names a file"},
		"@ and a file":    {Header{Game: engines.EngineRef{Settings: engines.Settings{"depth": "@/etc/passwd"}}}, `"@/etc/passwd" is not a whole number`},
		"another version": {Header{Game: engines.EngineRef{Version: "0"}}, "the run has version 0"},
		"unknown setting": {Header{Game: engines.EngineRef{Settings: engines.Settings{"mapp": "classic"}}}, "unknown setting"},
		"bad openings":    {Header{Openings: engines.Openings{RandomPlies: -1}}, "random_plies"},
	} {
		arena, err := CheckedArena(risk.New(), c.header)
		if c.want == "" && (err != nil || arena == nil) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	arena, err := CheckedArena(risk.New(), Header{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	calls := &countedCalls{Context: t.Context()}
	r, err := arena.Play(calls, []engines.Agent{{}, {}}, 1)
	if err != nil || r.Plies < 3 || calls.n < r.Plies || len(r.Moves()) != r.Plies {
		t.Errorf("%d calls of Err in %d plies with %d moves, %v", calls.n, r.Plies, len(r.Moves()), err)
	}
}

// countedCalls is a context that counts the calls of Err.
type countedCalls struct {
	context.Context
	n int
}

func (c *countedCalls) Err() error {
	c.n++
	return c.Context.Err()
}

// An arena that a slot uses is closed when the slot returns it, even if the worker has begun to play
// for other runs meanwhile.
func TestArenasInUseAreNotClosed(t *testing.T) {
	closed := make(map[string]int)
	c := newArenaCache(func(_ context.Context, h Header) (engines.Arena, func() error, error) {
		return nil, func() error { closed[h.Run]++; return nil }, nil
	})
	take := func(run string) *taskArena {
		t.Helper()
		h := Header{Run: run}
		a, err := c.take(t.Context(), &receivedHeader{h, arenaKey(&h)})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	first, again := take("first"), take("first")
	for i := range 2 * keptArenas {
		c.put(take(fmt.Sprint("run ", i)))
	}
	if closed["first"] > 0 {
		t.Error("the arena is closed while two slots use it")
	}
	c.put(first)
	if closed["first"] > 0 {
		t.Error("the arena is closed while a slot uses it")
	}
	c.put(again)
	c.put(take("another"))
	c.close()
	for _, run := range []string{"first", "another", "run 0", fmt.Sprint("run ", 2*keptArenas-1)} {
		if closed[run] != 1 {
			t.Errorf("the arena of %s was closed %d times", run, closed[run])
		}
	}
}
