package cli

import "testing"

// A program with games of its own tells its user to type its own name.
func TestProgramName(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"./nim": "nim", "/opt/games/nim": "nim", "nim.exe": "nim", "": ""} {
		if got := ProgramName(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

func TestInputName(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{"-": "standard input", "games.csv": "games.csv"} {
		if got := InputName(file); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}
