package results

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// smallDisk mounts a disk of so many bytes, where the system allows it.
func smallDisk(t *testing.T, bytes int) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", bytes)); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, 8<<20)
	s, err := Open(filepath.Join(dir, "runs.db"))
	must(t, err)
	run, err := s.Begin(t.Context(), testInfo())
	must(t, err)
	// As a killed process leaves it: the data in a log.
	killed := filepath.Join(dir, "killed.db")
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(s.Path() + suffix)
		must(t, err)
		must(t, os.WriteFile(killed+suffix, data, 0o600))
	}
	must(t, run.Close())
	must(t, s.Close())
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("a disk cannot be made read-only here: %v", err)
	}
	if _, err := Open(s.Path()); err == nil || !strings.Contains(err.Error(), s.Path()) {
		t.Errorf("opened for writing: %v", err)
	} else {
		t.Log(err)
	}
	if _, err := Open(filepath.Join(dir, "new.db")); err == nil {
		t.Error("made on a read-only disk")
	} else {
		t.Log(err)
	}
	logged, err := OpenReadOnly(killed)
	must(t, err)
	defer func() { must(t, logged.Close()) }()
	if _, err := logged.Runs(t.Context()); err == nil || !strings.Contains(err.Error(), "copy both files") {
		t.Errorf("a store with a log on a read-only disk: %v", err)
	}
	ro, err := OpenReadOnly(s.Path())
	must(t, err)
	defer func() { must(t, ro.Close()) }()
	if list, err := ro.Runs(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("%d runs, %v", len(list), err)
	}
}
