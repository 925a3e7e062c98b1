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
