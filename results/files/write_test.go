package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWriteIsWholeOrNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.json")
	for _, text := range []string{"before", "after"} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	missing := filepath.Join(t.TempDir(), "no", "w.json")
	err := Write(missing, nil)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), missing+": cannot be written: ") {
		t.Errorf("missing directory: %v", err)
	}
}

// A device is written to; it must never be replaced by a file.
func TestWriteKeepsDevices(t *testing.T) {
	before, err := os.Lstat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Fatal(err)
	}
	after, err := os.Lstat(os.DevNull)
	if err != nil || before.Mode() != after.Mode() {
		t.Errorf("%s was %v and is %v, %v", os.DevNull, before.Mode(), after.Mode(), err)
	}
	if err := Write(t.TempDir(), nil); err == nil {
		t.Error("a folder was written")
	}
}

// A symbolic link stays, and its file is written, whether or not it exists.
func TestWriteKeepsLinks(t *testing.T) {
	dir := t.TempDir()
	file, link, loop := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "loop")
	if err := errors.Join(os.Symlink("file", link), os.Symlink("loop", loop)); err != nil {
		t.Skip(err) // Windows permits links to few users
	}
	for _, text := range []string{"new", "old"} {
		if err := Write(link, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("%q, %v", got, err)
		}
	}
	if err := Write(loop, nil); err == nil || !strings.HasPrefix(err.Error(), loop+": cannot be written: ") {
		t.Errorf("a link to itself: %v", err)
	}
	for path, want := range map[string]string{link: "file", loop: "loop"} {
		if got, err := os.Readlink(path); err != nil || got != want {
			t.Errorf("%s: %q, %v", path, got, err)
		}
	}
}
