package serve

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file that is not a store is an error unless it was just created. If the clock was set back, a
// file may seem to be written in the future; it was not just created.
func TestUnreadableStoreIsAnError(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lanista.db")
	if err := os.WriteFile(path, []byte("this is no store"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		written time.Duration // ago
		yet     bool
	}{{0, true}, {time.Hour, false}, {-time.Hour, false}} {
		at := time.Now().Add(-c.written)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		_, _, err := newStoreHandle(path).open()
		if yet := errors.Is(err, fs.ErrNotExist); err == nil || yet != c.yet {
			t.Errorf("written %v ago: %v", c.written, err)
		}
	}
}
