package hare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// table reads a position written as "(square;carrots;lettuces;flag)(...)".
func tableAt(t testing.TB, board, position string) *table {
	t.Helper()
	text := strings.Trim(strings.ReplaceAll(position, ")(", ";"), "()")
	s, err := parsePosition(boards[board], text)
	if err != nil {
		t.Fatalf("%s: %v", position, err)
	}
	return newTable(boards[board], decks["no-cards"], s, 1, 1000)
}

// player is what one player of a table has, as the notation writes it.
func playerText(tb *table, i int) string {
	s := tb.state
	return fmt.Sprintf("%d;%d;%d;%c", s.square[i], s.carrots[i], s.lettuces[i], "ftec"[s.flag[i]])
}

func span(from, to int) (out []engines.Move) {
	for m := from; m <= to; m++ {
		out = append(out, engines.Move(m))
	}
	return out
}

func TestArithmetic(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 7: 28, 10: 55, 20: 210, 44: 990} {
		if got := costOf(n); got != want {
			t.Errorf("Cost(%d) = %d, want %d", n, got, want)
		}
	}
	steps := map[int]int{
		0: 0, 1: 1, 2: 1, 3: 2, 5: 2, 6: 3, 9: 3, 10: 4, 54: 9, 55: 10, 65: 10, 66: 11, 68: 11, 78: 12, 98: 13,
		209: 19, 210: 20, 989: 43, 990: 44, 2079: 63, 2080: 64, maxCarrots: 64, -1: 0,
	}
	for c, want := range steps {
		if got := reach(c); got != want {
			t.Errorf("MaxSteps(%d) = %d, want %d", c, got, want)
		}
	}
}

func TestBoards(t *testing.T) {
	counts := map[string]map[squareKind]int{
		"2008": {startSquare: 1, goalSquare: 1, hareSquare: 12, carrotSquare: 13, lettuceSquare: 4, hedgehogSquare: 9, numberOne: 5, numberTwo: 8, numberThree: 7, numberFour: 5},
		"1978": {startSquare: 1, goalSquare: 1, hareSquare: 13, carrotSquare: 11, lettuceSquare: 5, hedgehogSquare: 10, numberOne: 3, numberTwo: 9, numberThree: 7, numberFour: 5},
	}
	for name, want := range counts {
		got := map[squareKind]int{}
		for s := range finish + 1 {
			got[boards[name].kinds[s]]++
		}
		for k, n := range want {
			if got[k] != n {
				t.Errorf("%s: %d squares of kind %c, want %d", name, got[k], k, n)
			}
		}
	}
	var differ []int
	for s := range finish + 1 {
		if boards["2008"].kinds[s] != boards["1978"].kinds[s] {
			differ = append(differ, s)
		}
	}
	if want := []int{7, 8, 10, 60, 61, 62, 63}; !slices.Equal(differ, want) {
		t.Errorf("the boards differ in %v, want %v", differ, want)
	}
	for _, bad := range []string{"", "S", layout2008 + "F", "F" + layout2008[1:], layout2008[:64] + "C", "SX" + layout2008[2:], "SS" + layout2008[2:]} {
		if _, err := parseBoard(bad); err == nil {
			t.Errorf("ParseBoard(%q) succeeded", bad)
		}
	}
}

func TestLegalMoves(t *testing.T) {
	const start5 = "(0;98;3;f)(0;98;3;f)(0;98;3;f)(0;98;3;f)(0;98;3;f)"
	for _, c := range []struct {
		board, position string
		want            []engines.Move
	}{
		{"2008", "(0;68;3;f)(0;68;3;f)", span(1, 10)},
		{"1978", "(0;68;3;f)(0;68;3;f)", append(span(1, 7), 9, 10)},
		{"2008", start5, append(span(1, 10), 12, 13)},
		{"1978", start5, append(span(1, 7), 9, 10, 12, 13)},
		{"2008", "(0;68;3;f)(10;13;3;t)", span(1, 9)},
		{"2008", "(10;13;3;t)(5;53;3;f)", []engines.Move{0}},
		{"2008", "(10;23;2;f)(5;53;3;f)", []engines.Move{2, 3, 4, 6}},
		{"2008", "(21;6;0;f)(2;50;3;f)", []engines.Move{2, -2, 1001}},
		{"2008", "(21;6;1;f)(2;50;3;f)", []engines.Move{1, 2, -2, 1001}},
		{"2008", "(8;5;3;f)(9;30;3;f)", []engines.Move{2, 4, 5, 6}},
		{"2008", "(8;5;3;f)(5;30;3;f)", []engines.Move{1, 2}},
		{"2008", "(60;5;0;f)(5;50;3;f)", []engines.Move{1, 2, 3, 4, -4}},
		{"2008", "(60;16;0;f)(5;50;3;f)", []engines.Move{1, 2, 3, -4}},
		{"2008", "(17;0;2;f)(3;50;3;f)", []engines.Move{-2}},
		{"2008", "(17;0;2;f)(15;50;3;f)", []engines.Move{0}},
		{"2008", "(15;0;2;f)(3;50;3;f)", []engines.Move{-4}},
		{"2008", "(15;0;2;f)(11;50;3;f)", []engines.Move{0}},
		{"2008", "(15;1;2;f)(11;50;3;f)", []engines.Move{1}},
		{"2008", "(10;2;1;f)(5;50;3;f)", []engines.Move{0}},
		{"2008", "(13;4;3;f)(2;50;3;f)", []engines.Move{1, -2, 1001}},
		{"2008", "(13;10;3;f)(2;50;3;f)", []engines.Move{1, 3, 4, -2, 1001, 1002}},
		{"2008", "(1;10;3;f)(2;50;3;f)(4;50;3;f)", []engines.Move{2, 4}},
		{"2008", "(61;15;0;f)(2;50;3;f)", []engines.Move{1, 2, 3, -5, 1001, 1002}},
		{"2008", "(61;17;0;f)(2;50;3;f)", []engines.Move{1, 2, -5, 1001, 1002}},
		{"2008", "(61;15;1;f)(2;50;3;f)", []engines.Move{1, 2, -5, 1001, 1002}},
		{"2008", "(61;17;0;f)(2;50;3;f)(64;5;0;f)", []engines.Move{1, 2, 3, -5, 1001, 1002}},
		{"2008", "(61;27;0;f)(2;50;3;f)(64;5;0;f)", []engines.Move{1, 2, -5, 1001, 1002}},
		{"1978", "(61;15;0;f)(2;50;3;f)", []engines.Move{2, 3, -5}},
		{"2008", "(45;26;2;f)(29;19;0;f)", []engines.Move{1, 2, 3, 4, 6, -2}},
		{"1978", "(45;26;2;f)(29;19;0;f)", []engines.Move{1, 2, 3, 4, 6, -2}},
		{"2008", "(54;43;0;f)(29;19;0;f)", []engines.Move{1, 4, 5, 6, 7, 8, -4}},
		{"1978", "(54;43;0;f)(29;19;0;f)", []engines.Move{1, 4, 5, 6, 7, -4}},
		{"2008", "(25;9;3;t)(2;50;3;f)", []engines.Move{0}},
		{"2008", "(25;9;3;c)(2;50;3;f)", []engines.Move{1001, 0}},
		{"2008", "(25;10;3;c)(2;50;3;f)", []engines.Move{1001, 1002, 0}},
	} {
		tb := tableAt(t, c.board, c.position)
		if got := tb.Moves(nil); !slices.Equal(got, c.want) {
			t.Errorf("%s %s: moves %v, want %v", c.board, c.position, got, c.want)
		}
	}
}

func TestApply(t *testing.T) {
	for _, c := range []struct {
		position string
		move     engines.Move
		want     string // of the player who moved
	}{
		{"(0;68;3;f)(0;68;3;f)", 10, "10;13;3;t"},
		{"(10;13;3;t)(5;53;3;f)", 0, "10;23;2;f"},
		{"(10;13;3;t)(12;53;3;f)", 0, "10;33;2;f"},
		{"(8;5;3;f)(9;30;3;f)", 4, "12;15;3;f"},
		{"(60;5;0;f)(5;50;3;f)", 4, "64;5;0;f"},
		{"(17;0;2;f)(3;50;3;f)", -2, "15;20;2;f"},
		{"(17;0;2;f)(15;50;3;f)", 0, "0;68;2;f"},
		{"(15;0;2;f)(3;50;3;f)", -4, "11;40;2;f"},
		{"(10;2;1;f)(5;50;3;f)", 0, "0;68;1;f"},
		{"(10;2;1;f)(5;50;3;f)(6;50;3;f)(7;9;3;f)(8;9;3;f)", 0, "0;98;1;f"},
		{"(13;4;3;f)(2;50;3;f)", 1001, "13;14;3;f"},
		{"(13;10;3;f)(2;50;3;f)", 1002, "13;0;3;f"},
		{"(1;10;3;f)(2;50;3;f)(4;50;3;f)", 2, "3;7;3;f"},
		{"(1;10;3;f)(2;50;3;f)(4;50;3;f)", 4, "5;0;3;f"},
		{"(61;15;0;f)(2;50;3;f)", 3, "64;9;0;f"},
		{"(25;9;3;t)(2;50;3;f)", 0, "25;9;3;f"},
		{"(25;9;3;e)(40;50;3;f)", 0, "25;29;2;f"},
		{"(25;9;3;c)(2;50;3;f)", 0, "25;9;3;f"},
		{"(25;9;3;c)(2;50;3;f)", 1001, "25;19;3;f"},
		{"(25;19;3;c)(2;50;3;f)", 1002, "25;9;3;f"},
	} {
		tb := tableAt(t, "2008", c.position)
		if err := tb.Apply(c.move); err != nil {
			t.Errorf("%s: %v", c.position, err)
		} else if got := playerText(tb, 0); got != c.want {
			t.Errorf("%s, %d: %s, want %s", c.position, c.move, got, c.want)
		} else if !tb.Over() && tb.Turn() != 1 {
			t.Errorf("%s, %d: player %d to move, want 1", c.position, c.move, tb.Turn())
		}
	}
}

func TestPayoutByRank(t *testing.T) {
	others := []int{20, 21, 22, 23, 26}
	for rank, want := range []int32{1: 10, 2: 0, 3: 0, 4: 0, 5: 50, 6: 60} {
		if rank == 0 {
			continue
		}
		position := "(16;0;3;f)"
		for i, ahead := range others {
			at := ahead
			if i >= rank-1 {
				at = i + 1
			}
			position += fmt.Sprintf("(%d;9;3;f)", at)
		}
		tb := tableAt(t, "2008", position)
		if got := tb.state.payout(tb.board, 0); got != want {
			t.Errorf("rank %d: %d carrots, want %d", rank, got, want)
		}
	}
}

func TestTurnOrderSkipsTheFinished(t *testing.T) {
	tb := newTable(boards["2008"], decks["no-cards"], newState(boards["2008"], 3), 1, 1000)
	tb.state.finish(0)
	tb.state.turn = 2
	if err := tb.Apply(1); err != nil {
		t.Fatal(err)
	}
	if tb.Turn() != 1 {
		t.Errorf("player %d to move, want 1", tb.Turn())
	}
}

func TestIllegalMovesChangeNothing(t *testing.T) {
	tb := tableAt(t, "2008", "(45;26;2;f)(29;19;0;f)")
	before := *tb
	for _, m := range []engines.Move{0, 5, 7, 19, 20, 64, -1, -8, -45, 1000, 1001, 1002, 1 << 30, -1 << 31} {
		if err := tb.Apply(m); err == nil {
			t.Errorf("move %d succeeded", m)
		}
	}
	if tb.state != before.state {
		t.Error("a refused move changed the position")
	}
}

// TestReplay plays two players without a hare and checks every position.
func TestReplay(t *testing.T) {
	tb := newTable(boards["2008"], decks["deck"], newState(boards["2008"], 2), 1, 1000)
	for ply, c := range []struct {
		move   engines.Move
		p0, p1 string
	}{
		{10, "10;13;3;t", "0;68;3;f"},
		{7, "10;13;3;t", "7;40;3;f"},
		{0, "10;23;2;f", "7;40;3;f"},
		{2, "10;23;2;f", "9;37;3;f"},
		{2, "12;20;2;f", "9;37;3;f"},
		{4, "12;20;2;f", "13;27;3;f"},
		{-1, "11;30;2;f", "13;27;3;f"},
		{1001, "11;30;2;f", "13;37;3;f"},
		{5, "16;15;2;f", "13;37;3;f"},
		{1002, "16;15;2;f", "13;27;3;f"},
		{5, "21;10;2;f", "13;27;3;f"},
		{4, "21;10;2;f", "17;17;3;f"},
		{1, "22;9;2;t", "17;17;3;f"},
		{6, "22;9;2;t", "23;16;3;f"},
		{0, "22;29;1;f", "23;16;3;f"},
		{-4, "22;29;1;f", "19;56;3;f"},
	} {
		if err := tb.Apply(c.move); err != nil {
			t.Fatalf("ply %d: %v", ply+1, err)
		}
		if playerText(tb, 0) != c.p0 || playerText(tb, 1) != c.p1 {
			t.Fatalf("ply %d, %d: %s and %s, want %s and %s", ply+1, c.move, playerText(tb, 0), playerText(tb, 1), c.p0, c.p1)
		}
	}
}
