package cmd

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// sameRuns are small runs whose games must be the same on every kind of processor, with the agents'
// weights, which the file of games contains.
var sameRuns = [][]string{
	{"evolve", "risk", "--budget", "200"},
	{"evolve", "risk", "--budget", "200", "--strategy", "de"},
	{"evolve", "risk", "--budget", "10000", "--set", "strategy.procedure=adapted"}, // with founders
	{"evolve", "hare", "--budget", "1000", "--strategy", "genetic"},
	{"evolve", "othello-classic", "--budget", "1000", "--strategy", "genetic", "--set", "engine.settings.depth=1"}, // 38 weights
	{"evolve", "hare", "--budget", "1000", "--strategy", "cmaes"},
	{"evolve", "2048", "--budget", "300", "--strategy", "cmaes"}, // scores of one seat
	{"evolve", "risk-java", "--budget", "450"},
	{"evolve", "risk-classic", "--budget", "100", "--strategy", "spsa"},
	{"evolve", "hare-3", "--budget", "100"},
	{"evolve", "2048", "--budget", "100"},
	{"evolve", "othello-wpc10", "--budget", "200"},
	{"evolve", "minesweeper-linear", "--budget", "100"},
	{"evolve", "chess", "--budget", "40", "--strategy", "spsa"},
	{"evolve", "go", "--budget", "8", "--strategy", "spsa"},
	{"tournament", "risk-opponents"},
	{"tournament", "risk-classic-opponents"},
	{"tournament", "hare-opponents"},
	{"tournament", "othello-levels"},
	{"tournament", "othello-league"},
	{"tournament", "minesweeper-opponents"},
}

// Runs on an emulated arm64 processor have the same games as on this one, and a run that began
// there continues here with a warning.
func TestOtherProcessors(t *testing.T) {
	if !exhaustive {
		t.Skip("LANISTA_EXHAUSTIVE is not set")
	}
	if runtime.GOARCH == "arm64" {
		t.Skip("this processor is the one that would be emulated")
	}
	emulator := ""
	for _, name := range []string{"qemu-aarch64-static", "qemu-aarch64"} {
		if path, err := exec.LookPath(name); err == nil {
			emulator = path
		}
	}
	if emulator == "" {
		t.Skip("qemu-aarch64 is not installed (package qemu-user-static)")
	}
	dir := t.TempDir()
	here, there := filepath.Join(dir, "here"), filepath.Join(dir, "there")
	for path, arch := range map[string]string{here: runtime.GOARCH, there: "arm64"} {
		c := exec.Command("go", "build", "-trimpath", "-o", path, "./lanista")
		c.Env = append(os.Environ(), "GOARCH="+arch, "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", arch, err, out)
		}
	}
	run := func(t *testing.T, args ...string) string {
		t.Helper()
		c := exec.Command(args[0], args[1:]...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	for _, args := range sameRuns {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			args := append(slices.Clone(args), "--seed", "3", "--no-progress")
			if args[0] == "evolve" {
				args = append(args, "--set", "verification.games=20")
			} else {
				args = append(args, "--cycles", "1")
			}
			var games [2][]byte
			for i, command := range [][]string{{here}, {emulator, there}} {
				dir := t.TempDir()
				file := filepath.Join(dir, "games.json")
				run(t, slices.Concat(command, args, []string{"--db", filepath.Join(dir, "a.db"), "--games-file", file})...)
				var err error
				if games[i], err = os.ReadFile(file); err != nil || len(games[i]) == 0 {
					t.Fatalf("no games, %v", err)
				}
			}
			if !bytes.Equal(games[0], games[1]) {
				a, b := bytes.Split(games[0], []byte("\n")), bytes.Split(games[1], []byte("\n"))
				for i := range min(len(a), len(b)) {
					if !bytes.Equal(a[i], b[i]) {
						t.Fatalf("game %d is, here and on arm64:\n%s\n%s", i+1, a[i], b[i])
					}
				}
				t.Fatalf("%d and %d games", len(a), len(b))
			}
		})
	}
	t.Run("resume", func(t *testing.T) {
		db := filepath.Join(t.TempDir(), "a.db")
		run(t, emulator, there, "evolve", "risk", "--budget", "100", "--set", "verification.games=20", "--no-progress", "--db", db)
		out := run(t, here, "evolve", "--resume", "last", "--budget", "200", "--no-progress", "--db", db)
		if want := "computed on arm64, and this is "; !strings.Contains(out, want) {
			t.Errorf("the run does not say %q:\n%s", want, out)
		}
		if out := run(t, here, "runs", "last", "--db", db); !strings.Contains(out, "several kinds of processor: arm64, ") {
			t.Errorf("runs names no processors:\n%s", out)
		}
	})
}
