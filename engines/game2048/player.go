package game2048

import (
	"context"
	"errors"
	"math"

	"github.com/lanista/lanista/engines"
)

// player chooses the slide whose afterstate has the highest value, the first of equal
// ones.
type player struct {
	search search
	depth  int
}

var _ engines.Player = (*player)(nil)

func newPlayer(w engines.Weights, depth int) *player {
	p := &player{search: search{tables: tables(), ctx: context.Background()}, depth: depth}
	copy(p.search.weights[:], w)
	for _, x := range w {
		p.search.stuck += stuckness * math.Abs(x)
	}
	return p
}

// Choose searches every slide and returns the best.
func (p *player) Choose(ctx context.Context, pos engines.Position) (engines.Move, error) {
	v, err := look(pos)
	if err != nil {
		return 0, err
	}
	s := &p.search
	s.ctx, s.stopped = ctx, nil
	_, m := s.best(v.board, p.depth)
	switch {
	case s.stopped != nil:
		return 0, s.stopped
	case m < 0:
		return 0, errors.New("no legal move")
	}
	return m, nil
}

// stuckness is the penalty of a board without a legal slide, for every unit of weight. It
// grows with the weights, so that only their proportions matter.
const stuckness = 20

// search is expectimax over afterstates.
type search struct {
	tables  *rowTables
	weights [featureCount]float64
	stuck   float64 // deduction for a board without a legal slide
	nodes   uint64  // number of afterstates evaluated

	ctx     context.Context
	stopped error // the error of ctx after it has ended
}

// slow is the smallest depth at which a search checks its context. Smaller depths take less
// than a millisecond.
const slow = 3

// isStopped reports whether the context has ended.
func (s *search) isStopped() bool {
	if s.stopped == nil {
		s.stopped = s.ctx.Err()
	}
	return s.stopped != nil
}

// best returns the slide with the highest value, and that value. Without a legal slide it
// returns a move below 0.
func (s *search) best(b board, depth int) (worth float64, best engines.Move) {
	worth, best = math.Inf(-1), -1
	for m, after := range s.tables.slides(b) {
		if after == b {
			continue
		}
		if w := s.after(after, depth); w > worth || best < 0 {
			worth, best = w, engines.Move(m)
		}
	}
	return worth, best
}

// after returns the value of an afterstate: by its features at depth 1, otherwise the
// mean over the possible new tiles, each followed by the best slide.
func (s *search) after(b board, depth int) float64 {
	if depth == 1 || depth >= slow && s.isStopped() {
		return s.static(b)
	}
	twos, foursSum := 0.0, 0.0
	for empty := b.empty(); empty != 0; empty &= empty - 1 {
		lowest := board(empty & -empty)
		twos += s.before(b|lowest, depth-1)
		foursSum += s.before(b|lowest<<1, depth-1)
	}
	return (twos*(fours-1) + foursSum) / float64(fours*b.free())
}

// before returns the value of a board before a slide.
func (s *search) before(b board, depth int) float64 {
	worth, m := s.best(b, depth)
	if m < 0 {
		return s.static(b) - s.stuck
	}
	return worth
}

// static returns the weighted sum of the features. The order is that of
// [engines.WeightedSum], and every step is rounded, so the result is equal on all
// machines.
func (s *search) static(b board) float64 {
	s.nodes++
	worth := 0.0
	for i, x := range s.tables.features(b) {
		worth += float64(s.weights[i] * x)
	}
	return worth
}
