package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/runs"
)

// mistakes maps the bugs of brokenNim to the sentence that names them.
var mistakes = map[string]string{
	"":                            "",
	"an illegal move is accepted": "moves: method Apply makes the move 4, which is not among the legal moves",
	"a wrong number of seats":     "seats: NewGame(2, 1) has 3 seats",
	"no seats":                    "spec: from 0 to 0 seats, not within 1 to 8",
	"an outcome of wrong length":  "ends: the outcome has 3 seats, the game 2",
	"features of wrong length":    "method Features returns 1 values for seat 0, one per weight is needed, 2",
	"features that are NaN":       "evaluation: with the weights",
	"a deal that varies":          "a second game of the same seed",
	"a clone that shares state":   "clone: a move of a clone changes the game that was cloned",
	"a game that never ends":      "ends: the game has not ended after 200000 random moves",
	"no legal moves":              "ends: the game is not over and has no legal move",
	"a turn out of range":         "moves: method Turn returns 2; seats are 0 to 1",
	"a panic":                     "ends: panic: runtime error: index out of range [6] with length 4 in cmd.(*brokenHeap).Apply (brokengame_test.go:",
	"a default out of range":      "spec: weights: take: 5 is not within [-1, 1]",
	"a player that cheats":        "players: seed 0: 21 0: the player chose 9",
	"a duplicate weight":          "spec: weights: take: ",
	"a global random source":      "clone: two clones: after ",
	"a text without the seat":     "notation: seat 1 is to move, but ParseGame reads the text with seat 0",
}

// executeNim executes a command line of a program with one game. Its clock stands still while it works,
// so that no limit of time ends a test of the game on a busy machine.
func executeNim(t *testing.T, game engines.Engine, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errOut bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		printed := term.New(&out, os.Getenv)
		a := &app{
			in: strings.NewReader(""), out: printed, err: printed.Beside(&errOut), env: os.Getenv, name: "nim",
			catalog: runs.Catalog{Games: engines.Registry{game}},
		}
		root := newRoot(a)
		root.SetArgs(args)
		code = a.reportError(root.ExecuteContext(t.Context()))
	})
	return code, out.String(), errOut.String()
}

// A run of a game that breaks the contract ends before its first stored game, with a sentence
// that names the mistake and without a stack trace.
func TestBrokenGamesAreRefused(t *testing.T) {
	t.Parallel()
	for bug, want := range mistakes {
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			config := filepath.Join(t.TempDir(), "nim.yaml")
			if err := os.WriteFile(config, []byte("engine: {name: nim}\nstrategy: {name: spsa}\nbudget: {games: 64}\nverification: {games: 16}\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			code, stdout, got := executeNim(t, brokenNim{bug}, "evolve", config, "--no-progress", "--db", config+".db")
			switch {
			case bug == "" && code != 0:
				t.Errorf("the sound game: exit code %d: %s", code, got)
			case bug != "" && (code == 0 || !strings.Contains(got, want)):
				t.Errorf("exit code %d, want another than 0 and %q: %s%s", code, want, got, stdout)
			case bug != "" && (strings.Contains(got, "goroutine ") || strings.Count(got, "\n") > 1):
				t.Errorf("more than a sentence: %s", got)
			}
		})
	}
}

// blockedNim is a game whose NewGame does not return before release is closed.
type blockedNim struct {
	brokenNim
	release chan struct{}
}

func (n blockedNim) With(engines.Settings) (engines.Engine, error) { return n, nil }

func (n blockedNim) NewGame(seats int, seed uint64) (engines.Game, error) {
	<-n.release
	return n.brokenNim.NewGame(seats, seed)
}

// A game with a method that does not return is reported after some seconds, with the name of the test
// that waits for it.
func TestBlockedGamesAreReported(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(ctx context.Context, c runs.Catalog, warning func(string)) error{
		"check": func(ctx context.Context, c runs.Catalog, warning func(string)) error {
			_, err := runs.Check(ctx, c, runs.CheckOptions{Source: "nim", Games: 1, Warning: warning})
			return err
		},
		"evolve": func(ctx context.Context, c runs.Catalog, warning func(string)) error {
			o := runs.Options{Text: "engine: {name: nim}\nstrategy: {name: spsa}\nbudget: {games: 64}\nverification: {games: 16}\n"}
			o.Events.Warning = warning
			_, _, err := runs.CheckConfig(ctx, c, o)
			return err
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			var reports []string
			game := blockedNim{release: make(chan struct{})}
			begun := time.Now()
			err := do(t.Context(), runs.Catalog{Games: engines.Registry{game}}, func(text string) {
				reports = append(reports, text)
				close(game.release)
			})
			if waited := time.Since(begun); err != nil || waited < time.Second || waited > 10*time.Second {
				t.Errorf("%s: %v after %v", name, err, waited)
			}
			if len(reports) != 1 || !strings.Contains(reports[0], "has not ended after 5s; if it never ends, a method of the game does not return") {
				t.Errorf("%s reported %q", name, reports)
			}
		})
	}
}

// The verb check finds the same bugs, each with a sentence in the line of its test and without
// a stack trace.
func TestBrokenGamesFailTheCheck(t *testing.T) {
	t.Parallel()
	for bug, want := range mistakes {
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			code, stdout, stderr := executeNim(t, brokenNim{bug}, "check", "nim", "--games", "3", "--json")
			var got external.CheckResult
			if err := json.Unmarshal([]byte(stdout), &got); err != nil {
				t.Fatalf("%v: %s%s", err, stdout, stderr)
			}
			sentence := want
			if _, rest, ok := strings.Cut(want, ": "); ok {
				sentence = rest // several tests find it
			}
			found := false
			for _, f := range got.Checks {
				found = found || f.Verdict == external.Fail && strings.Contains(f.Detail, sentence)
				if strings.Contains(f.Detail, "\n") || strings.Contains(f.Detail, "goroutine ") {
					t.Errorf("more than a sentence: %s", f.Detail)
				}
			}
			switch {
			case bug == "" && (code != exitDone || got.Verdict != external.Pass || found || len(got.Checks) < 15):
				t.Errorf("the sound game: exit code %d, %+v", code, got)
			case bug != "" && (code != exitFailed || got.Verdict != external.Fail || !found):
				t.Errorf("exit code %d, want %d and %q: %+v", code, exitFailed, sentence, got)
			case bug != "" && stderr != "nim: nim cannot be tuned as it is\n":
				t.Errorf("standard error: %s", stderr)
			}
		})
	}
}

// The program of a broken game ends with one sentence before the first game of a run, and check
// prints a line for every test.
func TestProgramsOfBrokenGames(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("starts a process for every mistake: with LANISTA_EXHAUSTIVE=1")
	}
	for bug, want := range mistakes {
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			if bug == "" {
				t.Skip("the sound game")
			}
			dir := t.TempDir()
			write(t, dir, "nim.yaml", "engine: {name: nim}\nbudget: {games: 64}\nverification: {games: 16, opponents: [default]}\n")
			for _, args := range [][]string{{"evolve", "nim.yaml"}, {"check", "nim", "--games", "3"}} {
				c := program(t, "broken-nim", dir, args...)
				c.Env = append(c.Env, "BROKEN_NIM="+bug)
				out, err := c.CombinedOutput()
				sentence := want
				if _, rest, ok := strings.Cut(want, ": "); ok && args[0] == "check" {
					sentence = rest // the test has a column of its own
				}
				failsWith(t, string(out), sentence, err)
				lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
				lines = slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, "; if it never ends, ") }) // on a busy machine
				if args[0] == "evolve" && len(lines) != 1 {
					t.Errorf("%d lines: %s", len(lines), out)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "lanista.db")); err == nil {
				t.Error("a store was made")
			}
		})
	}
}

// A panic is reported with the position in which it happened.
func TestPanicsNameThePosition(t *testing.T) {
	t.Parallel()
	var stdout, stderr bytes.Buffer
	program := Program{Name: "nim", Games: []engines.Engine{brokenNim{"a panic"}}}
	program.Run(t.Context(), []string{"check", "nim"}, strings.NewReader(""), &stdout, &stderr)
	for test, want := range map[string]string{"moves": ", position 6 1)", "records": ", in the position 7 0"} {
		line := regexp.MustCompile("(?m)^fail  " + test + " .*$").FindString(stdout.String())
		if !strings.Contains(line, "panic: runtime error") || !strings.Contains(line, want) {
			t.Errorf("%q is not in the line of %s: %s", want, test, stdout.String())
		}
	}
}

// brokenNim is Nim with one bug: take one to three matches; the player of the last one wins.
type brokenNim struct{ bug string }

func (n brokenNim) Spec() engines.Spec {
	s := engines.Spec{
		Name: "nim", Title: "Nim", Doc: "Nim.", Version: "1", MinSeats: 2, MaxSeats: 2, Chance: engines.NoChance,
		Weights: engines.Space{{Name: "take", Min: -1, Max: 1}, {Name: "left", Min: -1, Max: 1}},
	}
	switch n.bug {
	case "no seats":
		s.MinSeats, s.MaxSeats = 0, 0
	case "a default out of range":
		s.Weights[0].Default = 5
	case "a duplicate weight":
		s.Weights[1].Name = "take"
	}
	return s
}

func (n brokenNim) With(s engines.Settings) (engines.Engine, error) {
	_, err := engines.Resolve(nil, s)
	return n, err
}

func (n brokenNim) NewGame(seats int, _ uint64) (engines.Game, error) {
	if seats != 2 && n.bug != "no seats" {
		return nil, fmt.Errorf("%d seats, not 2", seats)
	}
	h := &brokenHeap{bug: n.bug, seats: seats, state: &heapState{matches: 21}}
	switch n.bug {
	case "a wrong number of seats":
		h.seats = 3
	case "a deal that varies":
		h.state.matches = 15 + rand.IntN(1000)
	}
	return h, nil
}

func (n brokenNim) ParseGame(position string, _ uint64) (engines.Game, error) {
	h := &brokenHeap{bug: n.bug, seats: 2, state: &heapState{}}
	if _, err := fmt.Sscanf(position, "%d %d", &h.state.matches, &h.state.turn); err != nil || h.state.matches < 0 || h.state.turn < 0 || h.state.turn > 1 {
		return nil, fmt.Errorf("%q is not MATCHES TURN", position)
	}
	return h, nil
}

func (n brokenNim) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	a, err := a.Complete(n)
	if n.bug == "a player that cheats" {
		return cheat{}, err
	}
	return engines.OnePly(n, a.Weights), err
}

func (n brokenNim) Features(p engines.Position) ([][]float64, error) {
	rows := make([][]float64, p.Seats())
	left := float64(p.(*brokenHeap).state.matches % 4)
	for seat := range rows {
		rows[seat] = []float64{left, -left}
		if seat != p.Turn() {
			rows[seat] = []float64{-left, left}
		}
		switch n.bug {
		case "features of wrong length":
			rows[seat] = rows[seat][:1]
		case "features that are NaN":
			rows[seat][0] = math.NaN()
		}
	}
	return rows, nil
}

func (n brokenNim) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(n, p, w)
}

// cheat takes nine matches.
type cheat struct{}

func (cheat) Choose(context.Context, engines.Position) (engines.Move, error) { return 9, nil }

type heapState struct{ matches, turn int }

type brokenHeap struct {
	bug   string
	seats int
	state *heapState
}

func (h *brokenHeap) Seats() int { return h.seats }

func (h *brokenHeap) Turn() int {
	if h.bug == "a turn out of range" {
		return h.state.turn * 2
	}
	return h.state.turn
}

func (h *brokenHeap) Over() bool { return h.state.matches == 0 && h.bug != "no legal moves" }

func (h *brokenHeap) String() string {
	if h.bug == "a text without the seat" {
		return fmt.Sprintf("%d %d", h.state.matches, 0)
	}
	return fmt.Sprintf("%d %d", h.state.matches, h.state.turn)
}

func (h *brokenHeap) Outcome() engines.Outcome {
	if h.bug == "an outcome of wrong length" {
		return engines.Winner(3, h.state.turn)
	}
	return engines.Winner(h.seats, h.state.turn)
}

func (h *brokenHeap) Moves(dst []engines.Move) []engines.Move {
	for m := 1; m <= min(3, h.state.matches); m++ {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

func (h *brokenHeap) Apply(m engines.Move) error {
	s := h.state
	switch {
	case h.bug == "an illegal move is accepted" && m == 4 && s.matches > 4:
	case m < 1 || m > 3 || int(m) > s.matches:
		return errors.New("take one to three matches")
	}
	if h.bug == "a panic" && s.matches < 8 {
		_ = []int{0, 1, 2, 3}[s.matches]
	}
	s.matches -= int(m)
	if h.bug == "a global random source" && s.matches > 0 {
		s.matches -= rand.IntN(2)
	}
	if h.bug == "a game that never ends" && s.matches == 0 {
		s.matches = 21
	}
	if s.matches > 0 {
		s.turn = (s.turn + 1) % h.seats
	}
	return nil
}

func (h *brokenHeap) Clone() engines.Game {
	copied := *h
	if h.bug != "a clone that shares state" {
		state := *h.state
		copied.state = &state
	}
	return &copied
}

func (h *brokenHeap) FormatMove(m engines.Move) string {
	if h.bug == "words" { // no bug, but moves that a person types with effort
		return fmt.Sprint("take ", m)
	}
	return strconv.Itoa(int(m))
}

func (h *brokenHeap) ParseMove(s string) (engines.Move, error) {
	if h.bug == "words" {
		s = strings.TrimPrefix(s, "take ")
	}
	m, err := strconv.Atoi(s)
	return engines.Move(m), err
}
