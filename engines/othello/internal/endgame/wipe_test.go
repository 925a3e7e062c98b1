package endgame

import (
	"context"
	"math/bits"
	"testing"
	"time"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

func read(text string) (own, opp uint64) {
	for i, c := range text {
		switch c {
		case 'X':
			own |= 1 << i
		case 'O':
			opp |= 1 << i
		}
	}
	return own, opp
}

// TestWipeOutIsFoundAtOnce solves a position with 34 empty squares that is won 64 to 0
// within a small node limit.
func TestWipeOutIsFoundAtOnce(t *testing.T) {
	t.Parallel()
	own, opp := read("-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X")
	var s Solver
	s.Limit = 1 << 21
	r, err := s.Solve(t.Context(), own, opp)
	h4, g8, e8 := uint64(1)<<31, uint64(1)<<62, uint64(1)<<60
	if err != nil || r.Score != 64 || r.Best == 0 || r.Best&^(h4|g8|e8) != 0 || (r.Best|r.Open)&h4 == 0 {
		t.Fatalf("%+v, %v, want 64 by H4, G8 and E8", r, err)
	}
	one, err := s.Best(t.Context(), own, opp)
	if err != nil || one.Score != 64 || one.Best&r.Best == 0 || bits.OnesCount64(one.Best) != 1 {
		t.Fatalf("one best move: %+v, %v", one, err)
	}
	sq := bits.TrailingZeros64(one.Best)
	o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
	if lost, err := s.Solve(t.Context(), o, p); err != nil || lost.Score != -64 || lost.Best != board.Moves(o, p) {
		t.Fatalf("the reply: %+v, %v", lost, err)
	}
}

// TestSolvingStopsSoon cancels a search during the look-ahead that orders moves.
func TestSolvingStopsSoon(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		var s Solver
		_, err := s.Best(ctx, board.StartOwn, board.StartOpp)
		done <- err
	}()
	time.Sleep(20 * time.Millisecond)
	cancel()
	select {
	case err := <-done:
		if err == nil {
			t.Error("it has solved Othello")
		}
	case <-time.After(2 * time.Minute): // of a busy machine; it takes a millisecond
		t.Error("it has not stopped")
	}
}
