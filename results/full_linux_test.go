package results

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
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

// TestCopyToAFullDisk checks that the error names the store that cannot be written, and that nothing
// of it is left.
func TestCopyToAFullDisk(t *testing.T) {
	t.Parallel()
	s, _, _ := richStore(t)
	dir := smallDisk(t, 160<<10)
	to := filepath.Join(dir, "copy.db")
	if _, err := Copy(t.Context(), s.Path(), to); !errors.Is(err, ErrFull) && !errors.Is(err, ErrUnwritable) {
		t.Errorf("copied to a full disk: %v", err)
	} else if !strings.HasPrefix(err.Error(), to+": ") || strings.Contains(err.Error(), s.Path()) {
		t.Errorf("the error names another store: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left on the disk: %v, %v", left, err)
	}
}

// TestCheckWithAFullDisk checks that a damaged store is not reported as lost because the disk with
// the folder for temporary files is full.
func TestCheckWithAFullDisk(t *testing.T) {
	s, _, _ := richStore(t)
	_, err := s.write.conn.ExecContext(t.Context(), "DELETE FROM progress")
	must(t, err)
	must(t, s.Close())
	noHeader := filepath.Join(t.TempDir(), "header.db")
	data, err := os.ReadFile(s.Path())
	must(t, err)
	must(t, os.WriteFile(noHeader, append(make([]byte, 100), data[100:]...), 0o600))
	t.Setenv("TMPDIR", smallDisk(t, 16<<10))
	for _, path := range []string{s.Path(), noHeader} {
		if h, err := Check(t.Context(), path); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), os.TempDir()) {
			t.Errorf("%s: %v, %v", path, h.Problems, err)
		}
	}
	t.Setenv("TMPDIR", t.TempDir())
	for _, path := range []string{s.Path(), noHeader} {
		if h, err := Check(t.Context(), path); err != nil || h.Recovery == nil {
			t.Errorf("%s: %+v, %v", path, h, err)
		}
	}
}

// TestTooFewFiles checks that the limit of open files is not reported as a lack of permissions. A
// process of its own has the limit.
func TestTooFewFiles(t *testing.T) {
	t.Parallel()
	const variable = "LANISTA_TEST_FEW_FILES"
	if path := os.Getenv(variable); path != "" {
		limit := syscall.Rlimit{Cur: 32, Max: 32}
		must(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit))
		var open []*os.File
		for {
			f, err := os.Open(os.DevNull)
			if err != nil {
				break
			}
			open = append(open, f)
		}
		must(t, open[0].Close()) // the database itself can be opened
		_, err := Open(path)
		fmt.Println(err)
		for _, f := range open[1:] {
			must(t, f.Close())
		}
		return
	}
	path := filepath.Join(t.TempDir(), "runs.db")
	cmd := exec.Command(os.Args[0], "-test.run=^TestTooFewFiles$")
	cmd.Env = append(os.Environ(), variable+"="+path)
	out, err := cmd.CombinedOutput()
	if want := path + ": cannot be opened: too few files can be open (ulimit -n): too many open files\n"; err != nil || !strings.HasPrefix(string(out), want) {
		t.Errorf("%v, %s", err, out)
	}
}
