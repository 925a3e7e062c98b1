package workers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

// The executable digest is that of the linker's build ID, or of the contents of a file without
// one. ThisBuild omits it if a revision identifies the program.
func TestExecutable(t *testing.T) {
	t.Parallel()
	name := func(path string) string {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		id, err := executable(f)
		if err != nil || len(id) != 32 {
			t.Fatalf("%s: %q, %v", path, id, err)
		}
		if runtime.GOOS == "linux" && path == os.Args[0] && goBuildID(f) == nil {
			t.Error("a program of Go has no build id")
		}
		return id
	}
	dir := t.TempDir()
	names := map[string]string{"own": name(os.Args[0])}
	header := append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 57)...) // of a program without sections
	header[16], header[18], header[20], header[52] = 2, 62, 1, 64
	for file, text := range map[string]string{"a": "#!/bin/sh\n", "b": "#!/bin/sh\necho\n", "empty": "", "C": string(header), "another in C": string(header) + "x"} {
		path := filepath.Join(dir, file)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		names[file] = name(path)
	}
	if digests := slices.Compact(slices.Sorted(maps.Values(names))); len(digests) != len(names) {
		t.Errorf("two files are one: %v", names)
	}
	for _, b := range []struct {
		version, revision string
		modified, hashed  bool
	}{
		{"v1.2.3", "", false, false},
		{"v1.2.3", "abc", false, false},
		{"(devel)", "abc", false, false},
		{"(devel)", "", false, true},
		{"1.0.0+devel", "", false, true},
		{"", "", false, true},
		{"v1.2.3", "abc", true, true},
	} {
		if got := ThisBuild(b.version, b.revision, b.modified); got.Executable != "" != b.hashed {
			t.Errorf("%+v is %+v", b, got)
		}
	}
}

// The short form of a build has the first eight digits of each digest.
func TestBuildsInShortForm(t *testing.T) {
	t.Parallel()
	for want, b := range map[string]Build{
		"v1": {Version: "v1"}, "v1, abc": {Version: "v1", Revision: "abc"}, "v1, 01234567": {Version: "v1", Revision: "0123456789"},
		"v1, on arm64": {Version: "v1", Processor: "arm64"}, "(devel), executable 01234567, rules 76543210": {Version: "(devel)", Executable: "012345678", Rules: "765432109"},
	} {
		if got := b.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// turns is a game in which two seats take turns until a number of plies has been made. Each field
// changes a part of its behaviour.
type turns struct {
	engines.Engine
	name, version string
	plies, moves  int    // of a game, and legal in a position
	text, last    string // of positions, and of the last position
	value         float64
	choice        engines.Move
	failures      map[string]error // by method; "panic" makes Apply panic
	plain         bool             // the player does not implement Starter and Watcher
	calls         *turnCalls
}

// turnCalls records calls of methods of the game and its player.
type turnCalls struct {
	views   []int // seats whose view Start received
	choices []int // plies at which the player chose
	saw     []int // seats whose moves the player saw
	applied int
	closed  int // players
}

func (e turns) Spec() engines.Spec {
	return engines.Spec{Name: e.name, Version: e.version, MinSeats: 2, MaxSeats: 2}
}

func (e turns) NewGame(seats int, _ uint64) (engines.Game, error) {
	return &turnGame{turns: e, seats: seats}, e.failures["new game"]
}

func (e turns) NewPlayer(context.Context, engines.Agent) (engines.Player, error) {
	p := turnPlayer{e}
	if e.plain {
		return struct{ engines.Player }{p}, e.failures["new player"]
	}
	return p, e.failures["new player"]
}

func (e turns) Evaluate(engines.Position, engines.Weights) ([]float64, error) {
	return []float64{e.value, -e.value}, e.failures["evaluate"]
}

type turnGame struct {
	turns
	engines.Game
	seats, ply, seat int // seat is the seat that receives the position, if it is a view
}

func (g *turnGame) Seats() int { return g.seats }
func (g *turnGame) Turn() int  { return g.ply % g.seats }
func (g *turnGame) Over() bool { return g.ply >= g.plies }

func (g *turnGame) Moves(dst []engines.Move) []engines.Move {
	if g.Over() {
		panic("the game is over")
	}
	for m := range g.moves {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

func (g *turnGame) String() string {
	if g.Over() {
		return g.text + g.last
	}
	return fmt.Sprint(g.text, g.ply)
}

func (g *turnGame) Apply(engines.Move) error {
	if err := g.failures["panic"]; err != nil {
		panic(err)
	}
	if err := g.failures["apply"]; err != nil {
		return err
	}
	g.ply++
	g.calls.applied++
	return nil
}

// turnView is the view of a seat. Other positions and views are the same.
type turnView struct{ engines.Position }

func (g *turnGame) View(seat int) engines.Position {
	return turnView{&turnGame{turns: g.turns, seats: g.seats, ply: g.ply, seat: seat}}
}

type turnPlayer struct{ turns }

func (p turnPlayer) Start(_ context.Context, s engines.Seating) error {
	p.calls.views = append(p.calls.views, s.From.(turnView).Position.(*turnGame).seat)
	return p.failures["start"]
}

func (p turnPlayer) Choose(_ context.Context, pos engines.Position) (engines.Move, error) {
	p.calls.choices = append(p.calls.choices, pos.(turnView).Position.(*turnGame).ply)
	return p.choice, p.failures["choose"]
}

func (p turnPlayer) Saw(seat int, _ engines.Move) {
	p.calls.saw = append(p.calls.saw, seat)
}

func (p turnPlayer) Close() error {
	p.calls.closed++
	return nil
}

// The digest of a game's behaviour differs whenever a part of the behaviour differs, and is equal
// otherwise.
func TestRulesNoticeBehaviour(t *testing.T) {
	t.Parallel()
	failed := func(method, text string) func(e *turns) {
		return func(e *turns) { e.failures = map[string]error{method: errors.New(text)} }
	}
	digests := make(map[string]string)
	for name, change := range map[string]func(e *turns){
		"nothing":          func(*turns) {},
		"version":          func(e *turns) { e.version = "2" },
		"positions":        func(e *turns) { e.text = "p" },
		"the last":         func(e *turns) { e.last = "l" },
		"moves":            func(e *turns) { e.moves = 4 },
		"length":           func(e *turns) { e.plies = 4 },
		"evaluation":       func(e *turns) { e.value = 0.5 },
		"choice":           func(e *turns) { e.choice = 1 },
		"no game":          failed("new game", "no dice"),
		"no other game":    failed("new game", "no board"),
		"no player":        failed("new player", "no model"),
		"no other player":  failed("new player", "no book"),
		"no start":         failed("start", "tired"),
		"no other start":   failed("start", "asleep"),
		"no move":          failed("apply", "illegal"),
		"no other move":    failed("apply", "not legal"),
		"no choice":        failed("choose", "no idea"),
		"no other choice":  failed("choose", "resigned"),
		"no value":         failed("evaluate", "unknown"),
		"no other value":   failed("evaluate", "hidden"),
		"a panic":          failed("panic", "lost dice"),
		"a panic of board": failed("panic", "lost board"),
	} {
		e := turns{name: "turns", version: "1", plies: 3, moves: 3, calls: new(turnCalls)}
		change(&e)
		rules := Rules(engines.Registry{e})
		got := rules("turns")
		for other, digest := range digests {
			if digest == got {
				t.Errorf("a change of %s and one of %s have the same digest", name, other)
			}
		}
		digests[name] = got
		if len(got) != 32 || rules("turns") != got || Rules(engines.Registry{e})("turns") != got {
			t.Errorf("%s: %q, then %q", name, got, rules("turns"))
		}
		if rules("chess") != "" {
			t.Errorf("an unknown game has the digest %q", rules("chess"))
		}
	}
	hosted := struct {
		turns
		engines.ArenaFactory
	}{turns{name: "turns", plies: 3, moves: 3, calls: new(turnCalls)}, nil}
	if got := Rules(engines.Registry{hosted})("turns"); got != "" {
		t.Errorf("a game that a program plays has the digest %q", got)
	}
}

// The fixed games of a digest are as long as stated, and the game's own player chooses its moves at
// the stated plies. Later calls use the digest of the first one.
func TestRulesPlayFixedGames(t *testing.T) {
	t.Parallel()
	for _, plain := range []bool{false, true} {
		for _, plies := range []int{5, 1000} {
			e := turns{name: "turns", plies: plies, moves: 3, plain: plain, calls: new(turnCalls)}
			rules := Rules(engines.Registry{e})
			if first, again := rules("turns"), rules("turns"); first != again {
				t.Errorf("the digest is %s, then %s", first, again)
			}
			want := turnCalls{applied: selfPlayDeals * min(plies, selfPlayPlies)}
			for range selfPlayDeals {
				for ply := range min(plies, selfPlayPlies) {
					if ply%selfPlayEvery == 0 {
						want.choices = append(want.choices, ply)
					}
					if !plain {
						want.saw = append(want.saw, ply%2)
					}
				}
				if !plain {
					want.views = append(want.views, 0)
					want.closed++
				}
			}
			if !reflect.DeepEqual(*e.calls, want) {
				t.Errorf("games of %d plies: %+v, want %+v", plies, *e.calls, want)
			}
		}
	}
}
