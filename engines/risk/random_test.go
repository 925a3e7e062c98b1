package risk

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/lanista/lanista/engines"
)

// randomPosition returns the text of a random position on a small grid. Every seat has at least one
// territory, and most territories have few units.
func randomPosition(r *rand.Rand, seats, most int) string {
	rows, cols := 1+r.IntN(4), 2+r.IntN(3)
	for rows*cols < seats {
		cols++
	}
	owners := make([]int, rows*cols)
	for x := range owners {
		owners[x] = r.IntN(seats)
	}
	for i, x := range r.Perm(len(owners))[:seats] {
		owners[x] = i
	}
	var out strings.Builder
	for x, p := range owners {
		switch {
		case x == 0:
		case x%cols == 0:
			out.WriteString(" / ")
		default:
			out.WriteByte(' ')
		}
		units := 1 + r.IntN(4)
		if r.IntN(3) == 0 {
			units = 1 + r.IntN(most)
		}
		fmt.Fprintf(&out, "%s%d", seatName(int8(p)), units)
	}
	phase := []string{"draft", "attack 1", "attack 2", "attack 3"}[r.IntN(4)]
	fmt.Fprintf(&out, " ; %s %s", seatName(int8(r.IntN(seats))), phase)
	return out.String()
}

// randomGame parses a random position and makes random moves from some of them.
func randomGame(e engines.Engine, r *rand.Rand, seats, most int) *game {
	position := randomPosition(r, seats, most)
	parsed, err := e.ParseGame(position, r.Uint64())
	if err != nil {
		panic(fmt.Sprintf("%s: %v", position, err))
	}
	g := parsed.(*game)
	var moves []engines.Move
	for range r.IntN(6) {
		if moves = g.Moves(moves[:0]); len(moves) > 0 {
			if err := g.Apply(moves[r.IntN(len(moves))]); err != nil {
				panic(err)
			}
		}
	}
	return g
}
