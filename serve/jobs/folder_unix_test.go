//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package jobs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/serve/jobs"
)

// folders returns the folders of queues.
func folders(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(os.TempDir(), "lanista-jobs-*"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A new queue removes the folder of a killed server, but not before the processes that the
// server started have ended.
func TestFoldersOfKilledServersAreRemoved(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), exe, filepath.Join(t.TempDir(), "my.db"))
	c.Args[0] = abandoning
	out, err := c.Output() // it ends without closing its queue
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatal(err)
	}
	run, err := os.FindProcess(child)
	if err != nil {
		t.Fatal(err)
	}
	left := folders(t)
	q, _ := newQueue(t, 1)
	if now := folders(t); len(left) != 1 || len(now) != 2 {
		t.Errorf("while its run goes on: %q, then %q", left, now)
	}
	if err := run.Kill(); err != nil {
		t.Fatal(err)
	}
	for late := time.Now().Add(2 * time.Minute); len(folders(t)) > 1 && time.Now().Before(late); time.Sleep(10 * time.Millisecond) {
		other, err := jobs.New(jobs.Options{Executable: exe, Called: called, Store: "my.db", Runs: 1, Workers: 1, Limit: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if now := folders(t); len(now) != 1 {
		t.Errorf("after its end: %q", now)
	}
	if id := add(t, q, "say here"); await(t, q, id, over).State != jobs.Finished {
		t.Error("the folder of a queue that is at work was tidied up")
	}
}
