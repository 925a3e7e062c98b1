package hare

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

// afterCard plays a move onto a hare and carries out a card.
func afterCard(t *testing.T, position string, m engines.Move, c card) *table {
	t.Helper()
	tb := tableAt(t, "2008", position)
	choices := tb.state.choose(tb.board)
	if !choices.allows(int(tb.state.square[0]), m) {
		t.Fatalf("%s: %d is not legal", position, m)
	}
	tb.state.apply(tb.board, m, &choices)
	if !tb.state.drawing {
		t.Fatalf("%s: %d leads to no hare", position, m)
	}
	tb.state.draw(tb.board, c)
	return tb
}

func TestCards(t *testing.T) {
	positions := []string{
		"(30;40;2;f)(29;50;3;f)(20;50;3;f)", // leading
		"(30;40;2;f)(29;50;3;f)(47;50;3;f)", // in the middle
		"(30;40;2;f)(40;50;3;f)(47;50;3;f)", // last
	}
	type result struct {
		carrots [3]int32
		pending bool
		turn    int
	}
	plain := func(c int32) result { return result{carrots: [3]int32{c, 50, 50}, turn: 1} }
	for card, want := range map[card][3]result{
		cardShare: {
			{carrots: [3]int32{10, 60, 60}, turn: 1},
			{carrots: [3]int32{20, 60, 50}, turn: 1},
			plain(30),
		},
		cardTurn: {
			{carrots: [3]int32{30, 50, 50}, pending: true, turn: 1},
			{carrots: [3]int32{30, 50, 50}, turn: 0},
			{carrots: [3]int32{30, 50, 50}, turn: 0},
		},
		cardSixtyFive: {plain(65), plain(65), plain(65)},
		cardTenEach:   {plain(50), plain(50), plain(50)},
		cardHalf:      {plain(15), plain(15), plain(15)},
		cardRefund:    {plain(40), plain(40), plain(40)},
		cardShow:      {plain(30), plain(30), plain(30)},
		cardShuffle: {
			{carrots: [3]int32{32, 49, 49}, turn: 1},
			{carrots: [3]int32{32, 49, 49}, turn: 1},
			{carrots: [3]int32{32, 49, 49}, turn: 1},
		},
	} {
		for i, position := range positions {
			s := &afterCard(t, position, 4, card).state
			got := result{carrots: [3]int32(s.carrots[:3]), pending: s.flag[0] == pending, turn: int(s.turn)}
			if got != want[i] {
				t.Errorf("%q from %s: %+v, want %+v", card, position, got, want[i])
			}
		}
	}
}

func TestCardsAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		name, position string
		move           engines.Move
		card           card
		want           string // position after
	}{
		{"too few carrots to share", "(30;25;2;f)(29;50;3;f)(20;50;3;f)", 4, cardShare, "29;50;3;f;20;50;3;f;34;15;2;f"},
		{"no lettuces", "(30;40;0;f)(29;50;3;f)", 4, cardTenEach, "29;50;3;f;34;30;0;t"},
		{"an odd carrot is kept", "(30;25;2;f)(29;50;3;f)", 4, cardHalf, "29;50;3;f;34;8;2;f"},
		{"nothing to collect", "(30;40;2;f)(29;50;3;f)(20;0;3;f)", 4, cardShuffle, "29;49;3;f;20;0;3;f;34;31;2;f"},
		{"nothing from the finished", "(30;40;2;f)(64;5;0;f)(20;9;3;f)", 4, cardShuffle, "20;8;3;f;34;31;2;f;64;5;0;f"},
		{"two players, leading", "(30;40;2;f)(29;50;3;f)", 4, cardTurn, "29;50;3;f;34;30;2;t"},
		{"two players, behind", "(30;40;2;f)(40;50;3;f)", 4, cardTurn, "34;30;2;f;40;50;3;f"},
		{"the finished are ahead", "(30;40;2;f)(29;50;3;f)(64;5;0;f)", 4, cardTurn, "34;30;2;f;29;50;3;f;64;5;0;f"},
		{"several share the start", "(0;68;3;f)(0;68;3;f)(0;68;3;f)", 3, cardShare, "0;78;3;f;0;78;3;f;3;42;3;f"},

		{"take or give", "(30;40;2;f)(29;50;3;f)", 4, cardTakeOrGive, "34;30;2;c;29;50;3;f"},
		{"again", "(30;40;2;f)(29;50;3;f)", 4, cardAgain, "34;30;2;f;29;50;3;f"},
		{"miss", "(30;40;2;f)(29;50;3;f)", 4, cardMiss, "29;50;3;f;34;30;2;t"},
		{"eat", "(30;40;2;f)(29;50;3;f)", 4, cardEat, "29;50;3;f;34;30;2;e"},
		{"eat without lettuce", "(30;40;0;f)(29;50;3;f)", 4, cardEat, "29;50;3;f;34;30;0;t"},
		{"next carrots", "(30;40;2;f)(29;50;3;f)", 4, cardNextCarrots, "29;50;3;f;38;30;2;f"},
		{"next carrots taken", "(30;40;2;f)(38;50;3;f)", 4, cardNextCarrots, "38;50;3;f;34;30;2;f"},
		{"last carrots", "(30;40;2;f)(29;50;3;f)", 4, cardLastCarrots, "29;50;3;f;33;30;2;f"},
		{"no carrots before", "(0;68;3;f)(5;50;3;f)", 1, cardLastCarrots, "5;50;3;f;1;67;3;f"},
		{"fall back", "(30;40;2;f)(29;50;3;f)", 4, cardFallBack, "29;50;3;f;28;30;2;f"},
		{"fall back onto a lettuce", "(30;40;2;f)(23;50;3;f)", 4, cardFallBack, "23;50;3;f;22;30;2;t"},
		{"fall back past a lettuce", "(30;40;0;f)(23;50;3;f)", 4, cardFallBack, "23;50;3;f;21;30;0;f"},
		{"fall back past a hedgehog", "(30;40;2;f)(20;50;3;f)(31;50;3;f)", 4, cardFallBack, "20;50;3;f;31;50;3;f;29;30;2;f"},
		{"last already", "(30;40;2;f)(40;50;3;f)", 4, cardFallBack, "40;50;3;f;34;30;2;f"},
		{"the one behind is on the start", "(30;40;2;f)(0;50;3;f)", 4, cardFallBack, "0;50;3;f;34;30;2;f"},
		{"move up", "(30;40;2;f)(40;50;3;f)(52;9;3;f)", 4, cardMoveUp, "40;50;3;f;52;9;3;f;41;30;2;f"},
		{"move up past a hedgehog", "(30;40;2;f)(36;50;3;f)", 4, cardMoveUp, "36;50;3;f;38;30;2;f"},
		{"move up onto a lettuce", "(30;40;2;f)(41;50;3;f)", 4, cardMoveUp, "41;50;3;f;42;30;2;t"},
		{"first already", "(30;40;2;f)(29;50;3;f)", 4, cardMoveUp, "29;50;3;f;34;30;2;f"},
		{"not over the finish with carrots", "(58;40;0;f)(63;50;3;f)", 4, cardMoveUp, "63;50;3;f;62;30;0;f"},
		{"over the finish", "(58;20;0;f)(63;50;3;f)", 4, cardMoveUp, "63;50;3;f;64;10;0;f"},
	} {
		if got := formatFields(&afterCard(t, c.position, c.move, c.card).state); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
