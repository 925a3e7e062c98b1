package cmd

import (
	"testing"

	"github.com/lanista/lanista/runs"
)

func TestAboutTime(t *testing.T) {
	for seconds, want := range map[float64]string{
		0.2: "less than a second", 59.6: "about 1m0s", 3 * 3600: "about 3 hours", 60 * 86400: "about 60 days", 1e11: "about 3169 years",
	} {
		if got := aboutTime(seconds); got != want {
			t.Errorf("%v s is %q, want %q", seconds, got, want)
		}
	}
}

func TestFromStoreCanBeTyped(t *testing.T) {
	for path, want := range map[string]string{
		runs.DefaultStore: "", "a/b.db": " --db a/b.db", "my runs.db": " --db 'my runs.db'", "it's": ` --db 'it'\''s'`,
	} {
		if got := fromStore(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
