package minesweeper

import (
	"math/bits"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// anyCell is an evaluation of cells (a judge) that gives all closed cells the same score, so that
// its agent plays at random.
type anyCell struct{}

func (anyCell) rate(v *view, _ *probability.Solver, p *picker) {
	for c, shown := range v.cells {
		if shown == field.Closed {
			p.offer(c, 0)
		}
	}
}

// penalised is the evaluation of cells by the agent p-wqb, which scores a cell by p - w q b. p is
// the probability that the cell is a mine, and q = 1-p. b approximates the probability that no
// neighbour is a mine. So q b is the risk that the cell shows 0, which opens its neighbours and
// helps the opponent. With w = 0 it is the evaluation of the agent max-p.
type penalised struct{ w float64 }

func (j penalised) rate(_ *view, s *probability.Solver, p *picker) {
	p.offerSet(s, &s.Frontier, j.score)
	if !p.hopeless(s.SeaP) && s.Sea.First() >= 0 {
		p.offerSea(s, j.score)
	}
	if !p.hopeless(0) {
		p.offerSet(s, &s.Safe, j.score)
	}
}

func (j penalised) score(s *probability.Solver, c int, p *picker) float64 {
	m := s.P[c]
	if j.w == 0 || p.hopeless(m) {
		return m
	}
	return m - float64(j.w*(1-m)*s.BlankProduct(c))
}

// offerSet computes the score of every cell in a set and offers the cells to the picker, which
// keeps those with the best score.
func (p *picker) offerSet(s *probability.Solver, set *field.Bits, score func(*probability.Solver, int, *picker) float64) {
	for i := range s.Field.Words {
		for w := set[i]; w != 0; w &= w - 1 {
			c := i<<6 + bits.TrailingZeros64(w)
			p.offer(c, score(s, c, p))
		}
	}
}

// offerSea computes the score of every cell of the sea and offers the cells to the picker, which
// keeps the best ones. The sea consists of the closed cells without an open neighbour. Its cells
// with equally many neighbours, all of them in the sea too, have equal scores. offerSea computes
// each of these scores only once.
func (p *picker) offerSea(s *probability.Solver, score func(*probability.Solver, int, *picker) float64) {
	var shore field.Bits
	for i := range s.Field.Words {
		shore[i] = s.Field.All[i] &^ s.Sea[i]
	}
	s.Field.Dilate(&shore, &shore)
	var rated [field.Directions + 1]bool
	var scores [field.Directions + 1]float64
	for i := range s.Field.Words {
		for w := s.Sea[i]; w != 0; w &= w - 1 {
			c := i<<6 + bits.TrailingZeros64(w)
			if shore.Has(c) {
				p.offer(c, score(s, c, p))
				continue
			}
			n := bits.OnesCount8(s.Field.Inside[c])
			if !rated[n] {
				rated[n], scores[n] = true, score(s, c, p)
			}
			p.offer(c, scores[n])
		}
	}
}
