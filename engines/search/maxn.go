package search

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Pruning selects which branches of the game tree a [MaxN] search may skip.
type Pruning uint8

// These are the kinds of pruning, which select the branches of the game tree that a [MaxN] search
// may skip.
const (
	// Full searches all branches.
	Full Pruning = iota
	// Exact is alpha-beta pruning in games of two seats with the rule Relative, where it returns
	// the same result as Full. In other games it is Full.
	Exact
	// Bounds stops searching the replies at a position as soon as one reply shows that another
	// seat will avoid the position. That seat then has a branch nearer to the root that is, by its
	// rule, at least as good for it. In games of two seats with the rule Relative this is
	// alpha-beta. Otherwise it is a heuristic, because a skipped reply may have been better for
	// both seats.
	Bounds
	// Paranoid is alpha-beta under the assumption that all other seats minimise the value of the
	// seat to move at the root. In games of two seats with the rule Relative it equals Exact.
	// Otherwise its result may differ from the one of max^n.
	Paranoid
)

// MaxNOptions contains the options of a [MaxN] search.
type MaxNOptions struct {
	// Depth is the number of moves to search, at least 1.
	Depth int
	// Width limits the moves at every ply. Entry k is the number of moves with the best static
	// values that are searched at ply k; 0 means all. The last entry applies to all further plies.
	// At the last ply of the search, all moves are evaluated. With nil, the default, all moves are
	// searched.
	Width []int
	// Unsorted searches moves in the game's order, without evaluating positions on the way. Width
	// is ignored.
	Unsorted bool
	// Rule is the criterion by which every seat chooses its moves in the search. The default
	// value is Own.
	Rule Rule
	// Pruning selects the branches to skip. The default value is Full.
	Pruning Pruning
	// Nodes, if positive, is the largest number of positions to create. The search then goes to
	// depth 1, 2, 3 and so on up to Depth, and returns the last complete result. Depth 1 is
	// always completed.
	Nodes uint64
}

// MaxNResult is the result of a [MaxN] search.
type MaxNResult struct {
	Move  engines.Move
	Value Vector // with Paranoid only the value of the seat to move is meaningful
	Nodes uint64 // positions made
	// Evaluations is the number of positions that were evaluated, for their own value or to sort
	// moves.
	Evaluations uint64
	Depth       int // in moves
}

// MaxN is the search max^n of Luckhardt and Irani ("An algorithmic solution of N-person games",
// AAAI 1986): every seat chooses the branch that is best for itself. Moves are searched in the
// order of their static value for the seat to move, best first, and equal ones in the game's
// order. Among equal results the first is chosen, so that the result depends on the position
// alone. The value of a chance event is the weighted mean of its outcomes, rounded toward zero.
//
// Only one goroutine may use a MaxN at a time. It keeps its buffers between searches and
// allocates nothing once they are large enough.
type MaxN[S any, G VectorGame[S]] struct {
	game    G
	options MaxNOptions
	levels  []level[S]

	ctx      context.Context
	seats    int
	mover    int                     // the seat to move at the root
	twoSides bool                    // alpha-beta: mover against all others
	bounds   [engines.MaxSeats]score // by side: its best value on the path from the root
	nodes    uint64
	evals    uint64
	polled   uint64
	limit    uint64
	aborted  bool
}

// level contains the buffers of one ply of the search: the branches of the position at this ply, and
// the order in which they are searched. S is the state of the game.
type level[S any] struct {
	branches []Branch[S]
	order    []ranked
}

// ranked contains the index of a branch and the static value by which branches are sorted.
type ranked struct {
	score score
	index int
}

// NewMaxN returns a [MaxN] search for the given game. It returns an error if the depth is below 1,
// a width is negative, or the rule or the pruning is unknown.
func NewMaxN[S any, G VectorGame[S]](game G, o MaxNOptions) (*MaxN[S, G], error) {
	if o.Depth < 1 {
		return nil, fmt.Errorf("depth %d, at least 1 needed", o.Depth)
	}
	for _, w := range o.Width {
		if w < 0 {
			return nil, fmt.Errorf("width %d is negative", w)
		}
	}
	if o.Rule > Mixed {
		return nil, fmt.Errorf("unknown rule %d", o.Rule)
	}
	if o.Pruning > Paranoid {
		return nil, fmt.Errorf("unknown pruning %d", o.Pruning)
	}
	return &MaxN[S, G]{game: game, options: o}, nil
}

// Search returns the best move in the position root, and the values of root for all seats. seats is
// the number of seats of the game. The seat to move must have at least one move. Search returns the
// error of ctx if ctx ends before the search, and an error if seats is not within 1 to
// engines.MaxSeats.
func (m *MaxN[S, G]) Search(ctx context.Context, root *S, seats int) (MaxNResult, error) {
	if seats < 1 || seats > engines.MaxSeats {
		return MaxNResult{}, fmt.Errorf("%d seats are not within [1, %d]", seats, engines.MaxSeats)
	}
	m.start(ctx, root, seats)
	first := m.options.Depth
	if m.options.Nodes > 0 {
		first = 1
	}
	var result MaxNResult
	for depth := first; depth <= m.options.Depth; depth++ {
		m.aborted = false
		best := m.visit(root, depth, 0, 0)
		if err := ctx.Err(); m.aborted && err != nil {
			return MaxNResult{}, err
		}
		if m.aborted {
			break
		}
		b := &m.levels[0].branches[best]
		result = MaxNResult{Move: b.Move, Value: b.Value, Depth: depth}
		m.limit = m.options.Nodes // the first ply is always finished
		if m.limit > 0 && m.nodes >= m.limit {
			break
		}
	}
	result.Nodes, result.Evaluations = m.nodes, m.evals
	return result, nil
}

// SearchTo is like [MaxN.Search], but searches to the given depth, at least 1, instead of the
// depth in the options. It returns an error for a smaller depth.
func (m *MaxN[S, G]) SearchTo(ctx context.Context, root *S, seats, depth int) (MaxNResult, error) {
	if depth < 1 {
		return MaxNResult{}, fmt.Errorf("depth %d, at least 1 needed", depth)
	}
	own := m.options.Depth
	m.options.Depth = depth
	defer func() { m.options.Depth = own }()
	return m.Search(ctx, root, seats)
}

// start prepares a search of the position root without a limit of nodes.
func (m *MaxN[S, G]) start(ctx context.Context, root *S, seats int) {
	m.ctx, m.seats, m.mover = ctx, seats, m.game.Turn(root)
	m.nodes, m.evals, m.polled, m.limit, m.aborted = 0, 0, 0, 0, false
	zeroSum := seats == 2 && m.options.Rule == Relative
	m.twoSides = m.options.Pruning == Paranoid || m.options.Pruning == Exact && zeroSum
	m.unbound()
}

func (m *MaxN[S, G]) unbound() {
	for i := range m.bounds {
		m.bounds[i] = worst
	}
}

// visit searches the position s to the given depth, which is at least 1, and returns the index of
// the best branch. It stores the branches and their values in m.levels[at].branches. ply is the
// number of moves since the root, and at the number of moves and chance events.
func (m *MaxN[S, G]) visit(s *S, depth, ply, at int) int {
	if m.interrupted() {
		return 0
	}
	for len(m.levels) <= at {
		m.levels = append(m.levels, level[S]{})
	}
	branches := m.game.Expand(s, m.levels[at].branches[:0])
	m.levels[at].branches = branches
	m.nodes += uint64(len(branches))
	side := m.side(m.game.Turn(s))
	if depth == 1 {
		m.judge(branches, at)
		return m.pick(branches, side)
	}
	order := m.sort(branches, side, ply, at)
	saved := m.bounds[side]
	best, bestScore := order[0].index, worst
	for _, o := range order {
		b := &branches[o.index]
		m.value(b, depth-1, ply+1, at+1)
		if m.aborted {
			break
		}
		if v := m.score(&b.Value, side); bestScore.less(v) {
			best, bestScore = o.index, v
			if m.bounds[side].less(v) {
				m.bounds[side] = v
			}
			if m.refuted(&b.Value, side) {
				break
			}
		}
	}
	m.bounds[side] = saved
	return best
}

func (m *MaxN[S, G]) interrupted() bool {
	if m.limit > 0 && m.nodes >= m.limit {
		m.aborted = true
	}
	if m.nodes-m.polled >= 4096 {
		m.polled = m.nodes
		if m.ctx.Err() != nil {
			m.aborted = true
		}
	}
	return m.aborted
}

// value computes the value of a branch by a search of the given depth from the position after it.
// ply is the number of moves from the root to this position, and at the number of moves and chance
// events.
func (m *MaxN[S, G]) value(b *Branch[S], depth, ply, at int) {
	switch {
	case b.Chance:
		m.expect(b, depth, ply, at)
	case b.Stop || depth == 0:
		m.evals++
		m.game.Evaluate(&b.State, &b.Value)
	default:
		best := m.visit(&b.State, depth, ply, at)
		if !m.aborted {
			b.Value = m.levels[at].branches[best].Value
		}
	}
}

// expect computes the value of a branch as the weighted mean over the chance events that follow
// it. The events are searched without pruning bounds, because a mean needs exact values.
func (m *MaxN[S, G]) expect(b *Branch[S], depth, ply, at int) {
	for len(m.levels) <= at {
		m.levels = append(m.levels, level[S]{})
	}
	events := m.game.Events(&b.State, m.levels[at].branches[:0])
	m.levels[at].branches = events
	m.nodes += uint64(len(events))
	saved := m.bounds
	m.unbound()
	var sum Vector
	total := int64(0)
	for i := range events {
		e := &events[i]
		m.value(e, depth, ply, at+1)
		total += int64(e.Weight)
		for seat := range m.seats {
			sum[seat] += int64(e.Weight) * e.Value[seat]
		}
	}
	m.bounds = saved
	for seat := range m.seats {
		b.Value[seat] = sum[seat] / total
	}
}

// judge sets the static value of every branch: the evaluation of its position without a search.
// For a branch that ends in a chance event, this is the mean over the outcomes.
func (m *MaxN[S, G]) judge(branches []Branch[S], at int) {
	for i := range branches {
		if b := &branches[i]; b.Chance {
			m.expect(b, 0, 0, at+1)
		} else {
			m.evals++
			m.game.Evaluate(&b.State, &b.Value)
		}
	}
}

// pick returns the index of the branch with the best value for the side, the first of several
// equal ones.
func (m *MaxN[S, G]) pick(branches []Branch[S], side int) int {
	best, top := 0, m.score(&branches[0].Value, side)
	for i := 1; i < len(branches); i++ {
		if v := m.score(&branches[i].Value, side); top.less(v) {
			best, top = i, v
		}
	}
	return best
}

// sort returns the order in which branches are searched: by their static value for the side, best
// first, and equal ones in the game's order. It drops branches beyond the width of the ply. In an
// unsorted search it returns all branches in the game's order.
func (m *MaxN[S, G]) sort(branches []Branch[S], side, ply, at int) []ranked {
	order := m.levels[at].order[:0]
	if m.options.Unsorted {
		for i := range branches {
			order = append(order, ranked{index: i})
		}
		m.levels[at].order = order
		return order
	}
	if len(branches) > 1 {
		m.judge(branches, at)
	}
	for i := range branches {
		r := ranked{m.score(&branches[i].Value, side), i}
		order = append(order, r)
		k := len(order) - 1
		for ; k > 0 && order[k-1].score.less(r.score); k-- {
			order[k] = order[k-1]
		}
		order[k] = r
	}
	m.levels[at].order = order
	if w := m.options.Width; len(w) > 0 {
		if limit := w[min(ply, len(w)-1)]; limit > 0 && limit < len(order) {
			order = order[:limit]
		}
	}
	return order
}
