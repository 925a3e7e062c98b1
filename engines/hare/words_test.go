package hare

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// Every kind of move is described in words.
func TestDescribeMove(t *testing.T) {
	t.Parallel()
	for position, want := range map[string]map[string]string{
		"45;26;2;f;29;19;0;f": {"4": "to 49, pays 10", "1": "to 46, pays 1"},
		"13;60;0;f;0;65;3;f":  {"-2": "back to 11, gets 20"},
		"5;60;3;f;0;65;3;f":   {"1001": "takes 10 carrots", "1002": "gives 10 carrots"},
		"10;60;3;t;0;65;3;f":  {"0": "eats a lettuce"},
		"3;60;3;t;0;65;3;f":   {"0": "misses the turn"},
		"63;2;0;f;0;65;3;f":   {"1": "to the finish, pays 1"},
		"12;0;3;f;11;65;3;f":  {"0": "goes back to the start"},
		"3;60;3;c;0;65;3;f":   {"0": "takes and gives nothing"},
	} {
		g, err := New().ParseGame(position, 1)
		if err != nil {
			t.Fatalf("%s: %v", position, err)
		}
		legal := make(map[string]engines.Move)
		for _, m := range g.Moves(nil) {
			legal[g.FormatMove(m)] = m
		}
		for move, words := range want {
			m, ok := legal[move]
			if !ok {
				t.Errorf("%s: %s is not legal, but %v", position, move, legal)
				continue
			}
			if got := show.DescribeMove(g, m); got != words {
				t.Errorf("%s: %s is %q, not %q", position, move, got, words)
			}
		}
	}
}
