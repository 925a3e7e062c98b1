package tempdir

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A folder of a process that was killed while it created the folder is removed once it is old. A new
// one may belong to a process that is still creating it. The name of the folder for temporary files
// is no pattern.
func TestUnfinishedFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "temporary [1]")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, dir)
	}
	was := time.Now().Add(-2 * creationTime)
	for _, name := range []string{"lanista-new-old", "lanista-new-locked", "lanista-new-young", "other-old"} {
		path := filepath.Join(dir, name)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		if name == "lanista-new-locked" {
			if err := os.WriteFile(filepath.Join(path, lockFile), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if name != "lanista-new-young" {
			if err := os.Chtimes(path, was, was); err != nil {
				t.Fatal(err)
			}
		}
	}
	f, err := New("lanista-test-")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"lanista-new-old": false, "lanista-new-locked": false, "lanista-new-young": true, "other-old": true, filepath.Base(f.Path): true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s exists: %t, want %t", name, err == nil, want)
		}
	}
	if err := f.Remove(); err != nil {
		t.Error(err)
	}
}
