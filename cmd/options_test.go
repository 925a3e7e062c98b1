package cmd

import (
	"testing"

	"github.com/lanista/lanista/runs"
)

func TestFromStoreCanBeTyped(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		runs.DefaultStore: "", "a/b.db": " --db a/b.db", "my runs.db": " --db 'my runs.db'", "it's": ` --db 'it'\''s'`,
	} {
		if got := storeArgument(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
