package minesweeper

import (
	"fmt"
	"math/bits"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
	"github.com/lanista/lanista/engines/training"
)

var _ training.MoveComparer = (*engine)(nil)

// solvers are lent for a position.
var solvers = sync.Pool{New: func() any { return probability.New() }}

// Chosen is the features of a cell less their mean over all cells that linear rates,
// and the mines that the seat to move is ahead. Where a mine is certain it is taken
// for that, and a bomb is thrown by another rule, so neither has features.
func (e *engine) Chosen(g engines.Position, m engines.Move) (row, standing []float64, err error) {
	if agent := e.settings["agent"]; agent != agentLinear {
		return nil, nil, fmt.Errorf("the agent %s compares cells by no sum of features; set agent to %s", agent, agentLinear)
	}
	v, err := look(g)
	if err != nil {
		return nil, nil, err
	}
	standing = []float64{float64(v.score[v.turn] - v.score[1-v.turn])}
	c := int(m)
	if c < 0 || c >= v.field.N || v.cells[c] != field.Closed {
		return nil, standing, nil
	}
	s := solvers.Get().(*probability.Solver)
	defer solvers.Put(s)
	if err := s.Solve(v.field, v.cells, v.mines); err != nil {
		return nil, nil, err
	}
	if s.Sure.First() >= 0 {
		return nil, standing, nil
	}
	var sum, x [features]float64
	n := 0.0
	for _, set := range []*field.Bits{&s.Safe, &s.Frontier, &s.Sea} {
		for i, w := range set {
			for ; w != 0; w &= w - 1 {
				measure(s, i<<6+bits.TrailingZeros64(w), &x)
				for j, v := range x {
					sum[j] += v
				}
				n++
			}
		}
	}
	measure(s, c, &x)
	row = make([]float64, features)
	for j := range row {
		row[j] = x[j] - sum[j]/n
	}
	return row, standing, nil
}
