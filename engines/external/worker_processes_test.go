package external

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
)

// Weights reach the program, and its process is reused for later games.
func TestWeightsAndProcesses(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "well")
	ps := newTestPrograms(t, p)
	table, err := ps.Table(t.Context(), othello.New(), "")
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(table, engines.ArenaOptions{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	one := arena.(engines.PerGoroutine).Fork()
	defer func() { _ = engines.Close(one) }()
	first := engines.Agent{Name: "first", Player: "first"}
	games := make(map[float64]string)
	for _, nth := range []float64{0, 1, 2, 0, 1, 2} {
		bot := engines.Agent{Name: "bot", Player: "well", Weights: engines.Weights{nth}}
		r, err := one.Play(t.Context(), []engines.Agent{bot, first}, 3)
		if err != nil || r.Forfeit != nil {
			t.Fatalf("%+v, %v", r, err)
		}
		text := fmt.Sprint(r.Moves())
		if before, ok := games[nth]; ok && before != text {
			t.Errorf("weight %v plays otherwise the second time", nth)
		}
		games[nth] = text
	}
	if games[0] == games[1] || games[1] == games[2] {
		t.Error("the weight changes nothing")
	}
	if len(ps.pool.live) != 1 {
		t.Errorf("%d processes for one seat", len(ps.pool.live))
	}
	r, err := one.Play(t.Context(), []engines.Agent{first, first}, 3)
	if err != nil || fmt.Sprint(r.Moves()) != fmt.Sprint(mustPlay(t, othello.New(), first, first).Moves()) {
		t.Errorf("the game's own players play otherwise at the table: %v", err)
	}
}

func mustPlay(t testing.TB, e engines.Engine, seats ...engines.Agent) engines.Record {
	t.Helper()
	arena, err := engines.NewArena(e, engines.ArenaOptions{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := arena.Play(t.Context(), seats, 3)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRestart(t *testing.T) {
	t.Parallel()
	for restart, want := range map[Restart]int{RestartNever: 1, RestartEachGame: 4, RestartWithWeights: 3} {
		p := testProgram(t, "well")
		p.Restart = restart
		trace := t.TempDir()
		ps, err := NewPrograms([]Program{p}, Options{Trace: trace})
		if err != nil {
			t.Fatal(err)
		}
		table, err := ps.Table(t.Context(), othello.New(), p.Name)
		if err != nil {
			t.Fatal(err)
		}
		arena, err := engines.NewArena(table, engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		one := arena.(engines.PerGoroutine).Fork()
		for _, nth := range []float64{0, 0, 1, 2} {
			seats := []engines.Agent{{Name: "bot", Weights: engines.Weights{nth}}, {Name: "first", Player: "first"}}
			if r, err := one.Play(t.Context(), seats, 3); err != nil || r.Forfeit != nil {
				t.Fatalf("%+v, %v", r, err)
			}
		}
		_ = engines.Close(one)
		_ = ps.Close()
		files, _ := filepath.Glob(filepath.Join(trace, "*.txt"))
		if len(files) != want {
			t.Errorf("restart %s: %d processes, want %d", restart, len(files), want)
		}
	}
}

// A program that can play two games and then exits loses no game: the game in which it exits is
// played again in a new process, and not in an idle one that has played two games as well.
func TestReplaysAreInNewProcesses(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "two games")
	ps := newTestPrograms(t, p)
	table, err := ps.Table(t.Context(), othello.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(table, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	first := engines.Agent{Name: "first", Player: "first"}
	play := func(forks int) {
		var workers []engines.Arena
		for range forks {
			workers = append(workers, arena.(engines.PerGoroutine).Fork())
		}
		for game := range 2 * len(workers) {
			r, err := workers[game%forks].Play(t.Context(), []engines.Agent{{Name: "bot"}, first}, 3)
			if err != nil || r.Forfeit != nil {
				t.Fatalf("%+v, %v", r, err)
			}
		}
		for _, w := range workers {
			_ = engines.Close(w)
		}
	}
	play(3) // leaves three idle processes that exit in their next game
	if n := len(ps.pool.idle); n != 3 {
		t.Fatalf("%d idle processes", n)
	}
	play(1)
	ps.EndUsed()
	if n := len(ps.pool.idle); n != 0 {
		t.Errorf("%d used processes remain", n)
	}
}

// requestsOf plays a game of Othello against a hostile program and returns the lines that it was
// sent.
func requestsOf(t *testing.T, mode string, settings engines.Settings) []string {
	t.Helper()
	p, trace := testProgram(t, mode), t.TempDir()
	ps, err := NewPrograms([]Program{p}, Options{Lanista: "1.2.0", Trace: trace})
	if err != nil {
		t.Fatal(err)
	}
	table, err := ps.Table(t.Context(), othello.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.With(settings)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := play(t, e); err != nil {
		t.Fatal(err)
	}
	_ = ps.Close()
	text, err := os.ReadFile(filepath.Join(trace, p.Name+"-1.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var sent []string
	for line := range strings.Lines(string(text)) {
		if _, request, ok := strings.Cut(line, " > "); ok {
			sent = append(sent, strings.TrimSuffix(request, "\n"))
		}
	}
	return sent
}

// The requests are sent byte by byte as documented.
func TestExactBytes(t *testing.T) {
	t.Parallel()
	sent := requestsOf(t, "well", engines.Settings{"random_plies": "1", "limit": "depth 4"})
	seed := engines.Seed(7, engines.Purpose("program"), 0) >> 11
	want := []string{
		`{"id":1,"do":"hello","ludus":[1],"lanista":"1.2.0"}`,
		fmt.Sprintf(`{"id":2,"do":"new","game":"othello","settings":{"balance":"0","openings":"","random_plies":"1"},"seat":0,"seats":2,"seed":%d,"weights":{"nth":0},"limit":{"depth":4}}`, seed),
		`{"id":3,"do":"move","seat":0,"ply":1,"position":"------------------O-------XOX------XO--------------------------- X","legal":["c2","d3","f5","e6"],"moves":["c4","c3"]}`,
	}
	for i := range want {
		if i < len(sent) && sent[i] != want[i] {
			t.Errorf("line %d:\n%s\nwant\n%s", i, sent[i], want[i])
		}
	}
	last := sent[len(sent)-2:]
	if !strings.Contains(last[0], `"do":"end","places":[`) || !strings.HasSuffix(last[1], `"do":"quit"}`) {
		t.Errorf("at the end: %q", last)
	}
}

// The request "end" has the places and the documented word for the end of the game.
func TestEndStatesWhy(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{"well": `"why":"rules"}`, "resign": `"places":[2,1],"why":"resigned"}`, "z9": `"places":[2,1],"why":"forfeit"}`} {
		sent := requestsOf(t, mode, nil)
		if end := sent[len(sent)-2]; !strings.Contains(end, `"do":"end","places":[`) || !strings.HasSuffix(end, want) {
			t.Errorf("%s: %s, want %s at its end", mode, end, want)
		}
	}
}
