package hare

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// The profile article keeps the article's words, every other one the booklet's.
func TestArticleKeepsItsWords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		carrots int32
		pays    uint8
	}{
		"article":  {68, 1<<1 | 1<<4 | 1<<6},
		"standard": {98, 1<<1 | 1<<5 | 1<<6},
		"first":    {98, 1<<1 | 1<<5 | 1<<6},
	} {
		with, err := New().With(engines.Settings{"profile": name})
		if err != nil {
			t.Fatal(err)
		}
		g, err := with.NewGame(6, 1)
		if err != nil {
			t.Fatal(err)
		}
		tb := g.(*table)
		if got := tb.state.carrots[5]; got != c.carrots {
			t.Errorf("%s: six players begin with %d carrots, want %d", name, got, c.carrots)
		}
		if got := tb.board.pays[16]; got != c.pays { // a 1 on both boards
			t.Errorf("%s: the square 1 pays the ranks %b, want %b", name, got, c.pays)
		}
		rules := with.(*engine).Guide().Rules
		words := map[bool]string{true: "1 pays\nthe ranks 1, 4 and 6", false: "1 pays\nthe ranks 1, 5 and 6"}[name == "article"]
		if start := "with 68 carrots (five and six players: 98)"; !strings.Contains(rules, words) || strings.Contains(rules, start) != (name != "article") {
			t.Errorf("%s: the rules in words are %s", name, rules)
		}
		tb.state.flag[0] = free
		tb.state.move(0, 20)
		tb.state.applyZero(tb.board) // stuck: back to the start
		if got := tb.state.carrots[0]; got != c.carrots {
			t.Errorf("%s: who goes back has %d carrots", name, got)
		}
	}
}
