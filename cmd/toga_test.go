package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The chess engine Toga II plays the same games with one worker and with two.
func TestTogaPlaysAlike(t *testing.T) {
	t.Parallel()
	const toga = "/usr/games/toga2"
	if _, err := exec.LookPath(toga); err != nil {
		t.Skipf("Toga II is not installed: no real engine is played (%v)", err)
	}
	if !exhaustive {
		t.Skip("forty games of a real engine: with LANISTA_EXHAUSTIVE=1")
	}
	dir := t.TempDir()
	write(t, dir, "toga.yaml", fmt.Sprintf(`
programs:
  toga: {command: [%s], protocol: uci, options: {Hash: 4}, restart: game}
engine: {name: chess, settings: {limit: depth 1, resign_moves: 3, draw_moves: 8}}
agents:
  - {name: usual, player: toga}
  - {name: fearful, player: toga, weights: {King Safety: 300}}
schedule: {cycles: 20}
seed: 1
`, toga))
	var games [2]string
	for i := range games {
		name := fmt.Sprintf("%d.pgn", i+1)
		out, err := lanista(t, dir, "tournament", "toga.yaml", "--workers", fmt.Sprint(i+1), "--games-file", name).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		games[i] = string(text)
	}
	if games[0] == "" || games[0] != games[1] {
		t.Errorf("one worker:\n%s\ntwo:\n%s", games[0], games[1])
	}
}
