package term

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(in); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	if n, err := in.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("behind the end: %d, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if in, err = Open(ctx, file); err != nil {
		t.Fatal(err)
	}
	cancel()
	for range 2 {
		if n, err := in.Read(make([]byte, 1)); n != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("after the end of the context: %d, %v", n, err)
		}
	}
	if _, err := Open(t.Context(), dir); err == nil || err.Error() != "is a directory" {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open(t.Context(), filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), dir) {
		t.Errorf("no file: %v", err)
	}
}
