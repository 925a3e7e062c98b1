package portable

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Vector is a test vector: what the original agent computes for one position.
type Vector struct {
	Position    []int
	Depth       int       // of the search
	Move        int       // that the agent chooses
	Evaluations []float64 // one per seat
}

// VectorOptions determines how many positions [Vectors] records, and the games from which they
// come.
type VectorOptions struct {
	Count int    // positions with a search of depth 1
	Deep  int    // further positions with a search of the agent's depth
	Seats int    // of the games from which positions come
	Seed  uint64 // of these games
}

// mostMissed is the largest number of random games in a row that yield no test vector. After that
// many, [Vectors] returns an error.
const mostMissed = 100

// Vectors plays games in which each move is a random one or the move of the agent, and returns test
// vectors from them. A vector contains a position with the agent's move and evaluations. Vectors
// returns an error if [Program.Encode] supports no position of mostMissed games in a row.
func Vectors(ctx context.Context, e engines.Engine, p Program, o VectorOptions) ([]Vector, error) {
	if p.Evaluations == nil {
		ev, ok := engines.AsHeuristic[engines.Evaluator](e)
		if !ok {
			return nil, fmt.Errorf("%s evaluates no positions", p.Game)
		}
		p.Evaluations = func(_ context.Context, g engines.Game) ([]float64, error) {
			return ev.Evaluate(g, p.Agent(1).Weights)
		}
	}
	var out []Vector
	players := map[int]engines.Player{}
	missed := 0 // games in a row without a vector
	for n := uint64(0); len(out) < o.Count+o.Deep; n++ {
		g, err := e.NewGame(o.Seats, engines.Seed(o.Seed, engines.Purpose("test vectors"), n))
		if err != nil {
			return nil, err
		}
		r := engines.Rand(engines.Seed(o.Seed, engines.Purpose("test vector moves"), n))
		before := len(out)
		for ply := 0; !g.Over() && len(out) < o.Count+o.Deep && ply < 10_000; ply++ {
			depth := 1
			if len(out) >= o.Count {
				depth = p.Depth
			}
			if players[depth] == nil {
				if players[depth], err = e.NewPlayer(ctx, p.Agent(depth)); err != nil {
					return nil, err
				}
			}
			moves := g.Moves(nil)
			m := moves[r.IntN(len(moves))]
			if r.IntN(3) > 0 { // most moves are the agent's, so that games are sensible
				if m, err = players[depth].Choose(ctx, g); err != nil {
					return nil, err
				}
				if depth == 1 || ply%7 == 0 {
					if out, err = appendVector(ctx, out, g, p, m, depth); err != nil {
						return nil, err
					}
				}
			}
			if err := g.Apply(m); err != nil {
				return nil, err
			}
		}
		if missed++; len(out) > before {
			missed = 0
		}
		if missed == mostMissed {
			return nil, fmt.Errorf("%s: no position in %d games that the exported program covers", p.Game, mostMissed)
		}
	}
	return out, nil
}

// appendVector appends a test vector to list: a position and the move m that the agent chooses in
// it. It appends nothing if the exported program cannot represent the position, or if another move
// has the same value.
func appendVector(ctx context.Context, list []Vector, g engines.Game, p Program, m engines.Move, depth int) ([]Vector, error) {
	position, ok := p.Encode(g)
	if !ok {
		return list, nil
	}
	if p.Tied != nil {
		if tied, err := p.Tied(ctx, g, depth); err != nil || tied {
			return list, err
		}
	}
	evaluations, err := p.Evaluations(ctx, g)
	return append(list, Vector{Position: position, Depth: depth, Move: p.Move(g, m), Evaluations: evaluations}), err
}

// text returns the vector as one line of numbers. They are the depth, the move, the number of
// seats, an evaluation for each seat, the length of the position, and the numbers of the
// position.
func (v Vector) text() string {
	out := []string{strconv.Itoa(v.Depth), strconv.Itoa(v.Move), strconv.Itoa(len(v.Evaluations))}
	for _, x := range v.Evaluations {
		out = append(out, strconv.FormatFloat(x, 'g', -1, 64))
	}
	out = append(out, strconv.Itoa(len(v.Position)))
	for _, n := range v.Position {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, " ") + "\n"
}
