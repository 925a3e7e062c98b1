package results

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPipeIsNoStore checks that a named pipe is refused: opening it would wait for a writer.
func TestPipeIsNoStore(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe.db")
	must(t, syscall.Mkfifo(pipe, 0o600))
	ended := make(chan error, 2)
	go func() {
		_, err := Recover(t.Context(), pipe, filepath.Join(t.TempDir(), "new.db"))
		ended <- err
		_, err = Check(t.Context(), pipe)
		ended <- err
	}()
	for range 2 {
		select {
		case err := <-ended:
			if err == nil || !strings.Contains(err.Error(), pipe) {
				t.Errorf("a pipe was read: %v", err)
			}
		case <-time.After(time.Minute):
			t.Fatal("a pipe was opened")
		}
	}
}

// TestRecoverKeepsLinks checks that a failed recovery removes no symbolic link that has the name of
// the new store.
func TestRecoverKeepsLinks(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	must(t, s.Close())
	dir := t.TempDir()
	for name, target := range map[string]string{"dangling.db": filepath.Join(dir, "no", "new.db"), "loop.db": filepath.Join(dir, "loop.db")} {
		link := filepath.Join(dir, name)
		must(t, os.Symlink(target, link))
		if _, err := Recover(t.Context(), s.Path(), link); !errors.Is(err, os.ErrExist) || !strings.Contains(err.Error(), link) {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := os.Readlink(link); err != nil || got != target {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
