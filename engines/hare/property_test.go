package hare

import (
	"iter"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
	"pgregory.net/rapid"
)

// positions are the tables met in games of random moves, all numbers of
// players in turn. A table changes under the loop.
func positions(t testing.TB, e *engine, games int) iter.Seq[engines.Game] {
	return func(yield func(engines.Game) bool) {
		r := engines.Rand(11)
		for i := range games {
			g, err := e.NewGame(minSeats+i%(maxSeats-minSeats+1), uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			for ply := 0; ply < 300 && !g.Over(); ply++ {
				moves := g.Moves(nil)
				if err := g.Apply(moves[r.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
				if !yield(g) {
					return
				}
			}
		}
	}
}

// drawEngine is the game under any board and deck.
func drawEngine(t *rapid.T) *engine {
	e, err := New().With(engines.Settings{
		"board": rapid.SampledFrom([]string{"2008", "1978"}).Draw(t, "board"),
		"deck":  rapid.SampledFrom(deckNames).Draw(t, "deck"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return e.(*engine)
}

func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEngine(t)
		seats := rapid.IntRange(minSeats, maxSeats).Draw(t, "seats")
		g, err := e.NewGame(seats, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		tb := g.(*table)
		r := engines.Rand(rapid.Uint64().Draw(t, "play"))
		for ply := 0; ply < 150 && !tb.Over(); ply++ {
			before := tb.state
			moves := tb.Moves(nil)
			checkMoves(t, tb, moves)
			m := moves[r.IntN(len(moves))]
			if err := tb.Apply(m); err != nil {
				t.Fatalf("%s: %d: %v", tb.String(), m, err)
			}
			checkState(t, tb, &before, m)
		}
		if tb.Over() && len(tb.Moves(nil)) != 0 {
			t.Fatal("moves in a game that is over")
		}
	})
}

func checkMoves(t *rapid.T, tb *table, moves []engines.Move) {
	c := tb.state.choose(tb.board)
	if len(moves) == 0 || c.count() != len(moves) {
		t.Fatalf("%s: %d moves, counted %d", tb.String(), len(moves), c.count())
	}
	sorted := slices.Clone(moves)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(moves) {
		t.Fatalf("%s: moves %v", tb.String(), moves)
	}
	for _, m := range moves {
		if back, err := tb.ParseMove(tb.FormatMove(m)); err != nil || back != m {
			t.Fatalf("move %d reads back as %d, %v", m, back, err)
		}
	}
}

func checkState(t *rapid.T, tb *table, before *state, m engines.Move) {
	s := &tb.state
	var seen squares
	for i := range s.seats {
		at := int(s.square[i])
		kind := tb.board.kinds[at]
		switch {
		case s.carrots[i] < 0, s.lettuces[i] > before.lettuces[i]:
			t.Fatalf("%s: %d carrots, %d lettuces", tb.String(), s.carrots[i], s.lettuces[i])
		case at > 0 && at < finish && seen.has(at):
			t.Fatalf("%s: two on %d", tb.String(), at)
		case kind == hedgehogSquare && before.square[i] != s.square[i] && m >= 0:
			t.Fatalf("%s: on a hedgehog after %d", tb.String(), m)
		case s.flag[i] != free && kind != lettuceSquare && kind != hareSquare:
			t.Fatalf("%s: pending", tb.String())
		case (at == finish) != (s.place[i] != 0):
			t.Fatalf("%s: place %d", tb.String(), s.place[i])
		}
		if at > 0 && at < finish {
			seen |= square(at)
		}
	}
	if seen != s.occupied || s.drawing {
		t.Fatalf("%s: occupied %x, seen %x, drawing %v", tb.String(), s.occupied, seen, s.drawing)
	}
	read, err := parsePosition(tb.board, tb.String())
	if err != nil || formatPosition(&read) != tb.String() {
		t.Fatalf("%s reads back as %s, %v", tb.String(), formatPosition(&read), err)
	}
}

// TestPositionsPlayAlike plays on from a table and from its position, without
// cards, and compares.
func TestPositionsPlayAlike(t *testing.T) {
	e := with(t, engines.Settings{"deck": "no-cards"})
	for g := range positions(t, e, 60/racetest.Effort) {
		if g.Over() {
			continue
		}
		one := g.Clone()
		other, err := e.ParseGame(g.String(), 1)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			moves := one.Moves(nil)
			if one.Turn() != other.Turn() || !slices.Equal(moves, other.Moves(nil)) || one.Outcome() != other.Outcome() {
				t.Fatalf("%s: seat %d and %d, moves %v and %v, outcomes %v and %v", g.String(),
					one.Turn(), other.Turn(), moves, other.Moves(nil), one.Outcome(), other.Outcome())
			}
			if len(moves) == 0 {
				break
			}
			if one.Apply(moves[len(moves)-1]) != nil || other.Apply(moves[len(moves)-1]) != nil {
				t.Fatalf("%s: move %d is refused", one, moves[len(moves)-1])
			}
		}
	}
}

// A game may end by the guard before its opening does.
func TestGuardInTheOpening(t *testing.T) {
	e, err := New().With(engines.Settings{"guard": "1", "opening": "200"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Moves(nil)) == 0 {
		t.Error("the opening has used up the moves of the game")
	}
}

func TestGuardAndOutcome(t *testing.T) {
	tb := tableAt(t, "2008", "(45;26;2;f)(29;19;0;f)")
	tb.plies = 2000
	if !tb.Over() || tb.Moves(nil) != nil || tb.Apply(1) == nil {
		t.Error("the guard did not end the game")
	}
	for _, c := range []struct {
		position string
		want     engines.Outcome
	}{
		{"45;26;2;f;29;19;0;f", engines.Places(1, 2)},
		{"0;26;2;f;0;19;1;f", engines.Places(2, 1)},
		{"0;26;1;f;0;19;1;f;64;1;0;f", engines.Places(3, 2, 1)},
		{"0;19;1;f;0;19;1;f;64;1;0;f;64;2;0;f", engines.Places(3, 3, 1, 2)},
	} {
		g, err := New().ParseGame(c.position, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Outcome(); got != c.want {
			t.Errorf("%s: %v, want %v", c.position, got, c.want)
		}
	}
}

func TestSameSeedSameGame(t *testing.T) {
	for _, deck := range deckNames {
		e := with(t, engines.Settings{"deck": deck})
		var first []string
		for range 2 {
			var got []string
			g, _ := e.NewGame(4, 5)
			r := engines.Rand(9)
			for ply := 0; ply < 200 && !g.Over(); ply++ {
				moves := g.Moves(nil)
				if err := g.Apply(moves[r.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
				got = append(got, g.String())
			}
			if first == nil {
				first = got
			} else if !slices.Equal(first, got) {
				t.Errorf("deck %s: one seed, two games", deck)
			}
		}
	}
}
