package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
)

// The first signal stops the run, and the error contains the command that resumes it. With
// several seeds, it also names the seeds that had not begun.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	interruptible(t)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signals = append(signals, syscall.SIGHUP)
	}
	for _, signal := range signals {
		dir := t.TempDir()
		cmd := lanista(t, dir, "evolve", "risk-paper", "--set", "engine.settings.depth=2", "--seeds", "3-5")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for begun := false; !begun; time.Sleep(10 * time.Millisecond) {
			list, err := progressOf(filepath.Join(dir, "lanista.db"))
			begun = err == nil && len(list) > 0
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
			t.Errorf("%v: %v, want exit code %d", signal, err, exitInterrupted)
		}
		for _, want := range []string{"Resume with: lanista evolve --resume risk-", "\n  Seeds 4-5 had not begun: the same command with --seeds 4-5 plays them\n"} {
			if !strings.Contains(stderr.String(), want) {
				t.Errorf("%v: %q does not say %q", signal, stderr.String(), want)
			}
		}
	}
}

// A program that is started with SIGHUP ignored, as by nohup, goes on when its terminal is closed.
func TestNohup(t *testing.T) {
	t.Parallel()
	interruptible(t)
	dir := t.TempDir()
	name, err := exec.LookPath("lanista")
	if err != nil {
		t.Fatal(err)
	}
	cmd := lanista(t, dir, "evolve", "risk-quick", "--budget", "200", "--set", "verification.games=1000")
	cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", `trap "" HUP; exec "$0" "$@"`, name}, cmd.Args[1:]...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for !stored(filepath.Join(dir, "lanista.db")) {
		time.Sleep(5 * time.Millisecond)
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("SIGHUP has ended a program that ignores it: %v", err)
	}
}

// A process that has not ended half a second after the first signal can be ended by a second one. It
// prints so after two seconds.
func TestSecondSignal(t *testing.T) {
	t.Parallel()
	for after, want := range map[time.Duration]struct {
		stopped bool
		printed string
	}{
		100 * time.Millisecond: {false, ""},
		time.Second:            {true, ""},
		3 * time.Second:        {true, "lanista: interrupted; it stops when the moves under way end. A second signal, such as another Ctrl+C, ends it at once\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			a := &app{name: "lanista", err: term.New(&out, func(string) string { return "" })}
			ended := make(chan struct{})
			time.AfterFunc(after, func() { close(ended) })
			stopped := false
			a.handleSecondSignal(func() { stopped = true }, ended)
			if stopped != want.stopped || out.String() != want.printed {
				t.Errorf("%v: stopped %v, %q; want %v, %q", after, stopped, out.String(), want.stopped, want.printed)
			}
		})
	}
}

// An interrupted verification continues after its last finished pairing.
func TestInterruptedVerification(t *testing.T) {
	t.Parallel()
	interruptible(t)
	var dir, want string
	for games := 5000; ; games *= 4 { // until the interrupt comes before the end, also if this process stood still
		dir = t.TempDir()
		config := []string{
			"evolve", "risk-quick", "--json", "--workers", "1", "--set", "strategy={name: spsa}", "--set", "budget.games=100",
			"--set", fmt.Sprintf("verification.games=%d", games), "--set", "engine.settings.size=4",
		}
		want = document(t, output(t, lanista(t, dir, append(config, "--db", "whole.db")...)))
		cmd := lanista(t, dir, config...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for !verifying(t, filepath.Join(dir, "lanista.db")) {
			time.Sleep(5 * time.Millisecond)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			break
		}
		if games > 100_000 {
			t.Fatal("it ended before it was interrupted")
		}
	}
	again := lanista(t, dir, "evolve", "--resume", "last", "--json")
	var stdout, stderr bytes.Buffer
	again.Stdout, again.Stderr = &stdout, &stderr
	if err := again.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	if !strings.Contains(stderr.String(), "pairings of the verification are finished") {
		t.Errorf("%q does not say what is finished", stderr.String())
	}
	if got := document(t, stdout.Bytes()); got != want {
		t.Errorf("resumed: %s\nwhole:   %s", got, want)
	}
}

// interruptible skips a test that sends signals on systems without them.
func interruptible(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send a signal to another process")
	}
}

// verifying reports whether a store has games of a verification.
func verifying(t *testing.T, path string) bool {
	t.Helper()
	store, err := results.OpenReadOnly(path)
	if err != nil { // there is no run yet
		return false
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(t.Context(), "last")
	if err != nil {
		return false
	}
	for _, err := range store.Journal(t.Context(), rec.ID, 0) {
		return err == nil
	}
	return false
}

func stored(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// A closed output, as in lanista evolve CONFIG | head, does not end a run.
func TestClosedOutput(t *testing.T) {
	t.Parallel()
	interruptible(t)
	dir := t.TempDir()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := lanista(t, dir, "evolve", "risk-quick", "--set", "budget.games=60", "--set", "verification.games=20")
	cmd.Stdout, cmd.Stderr = writer, writer
	if err := errors.Join(cmd.Run(), writer.Close()); err != nil {
		t.Fatal(err)
	}
	if list := output(t, lanista(t, dir, "runs", "--json")); !bytes.Contains(list, []byte(`"status":"finished"`)) {
		t.Errorf("%s", list)
	}
}
