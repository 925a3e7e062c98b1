package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

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
