//go:build unix

package workers_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// After the first signal a worker finishes or returns its tasks. A second signal ends it at
// once.
func TestSecondSignalEndsWorker(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("three processes")
	}
	s := scenario{slow: time.Hour} // the game ignores its context
	p := newPlay(t, s)
	defer p.end()
	run := exec.CommandContext(t.Context(), "lanista", "evolve", "config.yaml", "--listen", "127.0.0.1:"+p.port, "--token-file", "token", "--workers", "0")
	run.Dir, run.Env = p.dir, append(os.Environ(), "TMPDIR="+p.dir)
	run.Cancel = run.Process.Kill
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = run.Process.Kill()
		_ = run.Wait()
	}()
	worker := p.command("lanista", "worker", "nats://127.0.0.1:"+p.port, "--token-file", filepath.Join(p.dir, "token"), "--slots", "1")
	mark := filepath.Join(p.dir, "mark")
	worker.Env = append(worker.Env, markedBy+"="+mark)
	stderr, err := worker.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	defer end()
	go func() {
		for ended.Err() == nil {
			if _, err := os.Stat(mark); err == nil {
				_ = worker.Process.Signal(syscall.SIGTERM)
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	lines := bufio.NewScanner(stderr)
	holds := false
	for lines.Scan() {
		if !strings.Contains(lines.Text(), "stops; ") {
			continue
		}
		holds = strings.Contains(lines.Text(), "its task is finished")
		go func() {
			for ended.Err() == nil { // an early signal may be taken for the first one
				_ = worker.Process.Signal(syscall.SIGTERM)
				time.Sleep(20 * time.Millisecond)
			}
		}()
	}
	err = worker.Wait()
	end()
	var exit *exec.ExitError
	if !holds {
		t.Fatal("it held no task when it was told to stop")
	}
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %v, not at once", err)
	}
}
