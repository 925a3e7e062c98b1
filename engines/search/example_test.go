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

// race is a race of three to square 4: who moves takes a step, or throws a coin
// for three steps or none. A seat's worth is how far it has come.
type race struct{}

type runners struct {
	at   [3]int
	turn int
}

// after is the position once the seat to move has taken some steps.
func (s runners) after(steps int) search.Branch[runners] {
	s.at[s.turn] += steps
	won := s.at[s.turn] >= 4
	s.turn = (s.turn + 1) % 3
	return search.Branch[runners]{State: s, Stop: won}
}

const (
	step = iota
	throw
)

func (race) Turn(s *runners) int { return s.turn }

func (race) Expand(s *runners, dst []search.Branch[runners]) []search.Branch[runners] {
	stepped := s.after(1)
	stepped.Move = step
	return append(dst, stepped, search.Branch[runners]{State: *s, Move: throw, Chance: true})
}

func (race) Events(s *runners, dst []search.Branch[runners]) []search.Branch[runners] {
	for _, steps := range []int{0, 3} {
		fallen := s.after(steps)
		fallen.Weight = 1 // heads and tails alike
		dst = append(dst, fallen)
	}
	return dst
}

func (race) Evaluate(s *runners, v *search.Vector) {
	for seat, at := range s.at {
		v[seat] = int64(100 * at)
	}
}

func ExampleMaxN_Search() {
	s, err := search.NewMaxN[runners](race{}, search.MaxNOptions{Depth: 3, Rule: search.Relative})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, at := range [][3]int{{0, 0, 0}, {3, 3, 0}} {
		r, err := s.Search(context.Background(), &runners{at: at}, 3)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(at, [...]string{"step", "throw"}[r.Move], r.Value[:3])
	}
	// Output:
	// [0 0 0] throw [150 150 150]
	// [3 3 0] step [400 300 0]
}
