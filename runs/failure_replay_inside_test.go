package runs

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The files of traces are those of the folder, whose name is no pattern. Without a folder there are
// none.
func TestTraceFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "trace [1]")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	for _, name := range []string{"b-2.txt", "a-1.txt", "notes.md"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := traceFiles(folder)
	if want := []string{filepath.Join(folder, "a-1.txt"), filepath.Join(folder, "b-2.txt")}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	for _, none := range []string{"", filepath.Join(folder, "none")} {
		if got, err := traceFiles(none); err != nil || got != nil {
			t.Errorf("folder %q: %q, %v", none, got, err)
		}
	}
}
