package executortest

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// New returns the executor under test. The executor must play its games in the given arena, which
// may be used from several goroutines.
type New func(t *testing.T, arena engines.Arena) tournament.Executor

// timeout is the time after which a test panics, because the executor must be hanging.
const timeout = time.Minute

// Run tests whether an executor satisfies the contract of [tournament.Executor]. build returns
// the executor.
func Run(t *testing.T, build New) {
	for _, c := range []struct {
		name  string
		check func(t *testing.T, build New)
	}{
		{"results", results},
		{"exact jobs", exact},
		{"skipped jobs", skipped},
		{"nothing to play", empty},
		{"used twice", twice},
		{"a slow beginning", slow},
		{"a growing schedule", growing},
		{"failed once", failedOnce},
		{"fails for good", failing},
		{"cancelled before", cancelledBefore},
		{"cancelled", cancelled},
		{"left", left},
	} {
		t.Run(c.name, func(t *testing.T) {
			hung := time.AfterFunc(timeout, func() { panic("the executor hangs: " + t.Name()) })
			defer hung.Stop()
			c.check(t, build)
		})
	}
}

// played contains the results that playing a schedule yielded, and its final error.
type played struct {
	results []tournament.Result
	err     error
}

// play plays a schedule with the executor x. It returns the results that were yielded, and the last
// error, nil if there was none.
func play(ctx context.Context, x tournament.Executor, s tournament.Schedule, o tournament.Options) played {
	var p played
	for r, err := range tournament.Run(ctx, x, field(), s, o) {
		if err != nil {
			p.err = err
			continue
		}
		p.results = append(p.results, r)
	}
	return p
}

// want returns the results of a schedule that every executor must return. It plays the schedule
// with [tournament.Local].
func want(t *testing.T, s tournament.Schedule, o tournament.Options) []tournament.Result {
	t.Helper()
	o.Finished = nil
	p := play(t.Context(), tournament.Local{Arena: fair{}, Workers: 1}, s, o)
	if p.err != nil {
		t.Fatal(p.err)
	}
	return p.results
}

func (p played) checkAll(t *testing.T, want []tournament.Result) {
	t.Helper()
	if p.err != nil {
		t.Error(p.err)
	}
	if len(p.results) != len(want) {
		t.Fatalf("%d results, want %d", len(p.results), len(want))
	}
	p.checkSubset(t, want)
}

// checkSubset checks that all yielded results are among the wanted ones and in the order of the
// schedule.
func (p played) checkSubset(t *testing.T, want []tournament.Result) {
	t.Helper()
	last := -1
	at := 0
	for _, r := range p.results {
		if r.Index <= last {
			t.Fatalf("pairing %d after %d", r.Index, last)
		}
		last = r.Index
		for at < len(want) && want[at].Index < r.Index {
			at++
		}
		if at == len(want) || want[at].Index != r.Index {
			t.Fatalf("a result of pairing %d, which was not to be played", r.Index)
		}
		r.Origin = nil // which worker played is no part of a result
		if !reflect.DeepEqual(r, want[at]) {
			t.Fatalf("pairing %d: %+v\nwant %+v", r.Index, r, want[at])
		}
	}
}

// goroutines returns the number of goroutines that run code of this module. Other goroutines are
// not counted, because a server that an executor uses may start some at any time.
func goroutines() int {
	stacks := make([]byte, 1<<20)
	for {
		n := runtime.Stack(stacks, true)
		if n < len(stacks) {
			stacks = stacks[:n]
			break
		}
		stacks = make([]byte, 2*len(stacks))
	}
	count := 0
	for one := range bytes.SplitSeq(stacks, []byte("\n\n")) {
		if bytes.Contains(one, []byte("github.com/lanista/lanista/")) {
			count++
		}
	}
	return count
}

func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	now := goroutines()
	for range 2000 { // a busy machine may take seconds
		if now <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
		now = goroutines()
	}
	t.Errorf("%d goroutines are left of a run, %d ran before", now, before)
}

// results checks that the executor returns the right results for all test schedules, and that the
// callback Finished is called once per pairing.
func results(t *testing.T, build New) {
	before := goroutines()
	for name, s := range schedules(t) {
		for _, o := range []tournament.Objective{{}, {Scale: 3}} {
			options := tournament.Options{Terms: tournament.Terms{Objective: o}}
			var mu sync.Mutex
			told := make(map[int]int)
			options.Finished = func(r tournament.Result) {
				mu.Lock()
				defer mu.Unlock()
				told[r.Index]++
			}
			p := play(t.Context(), build(t, fair{}), s, options)
			p.checkAll(t, want(t, s, options))
			for i := range s.Len() {
				if told[i] != 1 {
					t.Fatalf("%s: the journal received pairing %d %d times", name, i, told[i])
				}
			}
		}
	}
	checkGoroutines(t, before)
}

// exact checks that the executor passes agents, settings and arena options to the arena
// unchanged.
func exact(t *testing.T, build New) {
	arena := &bits{seen: make(map[string]bool)}
	terms := tournament.Terms{
		Game:  engines.EngineRef{Name: "fair", Settings: engines.Settings{"map": "a\nb\t\x00\u2028"}, Version: "7"},
		Arena: engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 4}, Moves: true},
	}
	s := schedules(t)["pairs"]
	p := play(t.Context(), build(t, arena), s, tournament.Options{Terms: terms, Batch: "round 1"})
	p.checkAll(t, want(t, s, tournament.Options{}))
	for _, a := range field() {
		if !arena.seen[agentText(a)] {
			t.Errorf("agent %s was not played as it is", a.Name)
		}
	}
	if len(arena.seen) != len(field()) {
		t.Errorf("%d different agents were played, %d are in the field", len(arena.seen), len(field()))
	}
}

func skipped(t *testing.T, build New) {
	s := schedules(t)["pairs"]
	o := tournament.Options{Skip: func(i int) bool { return i%3 != 1 || i > s.Len()/2 }}
	play(t.Context(), build(t, fair{}), s, o).checkAll(t, want(t, s, o))
}

// empty checks that the executor handles schedules without jobs.
func empty(t *testing.T, build New) {
	before := goroutines()
	x := build(t, fair{})
	play(t.Context(), x, tournament.Pairings{}, tournament.Options{}).checkAll(t, nil)
	all := tournament.Options{Skip: func(int) bool { return true }}
	play(t.Context(), x, schedules(t)["pairs"], all).checkAll(t, nil)
	checkGoroutines(t, before)
}

func twice(t *testing.T, build New) {
	x := build(t, fair{})
	for _, name := range []string{"pairs", "apart", "pairs"} {
		s := schedules(t)[name]
		play(t.Context(), x, s, tournament.Options{Batch: name}).checkAll(t, want(t, s, tournament.Options{}))
	}
}

// slow checks a schedule in which the first game takes longer than many later games.
func slow(t *testing.T, build New) {
	s := deals(t)
	first := s.At(0).Seed
	arena := hooked(func(ctx context.Context, seed uint64) error {
		if seed == first {
			time.Sleep(30 * time.Millisecond)
		}
		return nil
	})
	play(t.Context(), build(t, arena), s, tournament.Options{}).checkAll(t, want(t, s, tournament.Options{}))
}

// growing checks a schedule that grows. Pairings are added in parts: whenever a part is complete, a
// new one follows, so that two parts are always being played. Some jobs fail at the first attempt.
func growing(t *testing.T, build New) {
	const part = 7
	before := goroutines()
	s := schedules(t)["apart"]
	var mu sync.Mutex
	tried := make(map[uint64]bool)
	arena := hooked(func(_ context.Context, seed uint64) error {
		mu.Lock()
		defer mu.Unlock()
		again := tried[seed]
		tried[seed] = true
		if !again && seed%11 == 0 {
			return errTable
		}
		return nil
	})
	var stream tournament.Stream
	added := 0
	add := func() {
		if added >= s.Len() {
			stream.Close()
			return
		}
		var pairings []tournament.Pairing
		for ; len(pairings) < part && added < s.Len(); added++ {
			pairings = append(pairings, s.At(added))
		}
		stream.Add(field(), pairings)
	}
	add()
	add()
	var p played
	for r, err := range tournament.RunStream(t.Context(), build(t, arena), &stream, tournament.Options{Batch: "rounds from 1"}) {
		if err != nil {
			t.Fatal(err)
		}
		r.Pairing = s.At(r.Index) // its agents are in the field of its part
		p.results = append(p.results, r)
		if len(p.results)%part == 0 || len(p.results) == s.Len() {
			add()
		}
	}
	p.checkAll(t, want(t, s, tournament.Options{}))
	checkGoroutines(t, before)
}

// failedOnce checks a schedule in which every seventh job fails at the first attempt.
func failedOnce(t *testing.T, build New) {
	s := deals(t)
	for name, let := range arenaFailures {
		var mu sync.Mutex
		tried := make(map[uint64]bool)
		arena := hooked(func(_ context.Context, seed uint64) error {
			mu.Lock()
			again := tried[seed]
			tried[seed] = true
			mu.Unlock()
			if !again && seed%7 == 0 {
				return let()
			}
			return nil
		})
		t.Run(name, func(t *testing.T) {
			play(t.Context(), build(t, arena), s, tournament.Options{}).checkAll(t, want(t, s, tournament.Options{}))
		})
	}
}

var errTable = errors.New("the table broke")

var arenaFailures = map[string]func() error{
	"errors": func() error { return errTable },
	"panics": func() error { panic(errTable) },
}
