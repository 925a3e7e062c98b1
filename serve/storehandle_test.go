package serve

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
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
	synctest.Test(t, func(t *testing.T) { // so that no time passes after a file was created
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
	})
}

// A server that cannot be made leaves no file open.
func TestAServerThatFailsClosesItsStore(t *testing.T) {
	if _, err := os.ReadDir("/proc/self/fd"); err != nil {
		t.Skip("the open files of a process are not listed here")
	}
	dir := t.TempDir()
	store, etudes := copied(t), filepath.Join(dir, "etudes")
	if err := os.Mkdir(etudes, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Options){
		"etudes": func(o *Options) { o.Etudes = filepath.Join(dir, "none") },
		"jobs": func(o *Options) {
			o.Etudes, o.Runs, o.Executable, o.RunTime = etudes, 1, "/bin/sh", time.Hour
			t.Setenv("TMPDIR", filepath.Join(dir, "none"))
		},
	} {
		o := Options{Program: "lanista", Catalog: catalog, Store: store}
		change(&o)
		if s, err := New(o); err == nil {
			t.Errorf("%s: no error", name)
			_ = s.Close()
		}
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			if to, err := os.Readlink(filepath.Join("/proc/self/fd", f.Name())); err == nil && (to == store || to == etudes) {
				t.Errorf("%s: %s is open", name, to)
			}
		}
	}
}
