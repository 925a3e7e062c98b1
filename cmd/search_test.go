package cmd

import (
	"fmt"
	"testing"

	"github.com/lanista/lanista/configs"
)

// A stored config names every number that its strategy plays with, those that it
// chose by itself among them, and loads as the very same search.
func TestStoredOptionsAreThoseInUse(t *testing.T) {
	a := &app{games: games()}
	again := func(text string) string {
		doc, err := configs.Parse([]byte(text), "stored")
		if err != nil {
			t.Fatal(err)
		}
		s, err := a.ready(doc)
		if err != nil {
			t.Fatal(err)
		}
		sr, err := a.newSearch(t.Context(), s, "")
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
	for _, m := range methods {
		for _, c := range []struct {
			rounds int
			more   string
		}{{0, ""}, {7, ""}, {0, map[string]string{"surface": ", mixed: -1", "auto": ", survey: -1"}[m.name]}} {
			once := again(fmt.Sprintf(config, c.rounds, m.name, c.more))
			if twice := again(once); twice != once {
				t.Errorf("%s%s: stored and loaded it is\n%s\nnot\n%s", m.name, c.more, twice, once)
			}
		}
	}
}
