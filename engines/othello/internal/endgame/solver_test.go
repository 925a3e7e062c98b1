package endgame

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/tools/racetest"
)

// plain returns the score by minimax, as the rules define it.
func plain(own, opp uint64) int {
	moves := board.Moves(own, opp)
	if moves == 0 {
		if board.Moves(opp, own) == 0 {
			return board.FinalScore(own, opp)
		}
		return -plain(opp, own)
	}
	best := -infinite
	for ; moves != 0; moves &= moves - 1 {
		o, p := play(own, opp, moves)
		best = max(best, -plain(o, p))
	}
	return best
}

// play makes the first of some moves.
func play(own, opp, moves uint64) (o, p uint64) {
	sq := bits.TrailingZeros64(moves)
	return board.Play(own, opp, board.Flips(own, opp, sq), sq)
}

// randomEnd plays a random game until few squares are empty or it is over.
func randomEnd(rng *rand.Rand, empties int) (own, opp uint64) {
	own, opp = board.StartOwn, board.StartOpp
	for 64-bits.OnesCount64(own|opp) > empties {
		moves := board.Moves(own, opp)
		if moves == 0 {
			if board.Over(own, opp) {
				break
			}
			own, opp = opp, own
			continue
		}
		for range rng.IntN(bits.OnesCount64(moves)) {
			moves &= moves - 1
		}
		own, opp = play(own, opp, moves)
	}
	return own, opp
}

// TestAgainstMinimax compares Solve and Best with minimax on random positions of up to
// seven empty squares.
func TestAgainstMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var s Solver
	for i := range 3000 / racetest.Effort {
		own, opp := randomEnd(rng, i%8)
		if i%5 == 0 {
			// A position no game reaches: some discs change sides.
			change := rng.Uint64() & rng.Uint64() & (own | opp)
			own, opp = own&^change|opp&change, opp&^change|own&change
		}
		want, best := plain(own, opp), uint64(0)
		for moves := board.Moves(own, opp); moves != 0; moves &= moves - 1 {
			if o, p := play(own, opp, moves); -plain(o, p) == want {
				best |= moves & -moves
			}
		}
		got, err := s.Solve(context.Background(), own, opp)
		if err != nil || got.Score != want || got.Best != best {
			t.Fatalf("Solve(%#x, %#x) = %+v, %v, want %+d by %#x", own, opp, got, err, want, best)
		}
		one, err := s.Best(context.Background(), own, opp)
		if err != nil || one.Score != want || one.Best&best != one.Best || (one.Best == 0) != (best == 0) {
			t.Fatalf("Best(%#x, %#x) = %+v, %v, want %+d by one of %#x", own, opp, one, err, want, best)
		}
	}
}

// TestEveryMove checks the published worth of every move of the easy problems,
// not only of the best ones.
func TestEveryMove(t *testing.T) {
	var s Solver
	for _, p := range loadProblems(t) {
		if p.empties() > 15 {
			continue
		}
		moves := board.Moves(p.own, p.opp)
		if bits.OnesCount64(moves) != len(p.worth) {
			t.Errorf("#%d: %d moves, want %d", p.id, bits.OnesCount64(moves), len(p.worth))
		}
		for ; moves != 0; moves &= moves - 1 {
			o, q := play(p.own, p.opp, moves)
			r, err := s.Best(context.Background(), o, q)
			if sq := bits.TrailingZeros64(moves); err != nil || -r.Score != p.worth[sq] {
				t.Errorf("#%d, square %d: %+d, %v, want %+d", p.id, sq, -r.Score, err, p.worth[sq])
			}
		}
	}
}

func TestLimits(t *testing.T) {
	p := loadProblems(t)[40]
	s := Solver{Limit: 100_000}
	r, err := s.Solve(context.Background(), p.own, p.opp)
	if !errors.Is(err, ErrLimit) || r.Nodes > 1_500_000 {
		t.Errorf("node limit: %v after %d nodes", err, r.Nodes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := (&Solver{}).Solve(ctx, p.own, p.opp); !errors.Is(err, context.Canceled) || r.Nodes > 1_500_000 {
		t.Errorf("cancelled: %v after %d nodes", err, r.Nodes)
	}
}

// TestMoreMovesThanInGames solves a position with 35 moves and 35 empty squares. No game reaches it, but a
// user may type it.
func TestMoreMovesThanInGames(t *testing.T) {
	var own, opp uint64
	for sq, c := range "--X------OXO--OX-XXX-XXX--O--XO--OX-O----XX-XXO--OXOOOO---------" {
		switch c {
		case 'X':
			own |= 1 << sq
		case 'O':
			opp |= 1 << sq
		}
	}
	if n := bits.OnesCount64(board.Moves(own, opp)); n != 35 {
		t.Fatalf("%d moves, want 35", n)
	}
	s := Solver{Limit: 1000}
	for name, solve := range map[string]func() error{
		"Solve":     func() error { _, err := s.Solve(t.Context(), own, opp); return err },
		"SolveLine": func() error { _, _, err := s.SolveLine(t.Context(), own, opp); return err },
	} {
		if err := solve(); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSameAlone checks that the number of nodes does not depend on positions solved
// before.
func TestSameAlone(t *testing.T) {
	var used search
	for _, p := range loadProblems(t)[:12] {
		var fresh search
		a, _ := used.solve(t.Context(), Solver{}, p.own, p.opp, true)
		b, _ := fresh.solve(t.Context(), Solver{}, p.own, p.opp, true)
		if a != b {
			t.Errorf("#%d: %+v after others, %+v alone", p.id, a, b)
		}
	}
}

func TestParityOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		empty, want := rng.Uint64(), uint(0)
		for set := empty; set != 0; set &= set - 1 {
			want ^= quadrant(bits.TrailingZeros64(set))
		}
		if got := parityOf(empty); got != want {
			t.Fatalf("parityOf(%#x) = %b, want %b", empty, got, want)
		}
	}
}

func TestAllocatesOnce(t *testing.T) {
	p := loadProblems(t)[0]
	var s search
	ctx := t.Context()
	solve := func() { _, _ = s.solve(ctx, Solver{}, p.own, p.opp, true) }
	solve()
	if n := testing.AllocsPerRun(3, solve); n != 0 {
		t.Errorf("%v allocations a position", n)
	}
}
