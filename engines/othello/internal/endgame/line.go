package endgame

import (
	"context"
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// follow returns a line of best play from a position that the search has just solved with the
// result r. Among equally good moves it takes the first in an order that does not depend on the
// pattern weights.
func (s *search) follow(ctx context.Context, own, opp uint64, r Result) ([]uint8, error) {
	var line []uint8
	play := func(sq int) {
		line = append(line, uint8(sq))
		own, opp = board.Play(own, opp, board.Flips(own, opp, sq), sq)
	}
	score := r.Score
	if r.Best != 0 {
		play(bits.TrailingZeros64(r.Best))
		score = -score
	}
	for {
		n := 64 - bits.OnesCount64(own|opp)
		moves := board.Moves(own, opp)
		switch {
		case moves == 0 && board.Moves(opp, own) == 0:
			return line, nil
		case moves == 0:
			line = append(line, Pass)
			own, opp = opp, own
		case score == most || score == -most:
			// The test for a loss of all discs decides such positions, with tables of its own.
			alone, err := s.solve(ctx, Solver{}, own, opp, false)
			if err != nil {
				return nil, err
			}
			play(bits.TrailingZeros64(alone.Best))
		default:
			children := s.plainRoot(own, opp, moves, n)
			for i := range children {
				s.upper[i] = most
			}
			i, _ := s.reach(children, n-1, score)
			if s.stop {
				return nil, s.err()
			}
			play(int(children[i].sq))
		}
		score = -score
	}
}

// plainRoot returns the moves of a position like root, sorted without the pattern weights.
func (s *search) plainRoot(own, opp, moves uint64, n int) []child {
	patterns := s.settings.Patterns
	s.settings.Patterns = nil
	defer func() { s.settings.Patterns = patterns }()
	return s.root(own, opp, moves, n)
}
