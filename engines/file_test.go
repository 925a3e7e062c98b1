package engines_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestReadFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := engines.ReadFile(name); err != nil || string(data) != "text" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := engines.ReadFile(name + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if data, err := engines.ReadFile(os.DevNull); err != nil || len(data) != 0 {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := os.Stat("/dev/zero"); err != nil || os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("reading 128 MB of nothing takes half a second and 300 MB of memory; LANISTA_EXHAUSTIVE=1 does it")
	}
	if _, err := engines.ReadFile("/dev/zero"); err == nil || !strings.Contains(err.Error(), "more than 128 MB") {
		t.Error(err)
	}
}
