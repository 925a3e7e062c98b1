package files

import (
	"errors"
	"fmt"
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

// A file that a stream of the process writes to is written where the stream is, so that nothing that
// was printed before or is printed afterwards is lost.
func TestWriteToAStream(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	stream := fmt.Sprintf("/dev/fd/%d", f.Fd())
	if _, err := os.Stat(stream); err != nil {
		t.Skip("streams have no paths here")
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(stream, link); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
	}
	write("head ")
	for _, path := range []string{stream, link} {
		if err := Write(path, []byte("document ")); err != nil {
			t.Fatal(err)
		}
	}
	write("tail")
	if got, err := os.ReadFile(path); err != nil || string(got) != "head document document tail" {
		t.Errorf("%q, %v", got, err)
	}
	if err := Write("/dev/fd/99999", nil); err == nil {
		t.Error("a stream that is not open was written")
	}
}

// A store of runs is never replaced.
func TestWriteKeepsDatabases(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		text string
		keep bool
	}{
		"store.db": {"SQLite format 3\x00\x10\x00", true},
		"empty.db": {"", false},
		"short.db": {"SQLite", false},
		"note.db":  {"SQLite format 3 is the header of a store", false},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Write(path, []byte("new")); errors.Is(err, ErrDatabase) != c.keep || !c.keep && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		want := "new"
		if c.keep {
			want = c.text
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
