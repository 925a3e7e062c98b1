package serve

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReadKey(t *testing.T) {
	t.Parallel()
	for size, ok := range map[int]bool{keySize: true, keySize - 1: false, keySize + 1: false, 0: false} {
		file := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(file, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		if key, err := ReadKey(file); (err == nil) != ok || ok && len(key) != keySize {
			t.Errorf("%d bytes: %d, %v", size, len(key), err)
		}
	}
	if _, err := ReadKey(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there is read")
	}
}
