package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// agentsFolder returns a copy of examples/agents with small budgets and short games. It skips the test
// if there is no Python.
func agentsFolder(t *testing.T) string {
	t.Helper()
	python := interpreter(t, "python3")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../examples/agents")); err != nil {
		t.Fatal(err)
	}
	small := strings.NewReplacer(
		"games: 2000", "games: 8", "games: 1000", "games: 8", "games: 400", "games: 4", "games: 800", "games: 8", "games: 200", "games: 8",
		"cycles: 10", "cycles: 1", "random_plies: 8", "random_plies: 40", "[python3,", "["+python+", -S,", // a wrapper script and site packages would start more slowly
	)
	configs, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range configs {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(small.Replace(string(text))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// write writes a file into a folder.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// failing runs the program, which must fail with an exit code, and returns its output.
func failing(t *testing.T, cmd *exec.Cmd, code int) string {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != code {
		t.Errorf("%v: %v, want exit code %d\n%s", cmd.Args, err, code, stderr.String())
	}
	return stderr.String()
}

// The agent in C is built and played.
func TestAgentInC(t *testing.T) {
	t.Parallel()
	dir := agentsFolder(t)
	build := exec.Command("cc", "-O1", "-Wall", "-Werror", "-o", "squares", "squares.c")
	build.Dir = dir
	if errors.Is(build.Err, exec.ErrNotFound) {
		t.Skip("there is no cc")
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	write(t, dir, "c.yaml", `
programs: {squares: {command: ./squares}}
engine: {name: othello, player: squares}
agents: [{name: corners, weights: {corner: 9, edge: 0}}, squares, random, {name: own, player: own}]
schedule: {cycles: 1}
`)
	text := string(output(t, lanista(t, dir, "tournament", "c.yaml")))
	for _, want := range []string{"corners", "squares", "random", "own"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// A program can implement a game: agents in three languages play it, one is tuned, and a failure
// of the rules is not a forfeit of an agent.
func TestGameInPython(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("rules in Python are slow: with LANISTA_EXHAUSTIVE=1")
	}
	dir := agentsFolder(t)
	one := document(t, output(t, lanista(t, dir, "tournament", "four-match.yaml", "--json", "--workers", "1", "--db", "one.db")))
	two := document(t, output(t, lanista(t, dir, "tournament", "four-match.yaml", "--json", "--workers", "2", "--db", "two.db")))
	if one != two {
		t.Errorf("one worker comes to\n%s\nand two to\n%s", one, two)
	}
	if got := string(output(t, lanista(t, dir, "perft", "four.yaml", "--depth", "3"))); !strings.HasPrefix(got, "343 sequences of 3 moves") {
		t.Errorf("perft: %s", got)
	}
	play := lanista(t, dir, "play", "four.yaml", "--seed", "1")
	play.Stdin = strings.NewReader("D\nhint\nundo\nd\nsave game.json\n")
	if got := string(output(t, play)); !strings.Contains(got, "bot plays") || !strings.Contains(got, "bot would play ") || !strings.Contains(got, "Continue with: ") {
		t.Errorf("play: %s", got)
	}
	said := failing(t, lanista(t, dir, "play", "--resume", "game.json"), 2)
	if !strings.Contains(said, "the game was played with the programs of four.yaml; give that config: play CONFIG --resume FILE") {
		t.Error(said)
	}
	output(t, lanista(t, dir, "play", "four.yaml", "--resume", "game.json"))
	said = failing(t, lanista(t, dir, "replay", "last", "--db", "one.db"), 2)
	if !strings.Contains(said, "uses the programs bot, four, shell: name a config with their commands") {
		t.Error(said)
	}
	if got := string(output(t, lanista(t, dir, "replay", "last", "four-match.yaml", "--db", "one.db", "--game", "3"))); !strings.Contains(got, "[opening]") || !strings.Contains(got, "places by seat") {
		t.Errorf("replay: %s", got)
	}
	rules := string(must(os.ReadFile(filepath.Join(dir, "four.py"))))
	broken := strings.Replace(rules, "        side = SIDES[self.turn]\n", "        self.n = getattr(self, 'n', 0) + 1\n        if self.n > 15: raise SystemExit('no rules any more')\n        side = SIDES[self.turn]\n", 1)
	write(t, dir, "broken.py", broken)
	write(t, dir, "broken.yaml", strings.ReplaceAll(string(must(os.ReadFile(filepath.Join(dir, "four.yaml")))), "four.py", "broken.py"))
	said = failing(t, lanista(t, dir, "evolve", "broken.yaml", "--workers", "1", "--name", "x"), 1)
	for _, want := range []string{"programs.four: exit status 1: no rules any more (seed ", `; seat 1 start {"three":`} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprint("test: ", err))
	}
	return v
}
