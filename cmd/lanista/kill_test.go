package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// lanista runs the program in a process of its own, in a folder.
func lanista(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "lanista", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LANISTA_NO_PROGRESS=true")
	return cmd
}

// document reads a verb's JSON without what may differ between two runs.
func document(t *testing.T, data []byte) string {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	delete(doc, "run")
	delete(doc, "seconds")
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func output(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
	}
	return out
}

// killed runs the program and kills it up to ten times at random moments well
// within the time it takes, resuming it each time, until it ends by itself. It
// returns what the last process printed and how many were killed.
func killed(t *testing.T, dir string, rnd *rand.Rand, takes time.Duration, first, again []string) ([]byte, int) {
	t.Helper()
	args := first
	var last []byte // what the process before printed
	for kills := 0; ; {
		cmd := lanista(t, dir, args...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration((0.05+0.4*rnd.Float64())*float64(takes)), func() {
			if kills < 10 {
				_ = cmd.Process.Kill()
			}
		})
		err := cmd.Wait()
		timer.Stop()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return stdout.Bytes(), kills
		case strings.Contains(stderr.String(), "the run is finished"): // killed after it had reported
			return last, kills
		case !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL:
			t.Fatalf("%v: %v\n%s", cmd.Args, err, stderr.String())
		}
		kills++
		last = stdout.Bytes()
		// Killed before it had begun a run, it begins again.
		if runs, err := lanista(t, dir, "runs", "--json").Output(); err == nil && strings.Contains(string(runs), `"run"`) {
			args = again
		}
	}
}

// A run is a function of config and seed: neither the number of workers nor ten
// kills change it.
func TestEvolveSurvivesKills(t *testing.T) {
	config := []string{"evolve", "risk-paper", "--json", "--seed", "7", "--set", "engine.settings.depth=1", "--set", "engine.settings.size=4"}
	start := time.Now()
	one := document(t, output(t, lanista(t, t.TempDir(), append(config, "--workers", "1")...)))
	took := time.Since(start)
	two := document(t, output(t, lanista(t, t.TempDir(), append(config, "--workers", "2")...)))
	if one != two {
		t.Errorf("one worker:  %s\ntwo workers: %s", one, two)
	}
	dir := t.TempDir()
	out, kills := killed(t, dir, rand.New(rand.NewPCG(1, 1)), took, config, []string{"evolve", "--resume", "last", "--json"})
	if got := document(t, out); got != one {
		t.Errorf("after %d kills: %s\nuninterrupted:  %s", kills, got, one)
	}
	t.Logf("%d kills", kills)
	if kills == 0 {
		t.Error("nothing was killed; the test shows nothing")
	}
}

const duelConfig = `
engine: {name: risk, settings: {size: 4, depth: 1}}
agents:
  - default
  - {name: territories, weights: {territories: 1, units: 0, defence: 0, density: 0}}
  - {name: density, weights: {territories: 0, units: 0, defence: 0, density: 1}}
  - random
schedule: {kind: round_robin, cycles: 150}
seed: 5
`

func TestTournamentSurvivesKills(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "duel.yaml"), []byte(duelConfig), 0o600); err != nil {
		t.Fatal(err)
	}
	config := []string{"tournament", "duel.yaml", "--json"}
	start := time.Now()
	want := document(t, output(t, lanista(t, dir, append(config, "--workers", "1", "--db", "one.db")...)))
	took := time.Since(start)
	two := document(t, output(t, lanista(t, dir, append(config, "--workers", "2", "--db", "two.db")...)))
	if want != two {
		t.Errorf("one worker:  %s\ntwo workers: %s", want, two)
	}
	out, kills := killed(t, dir, rand.New(rand.NewPCG(2, 2)), took, config, []string{"tournament", "--resume", "last", "--json"})
	if got := document(t, out); got != want {
		t.Errorf("after %d kills: %s\nuninterrupted:  %s", kills, got, want)
	}
	t.Logf("%d kills", kills)
	if kills == 0 {
		t.Error("nothing was killed; the test shows nothing")
	}
}

// The first signal stops in order and says how to go on.
func TestInterrupt(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := t.TempDir()
		cmd := lanista(t, dir, "evolve", "risk-paper", "--set", "engine.settings.depth=2")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for !stored(filepath.Join(dir, "lanista.db")) {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(300 * time.Millisecond)
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
			t.Errorf("%v: %v, want exit code %d", signal, err, exitInterrupted)
		}
		if want := "go on with: lanista evolve --resume risk-"; !strings.Contains(stderr.String(), want) {
			t.Errorf("%v: %q does not say %q", signal, stderr.String(), want)
		}
	}
}

func stored(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
