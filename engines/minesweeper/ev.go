package minesweeper

import (
	"math/bits"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// ev is an agent that looks one ply ahead. Opening a cell shows a mine with probability p (a hit),
// or the number k with probability q_k (a miss). ev solves the position after each of these
// results. The score of a cell is
//
//	p (1 + g G(hit)) - h sum over k of q_k G(k) - w0 q_0
//
// where g, h and w0 are weights. G is the value of the position after the result, for the player
// who moves next: the same player after a hit, the opponent after a miss. Two terms are added to
// the score: the weight ev_local times the result of the function local, and the weight tempo for a
// safe cell that reveals nothing.
type ev struct {
	w          engines.Weights
	candidates int
	unfold     bool
	ahead      []*probability.Solver // by depth of the flood being followed
	cells      []offer
}

// mostUnfolded is the largest number of closed cells for which the setting unfold has an effect.
// With more cells, trying all numbers around a 0 would take too long.
const mostUnfolded = 20

func newEV(w engines.Weights, candidates int, unfold bool) *ev {
	return &ev{w: w, candidates: candidates, unfold: unfold, ahead: []*probability.Solver{probability.New()}}
}

func (j *ev) rate(v *view, s *probability.Solver, p *picker) {
	j.shortlist(v, s)
	for _, o := range j.cells {
		p.offer(int(o.cell), j.expectedGain(s, int(o.cell)))
	}
}

// shortlist selects the cells that the agent ev evaluates: the closed cells for which p - 0.5 (1-p)
// b is highest. p is the probability that the cell is a mine, and b approximates the probability
// that none of its neighbours is a mine. Of equal cells, the first are selected.
func (j *ev) shortlist(v *view, s *probability.Solver) {
	j.cells = j.cells[:0]
	for c, shown := range v.cells {
		if shown != field.Closed {
			continue
		}
		m := s.P[c]
		score := m - float64(0.5*(1-m)*s.BlankProduct(c))
		n := len(j.cells)
		if n == j.candidates && score <= j.cells[n-1].score+tie {
			continue
		}
		at := n
		for at > 0 && j.cells[at-1].score+tie < score {
			at--
		}
		if n == j.candidates {
			j.cells = j.cells[:n-1]
		}
		j.cells = slices.Insert(j.cells, at, offer{int32(c), score})
	}
}

// expectedGain returns the score of opening cell c, by the formula in the comment on [ev].
func (j *ev) expectedGain(s *probability.Solver, c int) float64 {
	w := j.w
	p := s.P[c]
	u := 0.0
	if p > 0 {
		hit := j.ahead[0]
		hit.CopyFrom(s)
		hit.Suppose(c, true)
		if hit.Settle() == nil {
			u = float64(p * (1 + float64(w[evGain]*j.standing(hit, c))))
			if w[evLocal] != 0 {
				u += float64(w[evLocal] * local(s, hit, c))
			}
		}
	}
	if p == 1 {
		return u
	}
	outcomes, last := 0, 0
	least := bits.OnesCount8(s.Mines[c])
	for n := least; n <= least+bits.OnesCount8(s.Undecided[c]); n++ {
		q, g := j.miss(s, c, n)
		if q == 0 {
			continue
		}
		outcomes++
		last = n
		u -= float64(w[evLoss] * g)
		if n == 0 {
			u -= float64(w[evFlood] * q)
		}
	}
	if p == 0 && outcomes == 1 && (last > 0 || s.Clear[c] == 0) {
		u += w[evTempo] // the cell reveals nothing: its number is known and it opens no others
	}
	return u
}

// miss evaluates the case that cell c is no mine and shows the given number. q is the probability
// of this case. g is q times the value of the resulting position for the opponent, who moves next.
// Both are 0 if the case is impossible.
func (j *ev) miss(s *probability.Solver, c, number int) (q, g float64) {
	next := j.ahead[0]
	next.CopyFrom(s)
	next.SupposeNumber(c, number)
	if next.Settle() != nil {
		return 0, 0
	}
	q = next.Weight() / s.Weight()
	if number == 0 && j.unfold && next.Frontier.Len()+next.Sea.Len()+next.Safe.Len() <= mostUnfolded {
		var pending field.Bits
		addAround(next, c, &pending)
		return q, j.follow(next, pending, 1) / s.Weight()
	}
	return q, q * j.standing(next, -1)
}

// follow evaluates a position in which a cell shows 0, by trying all numbers that its neighbours
// may show. pending contains the neighbours that are not opened yet. The result is the sum of G n
// over all resulting positions: G is the value for the player to move, and n the number of
// placements of mines. depth is the index of the first unused solver in j.ahead.
func (j *ev) follow(s *probability.Solver, pending field.Bits, depth int) float64 {
	c := pending.First()
	if c < 0 {
		return s.Weight() * j.standing(s, -1)
	}
	pending.Clear(c)
	if len(j.ahead) <= depth {
		j.ahead = append(j.ahead, probability.New())
	}
	next, sum := j.ahead[depth], 0.0
	least := bits.OnesCount8(s.Mines[c])
	for n := least; n <= least+bits.OnesCount8(s.Undecided[c]); n++ {
		next.CopyFrom(s)
		next.SupposeNumber(c, n)
		if next.Settle() != nil {
			continue
		}
		rest := pending
		if n == 0 {
			addAround(next, c, &rest)
		}
		sum += j.follow(next, rest, depth+1)
	}
	return sum
}

// addAround adds the closed neighbours of cell c, which shows 0, to a set.
func addAround(s *probability.Solver, c int, set *field.Bits) {
	for m := s.Clear[c]; m != 0; m &= m - 1 {
		set.Set(c + s.Field.Offset[bits.TrailingZeros8(m)])
	}
}

// standing returns the value G of a position for the player to move. G is the sum of two weighted
// terms: the number of cells known to be mines, and the highest probability of a mine in an
// undecided cell. The cell except is not counted as a mine; -1 excludes none.
func (j *ev) standing(s *probability.Solver, except int) float64 {
	sure := s.Sure.Len()
	if except >= 0 && s.Sure.Has(except) {
		sure--
	}
	g := float64(j.w[evSure] * float64(sure))
	if j.w[evBest] != 0 {
		g += float64(j.w[evBest] * bestUndecided(s))
	}
	return g
}

// bestUndecided returns the highest probability of a mine among the undecided cells: those that are
// neither known to be mines nor known to be safe.
func bestUndecided(s *probability.Solver) float64 {
	best := s.SeaP
	for i := range s.Field.Words {
		for w := s.Frontier[i]; w != 0; w &= w - 1 {
			best = max(best, s.P[i<<6+bits.TrailingZeros64(w)])
		}
	}
	return best
}

// local measures how much a mine in cell c makes mines in its neighbourhood likely. For each
// undecided neighbour it adds the probability that both cells are mines, and subtracts the
// probability that only the neighbour is. hit is the solver under the assumption that c is a mine.
func local(s, hit *probability.Solver, c int) float64 {
	p, sum := s.P[c], 0.0
	for m := s.Undecided[c]; m != 0; m &= m - 1 {
		v := c + s.Field.Offset[bits.TrailingZeros8(m)]
		both := float64(p * hit.P[v])
		sum += both - (s.P[v] - both)
	}
	return sum
}
