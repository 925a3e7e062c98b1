package configs

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
)

// The game of a preset is that of its present text. A preset without a game, or one that cannot be
// parsed, is a preset of every program.
func TestGamesOfChangedPresets(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{}
	p := Presets{Files: []fs.FS{files}, Of: func(engine string) bool { return engine == "nim" }}
	for text, want := range map[string]bool{
		"engine: {name: nim}\n":   true,
		"engine: {name: chess}\n": false,
		"engine: {name: ''}\n":    false,
		"seed: 3\n":               true,
		"engine: {name: [\n":      true,
	} {
		files["mine.yaml"] = &fstest.MapFile{Data: []byte(text)}
		for range 2 { // the second time the name of the game is stored
			if got := p.Has("mine") && slices.Contains(p.Names(), "mine"); got != want {
				t.Errorf("%q: %v", text, got)
			}
		}
	}
}
