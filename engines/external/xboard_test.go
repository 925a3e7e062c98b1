package external

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
)

// chessTable returns a table of chess whose player is a program.
func chessTable(t testing.TB, p Program, settings engines.Settings) engines.Engine {
	t.Helper()
	table, err := newTestPrograms(t, p).Table(t.Context(), chess.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.With(settings)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// An xboard engine that resigns, or claims a result in which it loses, has lost by the rules.
func TestXBoardResigns(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"resigns", "claims a loss"} {
		r, err := play(t, chessTable(t, testXBoard(t, mode), engines.Settings{"limit": "depth 1"}))
		if err != nil || r.Forfeit != nil || r.Outcome != engines.Loser(2, 0) {
			t.Errorf("%s: %+v, %v", mode, r, err)
		}
	}
}

// The check of an engine whose protocol has no results plays no games for them.
func TestCheckOfXBoardHasNoScores(t *testing.T) {
	t.Parallel()
	p := testXBoard(t, "no depth")
	ps := newTestPrograms(t, p)
	table, err := ps.Table(t.Context(), chess.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.With(engines.Settings{"limit": "depth 1"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := ps.Check(t.Context(), e, p.Name, CheckOptions{Games: 2, Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range got.Checks {
		if f.ID == "score" {
			t.Errorf("%+v", f)
		}
	}
	if got.Verdict != Fail {
		t.Errorf("%+v", got)
	}
}

// An engine that cannot play the game is no loser.
func TestXBoardUnplayable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ mode, limit, position, want string }{
		{"no depth", "depth 1", "", `it answers "Error (unknown command): sd" to the limit depth 1`},
		{"well", "nodes 100", "", "limit: nodes 100: the engine has no limit of nodes (feature nps=1); use depth N"},
		{"well", "movetime 1500ms", "", "limit: movetime 1.5s: the protocol xboard counts the time of a move in whole seconds"},
		{"well", "none", "", "limit: an xboard engine needs one (depth N, movetime 1s, clock D+D)"},
	} {
		r, err := play(t, chessTable(t, testXBoard(t, c.mode), engines.Settings{"limit": c.limit}))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "cannot play") != 1 || !strings.HasPrefix(err.Error(), "agent bot ") {
			t.Errorf("%s at %s: %+v, %v", c.mode, c.limit, r, err)
		}
	}
	old := testXBoard(t, "old")
	old.Tuned, old.EachGame = []string{}, []string{"remark"}
	e := chessTable(t, old, engines.Settings{"openings": "4k2r/8/8/8/8/8/6R1/4K3 b k - 0 1", "random_plies": "0"})
	if r, err := play(t, e); err == nil || !strings.HasPrefix(err.Error(), "agent bot cannot play: ") || !strings.Contains(err.Error(), "the engine cannot set one up (feature setboard=1)") {
		t.Errorf("an engine without setboard: %+v, %v", r, err)
	}
}

// An engine that fails at the start position of a game has forfeited it.
func TestXBoardFailsAtAPosition(t *testing.T) {
	t.Parallel()
	settings := engines.Settings{"limit": "depth 1", "openings": "4k2r/8/8/8/8/8/6R1/4K3 b k - 0 1", "random_plies": "0", "max_plies": "24"}
	for mode, kind := range map[string]engines.ForfeitKind{"well": plays, "exit on setboard": engines.ForfeitCrashed, "refuses a position": engines.ForfeitError} {
		r, err := play(t, chessTable(t, testXBoard(t, mode), settings))
		if err != nil {
			t.Errorf("%s: %v", mode, err)
			continue
		}
		judge(t, r, kind)
	}
}

func TestXBoardStart(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"exit at once": "it ended before it was ready (exit status 3): cannot find the book",
		"other game":   "it plays the variants xiangqi,shogi, and not normal",
		"slow start":   "no feature within 250ms, the limit timeouts.start; an engine that speaks xboard answers protover 2 with its features",
	} {
		p := testXBoard(t, mode)
		if mode == "slow start" {
			p.Timeouts.Start = brief
		}
		_, err := newTestPrograms(t, p).Table(t.Context(), chess.New(), p.Name)
		var start *StartError
		if !errors.As(err, &start) || start.Error() != "programs."+p.Name+": "+want {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// startedTable returns the table of a program that has started. It makes up to five attempts,
// because the threads of GNU Chess sometimes wait for each other for ever.
func startedTable(t *testing.T, p Program, settings engines.Settings) engines.Engine {
	t.Helper()
	for attempt := 1; ; attempt++ {
		table, err := newTestPrograms(t, p).Table(t.Context(), chess.New(), p.Name)
		var start *StartError
		if errors.As(err, &start) && attempt < 5 {
			t.Log(start)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		e, err := table.With(settings)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
}

// Engines of Debian play games against random moves without a forfeit. The test skips engines
// that are not installed.
func TestXBoardRealEngines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		arguments, eachGame []string
		limit               string
		exhaustive          bool
	}{
		"fairymax": {nil, nil, "depth 2", false},
		"phalanx":  {[]string{"-b-", "-l-"}, nil, "clock 2s", true},
		"gnuchess": {[]string{"--xboard"}, []string{"depth 2"}, "none", true},
		"sjeng":    {nil, nil, "depth 2", true},
		"hoichess": {[]string{"--xboard"}, nil, "depth 2", true},
		"crafty":   {nil, nil, "depth 2", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.exhaustive && os.Getenv("LANISTA_EXHAUSTIVE") == "" {
				t.Skip("games of a slow engine: with LANISTA_EXHAUSTIVE=1")
			}
			p := testXBoard(t, "well")
			p.Name, p.Tuned, p.EachGame = name, []string{}, c.eachGame
			p.Margin = patient // the test is not about a clock on a busy machine
			p.Command = append([]string{findDebian(t, name)}, c.arguments...)
			p.Timeouts.Start = patient
			e := startedTable(t, p, engines.Settings{"limit": c.limit, "random_plies": "4"})
			arena, err := engines.NewArena(e, engines.ArenaOptions{Moves: true})
			if err != nil {
				t.Fatal(err)
			}
			one := arena.(engines.PerGoroutine).Fork()
			defer func() { _ = engines.Close(one) }()
			seats := []engines.Agent{{Name: name}, {Name: "random", Player: "random"}}
			for seed := range uint64(4) {
				r, err := one.Play(t.Context(), seats, seed)
				if err != nil || r.Forfeit != nil {
					t.Fatalf("game %d: %+v, %+v, %v", seed, r, r.Forfeit, err)
				}
				if r.Outcome.Place(int(seed%2)) == 2 {
					t.Errorf("game %d: lost to random moves", seed)
				}
				seats[0], seats[1] = seats[1], seats[0]
			}
		})
	}
}
