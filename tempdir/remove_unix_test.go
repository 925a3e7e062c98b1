//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package tempdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// While a folder is removed, by its process or later, it has its lock file: if the process is killed
// meanwhile, the next one finds and removes the rest.
func TestRemovalsThatAreNotFinished(t *testing.T) {
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, t.TempDir())
	}
	for name, remove := range map[string]func(Folder) error{
		"remove": Folder.Remove,
		"sweep": func(f Folder) error {
			next, err := New("lanista-test-")
			return errors.Join(err, next.Remove())
		},
	} {
		f := Folder{Path: filepath.Join(os.TempDir(), "lanista-test-"+name)}
		if err := os.Mkdir(f.Path, 0o700); err != nil {
			t.Fatal(err)
		}
		for i := range 401 { // some systems list the newest file first, others the oldest
			file := fmt.Sprint(i)
			if i == 200 {
				file = lockFile
			}
			if err := os.WriteFile(filepath.Join(f.Path, file), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		removed := make(chan error, 1)
		go func() { removed <- remove(f) }()
		for there := true; there; {
			_, lock := os.Lstat(filepath.Join(f.Path, lockFile))
			_, folder := os.Lstat(f.Path)
			if there = folder == nil; there && lock != nil {
				t.Errorf("%s: the folder has no lock file", name)
				there = false
			}
			time.Sleep(10 * time.Microsecond)
		}
		if err := <-removed; err != nil {
			t.Error(err)
		}
		if list, err := os.ReadDir(os.TempDir()); err != nil || len(list) > 0 {
			t.Errorf("%s: %d entries are left, %v", name, len(list), err)
		}
	}
}
