//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package workers_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A run with local workers removes its temporary folders at its end, and those of a run that was
// killed.
func TestFoldersOfKilledRunsAreRemoved(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("half a dozen processes")
	}
	dir := t.TempDir()
	scenario{}.prepare(t, dir)
	folders := func() []string {
		list, err := filepath.Glob(filepath.Join(dir, "lanista-*"))
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(list, func(path string) bool {
			info, err := os.Stat(path)
			return err != nil || !info.IsDir() || strings.HasPrefix(filepath.Base(path), "lanista-new-") // it has no lock yet
		})
	}
	run := command(dir, "lanista", "evolve", "config.yaml", "--local-workers", "1")
	run.Env = append(run.Env, slowBy+"=1h")
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.Now().Add(time.Minute)
	for len(folders()) < 2 && time.Now().Before(late) { // of the server and of the access token
		time.Sleep(10 * time.Millisecond)
	}
	left := folders()
	_ = run.Process.Kill()
	_ = run.Wait() // it was killed
	if len(left) != 2 {
		t.Fatalf("while it runs: %q", left)
	}
	output(t, dir, "evolve", "config.yaml", "--local-workers", "1", "--db", "other.db")
	if now := folders(); len(now) > 0 {
		t.Errorf("after the end of another run: %q; the killed one left %q", now, left)
	}
}
