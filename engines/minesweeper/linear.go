package minesweeper

import (
	"fmt"
	"math/bits"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// linear is the evaluation of cells by the agent linear, a weighted sum of features. The features
// describe the probability of a mine, what a number in the cell would reveal, and the place of the
// cell in the field.
type linear struct{ w [features]float64 }

func newLinear(w engines.Weights) *linear {
	j := &linear{}
	copy(j.w[:], w)
	return j
}

func (j *linear) rate(_ *view, s *probability.Solver, p *picker) {
	p.offerSet(s, &s.Safe, j.score)
	p.offerSet(s, &s.Frontier, j.score)
	p.offerSea(s, j.score)
}

func (j *linear) score(s *probability.Solver, c int, _ *picker) float64 {
	var x [features]float64
	measure(s, c, &x)
	sum := 0.0
	for i, w := range j.w {
		sum += float64(w * x[i])
	}
	return sum
}

func measure(s *probability.Solver, c int, x *[features]float64) {
	p := s.P[c]
	q := 1 - p
	blank, full, mass, spread := 1.0, 1.0, 0.0, 0.0
	for m := s.Undecided[c]; m != 0; m &= m - 1 {
		n := s.P[c+s.Field.Offset[bits.TrailingZeros8(m)]]
		blank *= 1 - n
		full *= n
		mass += n
		spread += float64(n * (1 - n))
	}
	around := float64(bits.OnesCount8(s.Undecided[c]))
	*x = [features]float64{
		featP: p, featZeroRisk: q * blank, featMass: q * (mass + sureAround(s, c)),
		featGiveAway: q * giveAway(s, c), featFullHouse: q * around * full,
		featSpreadMiss: q * spread, featSpreadHit: p * spread, featOpenness: q * around / 8,
	}
	if s.Mines[c] != 0 {
		x[featTouches], x[featZeroRisk] = q, 0
	}
	if p == 0 {
		x[featSafe] = 1
	}
	if s.Open[c] == 0 {
		x[featSea] = 1
	}
}

// sureAround returns the number of closed neighbours of cell c that are known to be mines.
func sureAround(s *probability.Solver, c int) float64 {
	n := 0.0
	for m := s.Mines[c]; m != 0; m &= m - 1 {
		if s.Sure.Has(c + s.Field.Offset[bits.TrailingZeros8(m)]) {
			n++
		}
	}
	return n
}

// giveAway returns how many mines become certain for the opponent if cell c is opened and is not a
// mine. The open numbers beside c are examined one by one. A number makes mines certain if it has
// exactly as many other undecided neighbours as it lacks mines. A mine that several numbers make
// certain counts several times. giveAway returns 0 for a cell that is known to be safe.
func giveAway(s *probability.Solver, c int) float64 {
	if s.Safe.Has(c) {
		return 0
	}
	given := 0
	for m := s.Open[c]; m != 0; m &= m - 1 {
		u := c + s.Field.Offset[bits.TrailingZeros8(m)]
		if need := s.Missing(u); need > 0 && need == bits.OnesCount8(s.Undecided[u])-1 {
			given += need
		}
	}
	return float64(given)
}

var solvers = sync.Pool{New: func() any { return probability.New() }}

// chosen returns the features of move m relative to other moves, for fitting the weights of the
// agent linear. row contains the features of the cell that m opens, minus their means over all
// cells that the agent compares. row is nil if the weights do not decide the move: if m is a bomb,
// or if some cell is known to be a mine. standing contains the lead of the seat to move, in mines.
// It is an error if the agent is not linear.
func chosen(agent string, g engines.Position, m engines.Move) (row, standing []float64, err error) {
	if agent != agentLinear {
		return nil, nil, fmt.Errorf("the agent %s is not a weighted sum of features; set agent to %s", agent, agentLinear)
	}
	v, err := viewOf(g)
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
