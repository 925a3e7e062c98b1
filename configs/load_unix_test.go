//go:build unix

package configs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func newPipe(t *testing.T) string {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe.yaml")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	return pipe
}

// A pipe into which nobody writes holds nobody up who does not want to wait any more.
func TestLoadFromAPipeWithoutAWriter(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := known.Load(ctx, newPipe(t), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestLoadFromAPipe(t *testing.T) {
	t.Parallel()
	pipe := newPipe(t)
	go func() {
		if err := os.WriteFile(pipe, []byte("preset: risk-quick\nseed: 9\n"), 0o600); err != nil {
			t.Error(err)
		}
	}()
	d, err := known.Load(t.Context(), pipe, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := d.Config(); err != nil || c.Seed != 9 {
		t.Errorf("%+v, %v", c, err)
	}
}
