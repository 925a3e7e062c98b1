package game2048

import (
	"context"
	"errors"
	"math"

	"github.com/lanista/lanista/engines"
)

// player is the built-in player of 2048. It chooses the slide after which the board has the
// highest value, and the first of several equal ones.
type player struct {
	search search
	depth  int
}

var _ engines.Player = (*player)(nil)

func newPlayer(w engines.Weights, depth int) *player {
	p := &player{search: search{tables: tables(), ctx: context.Background()}, depth: depth}
	copy(p.search.weights[:], w)
	for _, x := range w {
		p.search.stuck += float64(stuckness * math.Abs(x))
	}
	return p
}

// Choose searches all legal slides and returns the best one.
func (p *player) Choose(ctx context.Context, pos engines.Position) (engines.Move, error) {
	v, err := viewOf(pos)
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

// stuckness is the penalty for a board without a legal slide, as a multiple of the sum of the
// absolute values of the weights. If all weights are doubled, the penalty doubles too, so the
// player still chooses the same slides.
const stuckness = 20

// search is an expectimax search: it maximises over slides and averages over the new tiles.
type search struct {
	tables  *rowTables
	weights [featureCount]float64
	stuck   float64 // deduction for a board without a legal slide
	nodes   uint64  // number of boards evaluated

	ctx     context.Context
	stopped error // the error of ctx after it has ended
}

// pollDepth is the smallest depth at which a search checks whether its context has ended. Searches
// to smaller depths take less than a millisecond.
const pollDepth = 3

func (s *search) isStopped() bool {
	if s.stopped == nil {
		s.stopped = s.ctx.Err()
	}
	return s.stopped != nil
}

// best searches the legal slides. It returns the highest value and the slide that leads to it. If
// no slide is legal, the returned move is negative.
func (s *search) best(b board, depth int) (value float64, best engines.Move) {
	value, best = math.Inf(-1), -1
	for m, after := range s.tables.slides(b) {
		if after == b {
			continue
		}
		if w := s.after(after, depth); w > value || best < 0 {
			value, best = w, engines.Move(m)
		}
	}
	return value, best
}

// after returns the value of a board after a slide and before the new tile. At depth 1 this is
// the weighted sum of the features. At larger depths it is the mean over the possible new tiles,
// each followed by the best slide.
func (s *search) after(b board, depth int) float64 {
	if depth == 1 || depth >= pollDepth && s.isStopped() {
		return s.static(b)
	}
	twos, foursSum := 0.0, 0.0
	for empty := b.empty(); empty != 0; empty &= empty - 1 {
		lowest := board(empty & -empty)
		twos += s.before(b|lowest, depth-1)
		foursSum += s.before(b|lowest<<1, depth-1)
	}
	return (float64(twos*(tilesPerFour-1)) + foursSum) / float64(tilesPerFour*b.free())
}

// before returns the value of a board before a slide: the value after the best slide. If no slide
// is possible, it is the weighted sum of the features minus a penalty.
func (s *search) before(b board, depth int) float64 {
	worth, m := s.best(b, depth)
	if m < 0 {
		return s.static(b) - s.stuck
	}
	return worth
}

// static returns the weighted sum of the features. The terms are added in the order of
// [engines.WeightedSum] and every step is rounded, so that the result is equal on all machines.
func (s *search) static(b board) float64 {
	s.nodes++
	worth := 0.0
	for i, x := range s.tables.features(b) {
		worth += float64(s.weights[i] * x)
	}
	return worth
}
