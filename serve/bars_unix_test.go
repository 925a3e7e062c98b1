//go:build unix

package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/session"
)

// cpuTime returns the CPU time of this process.
func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// leastCPU calls f until a call takes at most the given CPU time, for two minutes, and returns the least
// CPU time of a call. Other programs on the machine take the caches, so that single calls take longer.
func leastCPU(t *testing.T, most time.Duration, f func()) time.Duration {
	t.Helper()
	least := time.Hour
	for began := time.Now(); least > most && time.Since(began) < 2*time.Minute; {
		before := cpuTime(t)
		f()
		least = min(least, cpuTime(t)-before)
	}
	return least
}

// costs requests a page repeatedly and returns the mean CPU time of a request and the second
// longest wall time of a hundred.
func costs(t *testing.T, s *Server, page string) (cpu, wall time.Duration) {
	t.Helper()
	const times = 100
	var took []time.Duration
	before := cpuTime(t)
	for range times {
		began := time.Now()
		if w := ask(t, s, http.MethodGet, page, ""); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", page, w.Code, w.Body)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return (cpuTime(t) - before) / times, took[times-2]
}

// Pages of a store of 1,000 runs are fast; one run has 300 rounds, and one is a tournament of
// 100,000 pairings. The test does not run in parallel, because it measures CPU time.
func TestPagesOfABigStore(t *testing.T) {
	long(t)
	path := bigStore(t)
	if info, err := os.Stat(path); err == nil {
		t.Logf("%d MB", info.Size()>>20)
	}
	s := newServer(t, func(o *Options) { o.Store = path })
	for _, c := range []struct {
		page string
		most time.Duration
	}{
		{"/runs", 20 * time.Millisecond},
		{"/runs?q=long", 20 * time.Millisecond},
		{"/runs/long", 30 * time.Millisecond},
		{"/runs/cup", 50 * time.Millisecond},
		{"/api/v1/runs", 20 * time.Millisecond},
		{"/api/v1/runs/long", 30 * time.Millisecond},
		{"/api/v1/runs/long/history", 30 * time.Millisecond},
		{"/api/v1/runs/cup/standings", 50 * time.Millisecond},
	} {
		before := cpuTime(t)
		if w := ask(t, s, http.MethodGet, c.page, ""); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", c.page, w.Code, w.Body)
		}
		first := cpuTime(t) - before
		cpu, wall := costs(t, s, c.page)
		t.Logf("%s: first %v, then %v of CPU, 99 of 100 within %v", c.page, first, cpu, wall)
		if cpu > c.most {
			t.Errorf("%s takes %v of CPU, more than %v", c.page, cpu, c.most)
		}
	}
}

// forPeople returns a game with the settings of a session of people.
func forPeople(t *testing.T, name string) engines.Engine {
	t.Helper()
	e, err := testSessions(t, 1).engine(t.Context(), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// randomMoves plays a random game and returns at most the given number of its moves.
func randomMoves(t *testing.T, e engines.Engine, seats int, seed uint64, most int) (moves []string) {
	t.Helper()
	g, err := e.NewGame(seats, seed)
	if err != nil {
		t.Fatal(err)
	}
	lot := engines.Rand(seed)
	var legal []engines.Move
	for !g.Over() && len(moves) < most {
		legal = g.Moves(legal[:0])
		m := legal[lot.IntN(len(legal))]
		moves = append(moves, g.FormatMove(m))
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return moves
}

// sessionAfter returns the body of a command for a session after some moves.
func sessionAfter(t *testing.T, game string, seats int, seed uint64, moves []string, more string) string {
	t.Helper()
	list, err := json.Marshal(moves)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"engine":%q,"seats":%d,"seed":"%d","moves":%s%s}`, game, seats, seed, list, more)
}

// A new session, a move and a take-back each cost at most 5 ms of CPU time in the middle of
// games of usual length.
func TestCommandsAreQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes its own time")
	}
	s := newServer(t, func(o *Options) { o.Catalog = allGames })
	for _, name := range allGames.Games.Names() {
		e := forPeople(t, name)
		spec := e.Spec()
		seats := spec.DefaultSeats()
		moves := randomMoves(t, e, seats, 5, 41)
		at, last := moves[:len(moves)-1], moves[len(moves)-1]
		a := post[sessionAnswer](t, s, "/games", sessionAfter(t, spec.Name, seats, 5, at, ""))
		state := quoted(a.State)
		for _, c := range [][2]string{
			{"/games", fmt.Sprintf(`{"engine":%q}`, spec.Name)},
			{"/games/move", `{"state":` + state + `,"move":` + quoted(last) + `}`},
			{"/games/back", `{"state":` + state + `,"plies":2}`},
		} {
			const times, most = 10, 5 * time.Millisecond
			post[sessionAnswer](t, s, c[0], c[1])
			cpu := leastCPU(t, times*most, func() {
				for range times {
					post[sessionAnswer](t, s, c[0], c[1])
				}
			}) / times
			t.Logf("%s %s: %v", spec.Name, c[0], cpu)
			if cpu > most {
				t.Errorf("%s %s takes %v of CPU, more than %v", spec.Name, c[0], cpu, most)
			}
		}
	}
}

// Restoring a sealed session takes at most 1 ms of CPU time per 6,000 moves.
func TestLongSessionsAreQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector takes its own time")
	}
	var moves []string
	seed := uint64(0)
	for len(moves) < 4000 {
		seed++
		moves = randomMoves(t, forPeople(t, "hare"), 6, seed, session.MaxMoves)
	}
	s := testSessions(t, 1)
	state, err := s.seal(startTest(t, sessionSetup{Engine: "hare", Seats: 6, Seed: &seed, Moves: moves}))
	if err != nil {
		t.Fatal(err)
	}
	most := time.Millisecond * time.Duration(len(moves)) / 6000
	cpu := leastCPU(t, most, func() {
		if again, err := s.unseal(t.Context(), state); err != nil || len(again.Moves()) != len(moves) {
			t.Fatalf("%v: %+v", err, again)
		}
	})
	t.Logf("%d moves in %d bytes: %v", len(moves), len(state), cpu)
	if cpu > most {
		t.Errorf("%d moves take %v of CPU, more than %v", len(moves), cpu, most)
	}
}

// The server adds little CPU time to a search, in 99 of 100 positions of games of the default
// agent against itself.
func TestBestMovesAreQuick(t *testing.T) {
	long(t)
	for _, c := range []struct {
		game string
		most time.Duration
	}{
		{"risk", 2 * time.Millisecond}, {"hare", 60 * time.Millisecond}, {"othello", 5 * time.Millisecond}, {"minesweeper", 2 * time.Millisecond},
	} {
		e := forPeople(t, c.game)
		var beyond []time.Duration
		for seed := uint64(1); seed <= 3; seed++ {
			moves, own := selfPlay(t, e, seed, 40)
			took := bests(t, e, seed, moves)
			for i := range own {
				beyond = append(beyond, took[i]-own[i])
			}
		}
		slices.Sort(beyond)
		n := len(beyond)
		t.Logf("%s, %d positions: half take %v of CPU, 99%% within %v", c.game, n, beyond[n/2], beyond[n*99/100])
		if beyond[n*99/100] > c.most {
			t.Errorf("%s: one in a hundred takes more than %v of CPU", c.game, c.most)
		}
	}
}

// bests requests the best move in every position of a game and returns the times: each the
// shortest of three, from servers without cached searches.
func bests(t *testing.T, e engines.Engine, seed uint64, moves []string) (least []time.Duration) {
	t.Helper()
	spec := e.Spec()
	for try := range 3 {
		s := newServer(t, func(o *Options) { o.Catalog = allGames })
		post[sessionAnswer](t, s, "/games", fmt.Sprintf(`{"engine":%q}`, spec.Name))
		for n := range moves {
			body := sessionAfter(t, spec.Name, spec.DefaultSeats(), seed, moves[:n], `,"agent":{"source":"default"}`)
			before := cpuTime(t)
			post[sessionAnswer](t, s, "/games/best", body)
			took := cpuTime(t) - before
			if try == 0 {
				least = append(least, took)
			}
			least[n] = min(least[n], took)
		}
	}
	return least
}

// selfPlay plays at most the given number of moves of the default agent against itself, and
// returns the time of each.
func selfPlay(t *testing.T, e engines.Engine, seed uint64, most int) (moves []string, took []time.Duration) {
	t.Helper()
	g, err := e.NewGame(e.Spec().DefaultSeats(), seed)
	if err != nil {
		t.Fatal(err)
	}
	p, err := engines.NewPlayer(t.Context(), e, engines.Agent{Name: "default", Weights: e.Spec().Weights.Default()})
	if err != nil {
		t.Fatal(err)
	}
	for !g.Over() && len(moves) < most {
		before := cpuTime(t)
		m, err := p.Choose(t.Context(), engines.View(g, g.Turn()))
		took = append(took, cpuTime(t)-before)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, g.FormatMove(m))
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return moves, took
}
