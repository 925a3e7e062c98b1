package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// outside is another module: a copy of the example, with the game of the guide in a folder.
type outside struct {
	t   *testing.T
	dir string
}

func newOutside(t *testing.T) outside {
	t.Helper()
	o := outside{t, t.TempDir()}
	if err := os.CopyFS(o.dir, os.DirFS("../examples/connectfour")); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(o.dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, o.dir, "go.mod", strings.Replace(string(mod), "=> ../..", "=> "+root, 1))
	if err := os.Mkdir(filepath.Join(o.dir, "guide"), 0o700); err != nil {
		t.Fatal(err)
	}
	readPage(t, "../docs/own-game.md").unpack(t, filepath.Join(o.dir, "guide"))
	return o
}

// run runs a program in the folder of the module.
func (o outside) run(name string, args ...string) (string, error) {
	c := exec.CommandContext(o.t.Context(), name, args...)
	c.Dir = o.dir
	c.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true", "GOFLAGS=", "GOWORK=off")
	out, err := c.CombinedOutput()
	return string(out), err
}

// must runs a command that has to succeed.
func (o outside) must(name string, args ...string) {
	o.t.Helper()
	if out, err := o.run(name, args...); err != nil {
		o.t.Fatalf("%s %v: %v: %s", name, args, err, out)
	}
}

// A main function of one line gives such a game every verb. The example is built and passes the
// test of the contract. The commands of the guide are tested with the pages.
func TestAModuleOutside(t *testing.T) {
	t.Parallel()
	if !exhaustive {
		t.Skip("links two programs: with LANISTA_EXHAUSTIVE=1")
	}
	o := newOutside(t)
	o.must("go", "test", ".")
	o.must("go", "build", "-ldflags=-s -w", "-o", "built/", ".")
	for _, c := range []struct {
		args string
		want string // in the output
	}{
		{"engines", "connectfour"},
		{"presets", "PRESET"},
		{"evolve connectfour.yaml", "better than default: +447 Elo [+411, +483]"}, // as in the README
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
		out, err := o.run("built/connectfour", args...)
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v, %q is not in\n%s", c.args, err, c.want, out)
		}
	}
	for _, args := range []string{"evolve connectfour.yaml", "evolve connectfour.yaml --dry-run", "tournament cup.yaml --dry-run"} {
		out, err := o.run("built/connectfour", append(strings.Fields(args), "--set", "openings.random_plies=0")...)
		if err == nil || !strings.Contains(out, "the game is the same on every deal") {
			t.Errorf("one game again and again: %v, %s", err, out)
		}
	}
	out, err := o.run("built/connectfour", "tournament", "cup.yaml", "--set", "openings.random_plies=0",
		"--set", "agents=[default, first]", "--force")
	if err != nil || !strings.Contains(out, "The only opening was played; more games would repeat it") {
		t.Errorf("one game again and again, forced: %v, %s", err, out)
	}
	out, err = o.run("built/connectfour", "presets")
	if err != nil || strings.Contains(out, "risk") {
		t.Errorf("it lists presets of games that it has not: %s", out)
	}
}
