package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A game in a module of its own has every verb by a main of one line: the example,
// and the game of the guide.
func TestAModuleOutside(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../examples/connectfour")); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	moved := strings.Replace(string(mod), "=> ../..", "=> "+root, 1)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(moved), 0o600); err != nil {
		t.Fatal(err)
	}
	guide := readPage(t, "../docs/own-game.md")
	folder := filepath.Join(dir, "guide")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	guide.unpack(t, folder)
	run := func(name string, args ...string) (string, error) {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true", "GOFLAGS=", "GOWORK=off")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := run("go", "build", "-ldflags=-s -w", "-o", "built/", ".", "./guide"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if exhaustive { // two more programs to link
		if out, err := run("go", "test", ".", "./guide"); err != nil { // they keep the contract
			t.Errorf("%v: %s", err, out)
		}
	}
	if err := os.Rename(filepath.Join(dir, "built", "guide"), filepath.Join(folder, "nim")); err != nil {
		t.Fatal(err)
	}
	guide.try(t, "docs/own-game.md", folder)
	small := []string{"--set", "budget.games=2000", "--set", "verification.games=1000"}
	for _, c := range []struct {
		args string
		want string // in what it says
	}{
		{"engines", "connectfour"},
		{"presets", "PRESET"},
		{"evolve connectfour.yaml " + strings.Join(small, " "), "against default: +"},
		{"tournament cup.yaml", "tuned"},
		{"runs", "connectfour"},
		{"export first --format yaml --output best.yaml", ""},
		{"eval connectfour 4435 --weights run:first", "best: "},
		{"perft connectfour --depth 5", "16807 sequences"},
		{"chart first --output c.svg", ""},
		{"report first --output r.html", ""},
		{"play connectfour --agent run:first --seed 3", "Goodbye"},
	} {
		args := strings.Fields(c.args)
		if args[0] == "evolve" {
			args = append(args, "--name", "first")
		}
		out, err := run("built/connectfour", args...)
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v, %q is not in\n%s", c.args, err, c.want, out)
		}
	}
	out, err := run("built/connectfour", "evolve", "connectfour.yaml", "--set", "openings.random_plies=0")
	if err == nil || !strings.Contains(out, "the game is the same on every deal") {
		t.Errorf("one game again and again: %v, %s", err, out)
	}
	out, err = run("built/connectfour", "tournament", "cup.yaml", "--set", "openings.random_plies=0",
		"--set", "agents=[default, first]", "--force")
	if err != nil || !strings.Contains(out, "Doubtful: all 200 deals of") {
		t.Errorf("one game again and again, forced: %v, %s", err, out)
	}
	out, err = run("built/connectfour", "presets")
	if err != nil || strings.Contains(out, "risk") {
		t.Errorf("it lists presets of games that it has not: %s", out)
	}
}
