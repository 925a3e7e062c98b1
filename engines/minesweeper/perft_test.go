package minesweeper

import (
	"context"
	"math"
	"testing"
)

// TestPerft counts by hand in a row of three with one mine, at the left end.
func TestPerft(t *testing.T) {
	e := with(t, nil)
	for depth, want := range []uint64{1, 3, 3, 1, 0} {
		// *..: the mine ends the game; the middle leaves two cells; the right
		// end is a 0, opens the middle and leaves one.
		g := lay(t, "*..", nil)
		before := g.String()
		got, _, err := e.Perft(t.Context(), g, depth)
		if err != nil || got != want || g.String() != before {
			t.Errorf("depth %d: %d sequences, want %d, %v", depth, got, want, err)
		}
	}
	if _, _, err := e.Perft(t.Context(), lay(t, "*..", nil), -1); err == nil {
		t.Error("a negative depth was counted")
	}
	if n, _, err := e.Perft(t.Context(), lay(t, "*..", nil), math.MaxInt32); n != 0 || err != nil {
		t.Errorf("%d sequences longer than any game, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := e.Perft(ctx, lay(t, "*../...", nil), 4); err == nil {
		t.Error("a cancelled count ended without an error")
	}
}
