//go:build unix

package term

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"syscall"
	"testing"
)

// A context ends the opening of a named pipe that no process writes to.
func TestOpenOfAPipe(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, err := Open(ctx, pipe)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.ReadAll(in); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if f, err := syscall.Open(pipe, syscall.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil { // the reader ends too
		_ = syscall.Close(f)
	}
}
