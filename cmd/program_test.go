package cmd

import "testing"

// A program with games of its own tells its user to type its own name.
func TestFileName(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"./nim": "nim", "/opt/games/nim": "nim", "nim.exe": "nim", "": ""} {
		if got := fileName(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
