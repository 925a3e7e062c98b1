package search_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines/search"
)

// pile is the subtraction game: two players take one to three stones in turn,
// and who takes the last one wins.
type pile struct{}

type stones struct{ left, turn int }

func (pile) Turn(s *stones) int { return s.turn }

func (pile) Moves(s *stones, dst []int) []int {
	for take := 1; take <= min(3, s.left); take++ {
		dst = append(dst, take)
	}
	return dst
}

func (pile) Play(s, next *stones, take int) { *next = stones{s.left - take, 1 - s.turn} }

func (pile) Over(s *stones, _ int) bool { return s.left == 0 }

func (pile) Value(s *stones, seat, left int) float64 {
	switch {
	case s.left > 0:
		return 0
	case s.turn == seat: // the other seat took the last stone
		return search.Loss(left)
	}
	return search.Win(left)
}

func ExampleSearcher_AlphaBeta() {
	s := search.NewSearcher[stones, int](pile{})
	r, err := s.AlphaBeta(context.Background(), &stones{left: 10}, 0, search.Limits{Depth: 10})
	fmt.Println("take", r.Move, "and win:", search.IsWin(r.Value), err)
	// Output: take 2 and win: true <nil>
}
