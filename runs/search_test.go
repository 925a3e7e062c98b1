package runs

import (
	"fmt"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
)

// A stored config names every number that its strategy plays with, those that it
// chose by itself among them, and loads as the very same search.
func TestStoredOptionsAreThoseInUse(t *testing.T) {
	catalog := Catalog{Games: engines.Registry{hare.New()}}
	again := func(text string) string {
		s, err := catalog.setup(Options{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		sr, err := s.search(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		stored, err := sr.resolved()
		if err != nil {
			t.Fatal(err)
		}
		return stored
	}
	const config = "engine: {name: hare, settings: {depth: 1}}\nbudget: {games: 3000, rounds: %d}\nstrategy: {name: %s%s}\nseed: 4\n"
	for _, m := range catalog.Strategies() {
		for _, c := range []struct {
			rounds int
			more   string
		}{{0, ""}, {7, ""}, {0, map[string]string{"surface": ", mixed: -1", "auto": ", survey: -1"}[m.Name]}} {
			once := again(fmt.Sprintf(config, c.rounds, m.Name, c.more))
			if twice := again(once); twice != once {
				t.Errorf("%s%s: stored and loaded it is\n%s\nnot\n%s", m.Name, c.more, twice, once)
			}
		}
	}
}
