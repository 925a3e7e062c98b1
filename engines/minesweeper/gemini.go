package minesweeper

import (
	"math"
	"math/bits"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// gemini is an agent that scores cells like stimim's GeminiAI (PTT java board, 2010-09-29). It has
// a score for a guess, a cell that may be a mine, and one for a safe click, a cell that is assumed
// to be no mine. The score of a guess depends on the probability p that the cell is a mine. In the
// lower ranges it also depends on the probability b that no neighbour is a mine:
//
//	10000 + 10000 p    from p = 0.99
//	 4000 + 10000 p    from p = 0.799999
//	10000 p (1-b)      from p = 0.499999
//	 9000 p (1-b)      below
//
// The score of a safe click is (1-b) times a sum of points over the eight neighbours, which depend
// on the state of each. The numbers in these formulas are the weights. Only the order of the scores
// matters. GeminiAI finds certain cells from single numbers; this agent computes certainty and
// probabilities exactly.
type gemini struct {
	w       engines.Weights
	sure    float64 // the thresholds, sorted so that sure >= hi >= mid
	hi, mid float64
	third   float64 // the threshold of the third band, for probabilities below mid; infinite without the band
	mode    string
	exact   bool
	scratch *probability.Solver
}

func newGemini(s engines.Settings, w engines.Weights) *gemini {
	thr := []float64{w[thrSure], w[thrHi], w[thrMid]}
	slices.Sort(thr)
	j := &gemini{w: w, sure: thr[2], hi: thr[1], mid: thr[0], third: math.Inf(1), mode: s["zero_mode"]}
	if s.Bool("third_band") {
		j.third = w[thrThird]
	}
	if s["blank_mode"] == "exact" {
		j.exact, j.scratch = true, probability.New()
	}
	return j
}

func (j *gemini) rate(_ *view, s *probability.Solver, p *picker) {
	p.offerSet(s, &s.Sure, j.undecided)
	p.offerSet(s, &s.Safe, j.safe)
	p.offerSet(s, &s.Frontier, j.undecided)
	if s.Sea.First() < 0 {
		return
	}
	if guess, _ := j.band(s.SeaP); j.mode == "A" && p.hopeless(guess) {
		return
	}
	p.offerSea(s, j.undecided)
}

// band returns the points for opening a cell that is a mine with probability p, by the formula for
// the range (band) that contains p. If blankCounts is true, the caller must multiply the points by
// (1-b)^blank_exp_u. b is the probability that no neighbour of the cell is a mine, and blank_exp_u
// is a weight.
func (j *gemini) band(p float64) (score float64, blankCounts bool) {
	w := j.w
	switch {
	case p >= j.sure:
		return w[baseSure] + float64(w[slopeSure]*p), false
	case p >= j.hi:
		return w[baseHi] + float64(w[slopeHi]*p), false
	case p >= j.mid:
		return w[slopeMid] * p, true
	case p >= j.third:
		return w[baseThird] + float64(w[slopeThird]*p), false
	}
	return w[slopeLo] * p, true
}

// undecided returns the score of cell c, which is not known to be safe. p contains the best score
// so far. If c cannot reach it, undecided may return an upper bound of the score instead, which
// does not reach it either.
func (j *gemini) undecided(s *probability.Solver, c int, p *picker) float64 {
	guess, blankCounts := j.band(s.P[c])
	if j.mode == "A" && (!blankCounts || p.hopeless(guess)) {
		return guess
	}
	b := j.blank(s, c)
	if blankCounts {
		guess *= power(1-b, j.w[blankExpU])
	}
	switch j.mode {
	case "B":
		return max(guess, j.click(s, c, b))
	case "C":
		return max(guess, (1-s.P[c])*j.click(s, c, b))
	}
	return guess
}

func (j *gemini) safe(s *probability.Solver, c int, _ *picker) float64 {
	return j.click(s, c, j.blank(s, c))
}

// click returns the score of opening cell c under the assumption that it is not a mine. The score
// is a sum of points for the states of the neighbours, times (1-b)^blank_exp_z. b is the
// probability that no neighbour is a mine, and blank_exp_z is a weight.
func (j *gemini) click(s *probability.Solver, c int, b float64) float64 {
	w := j.w
	score := float64(w[zEdge]*float64(8-bits.OnesCount8(s.Field.Inside[c]))) +
		float64(w[zKnown]*float64(bits.OnesCount8(s.Open[c]))) +
		float64(w[zSafe]*float64(bits.OnesCount8(s.Clear[c]))) +
		float64((w[zKnown]+w[zMine])*float64(bits.OnesCount8(s.Mines[c])))
	near := 0
	for m := s.Undecided[c]; m != 0; m &= m - 1 {
		if p := s.P[c+s.Field.Offset[bits.TrailingZeros8(m)]]; p <= w[zPLo] || p > w[zPHi] {
			near++
		}
	}
	score += float64(w[zClear] * float64(near))
	return score * power(1-b, w[blankExpZ])
}

// blank returns the probability that no neighbour of cell c is a mine. The setting blank_mode
// selects whether it is exact or approximate.
func (j *gemini) blank(s *probability.Solver, c int) float64 {
	if j.exact {
		return s.Blank(c, j.scratch)
	}
	return s.BlankProduct(c)
}

// power returns x to the power y. The frequent case y = 1 is fast.
func power(x, y float64) float64 {
	if y == 1 {
		return x
	}
	return elementary.Pow(x, y)
}
