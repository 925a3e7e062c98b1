package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// Thought is what an agent thought before it chose.
type Thought struct {
	Agent   string     `json:"agent"`
	Depth   int        `json:"depth" doc:"moves looked ahead in the deepest search that was finished; 0 for an agent without a depth, and where the time has ended the first search: move and value are then by the evaluation alone"`
	Cut     bool       `json:"cut" doc:"the time was up before the agent's own depth"`
	Move    string     `json:"move"`
	Value   []*float64 `json:"value" doc:"what the search finds, a seat each; null for a seat that it does not value"`
	Nodes   uint64     `json:"nodes"`
	Seconds float64    `json:"seconds"`
}

// Thinker lets agents think about tables, within a time.
type Thinker struct {
	// Most is the longest time for one command.
	Most  time.Duration
	cache *cache
}

// NewThinker makes a thinker that keeps the answers of finished searches.
func NewThinker(most time.Duration) *Thinker { return &Thinker{Most: most, cache: newCache()} }

// within bounds a context by what a command asked for.
func (k *Thinker) within(ctx context.Context, l Limit) (context.Context, context.CancelFunc) {
	limit := k.Most
	if asked := time.Duration(l.Seconds * float64(time.Second)); asked > 0 && asked < limit {
		limit = asked
	}
	return context.WithTimeout(ctx, limit)
}

// Best lets an agent choose the move of the seat to move: its player is asked
// at depth 1, 2 and so on up to its own, and the deepest answer within the time
// counts, its move and its value together. The move is the player's own, its chance
// included, which comes from the table's seed.
func (k *Thinker) Best(ctx context.Context, t *Table, a engines.Agent, l Limit) (*Thought, error) {
	if t.Over() {
		return nil, refuse(IllegalMove, "move", "%s: the game is over", t.engine.Spec().Name)
	}
	d, err := depthsOf(t.engine, a, l)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	out := &Thought{Agent: a.Name, Value: make([]*float64, t.game.Seats())}
	out.Cut, err = deepening{k, t, a, d, l}.run(ctx, func(ctx context.Context, depth int) (done bool, err error) {
		m, err := t.choose(ctx, at(a, depth))
		if err != nil {
			return false, err
		}
		value, nodes := make([]*float64, t.game.Seats()), uint64(0)
		if a.Player == "" {
			n, err := k.analyze(ctx, t, at(a, depth))
			if err != nil && ctx.Err() != nil {
				return false, err
			}
			if err == nil {
				value, nodes = finite(n.Value), n.Nodes
			}
		}
		out.Move, out.Depth, out.Value, out.Nodes = t.game.FormatMove(m), depth, value, nodes
		return false, nil
	}, func(f fallback) { out.Move, out.Value = t.game.FormatMove(f.move), numbers(f.value) })
	if err != nil {
		return nil, err
	}
	out.Seconds = time.Since(began).Seconds()
	return out, nil
}

// Analyze returns the agent's analysis of the position at the deepest depth that it
// finishes within the time. An analysis that the time has cut has the extras depth and
// cut.
func (k *Thinker) Analyze(ctx context.Context, t *Table, a engines.Agent, l Limit) (analysis.Analysis, error) {
	d, err := depthsOf(t.engine, a, l)
	if err != nil {
		return analysis.Analysis{}, err
	}
	if d.static {
		d = depths{} // it is asked once, for the evaluation alone
	}
	var out analysis.Analysis
	reached := 0
	cut, err := deepening{k, t, a, d, l}.run(ctx, func(ctx context.Context, depth int) (done bool, err error) {
		n, err := k.analyze(ctx, t, at(a, depth))
		if err == nil {
			out, reached = n, depth
		}
		return false, err
	}, func(f fallback) {
		out = analysis.Analysis{Static: f.value, Value: numbers(f.value)}
		if !t.Over() {
			out.Best = t.game.FormatMove(f.move)
		}
	})
	if cut {
		out.Extra = append(slices.Clip(out.Extra),
			analysis.Extra{Key: "depth", Value: reached}, analysis.Extra{Key: "cut", Value: true})
	}
	return out, err
}

// late says what a failed search means: nothing where an answer is there already
// and the time was up.
func (k *Thinker) late(ctx, limited context.Context, t *Table, answered bool, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() == nil || !errors.Is(err, context.DeadlineExceeded):
		return refused(BadAgent, "agent", err)
	case answered:
		return nil
	}
	return refuse(TooSlow, "think", "%s: no search was finished within the time", t.engine.Spec().Name)
}

// choose asks the agent's player for a move. The player is told the whole game, as
// at a table that it has never left.
func (t *Table) choose(ctx context.Context, a engines.Agent) (engines.Move, error) {
	if err := ctx.Err(); err != nil { // a quick player does not look
		return 0, err
	}
	p, err := engines.NewPlayer(ctx, t.engine, a)
	if err != nil {
		return 0, err
	}
	m, err := t.ask(ctx, p)
	return m, errors.Join(err, engines.Close(p))
}

func (t *Table) ask(ctx context.Context, p engines.Player) (engines.Move, error) {
	seat := t.game.Turn()
	if s, ok := p.(engines.Starter); ok {
		seed := engines.Seed(t.seed, engines.Purpose("table"), uint64(len(t.moves)))
		if err := s.Start(ctx, engines.Seating{Seat: seat, Seats: t.game.Seats(), Seed: seed, From: engines.View(t.root, seat)}); err != nil {
			return 0, err
		}
	}
	if w, ok := p.(engines.Watcher); ok {
		for i, m := range t.moves {
			w.Saw(t.seats[i], m)
		}
	}
	return p.Choose(ctx, engines.View(t.game, seat))
}

// analyze is analysis.Analyze, from the cache where it is there.
func (k *Thinker) analyze(ctx context.Context, t *Table, a engines.Agent) (analysis.Analysis, error) {
	return cached(k.cache, keyOf("analysis", t, a), func() (analysis.Analysis, error) {
		return analysis.Analyze(ctx, t.engine, t.game.Clone(), a)
	})
}

// rated is analysis.EvaluateMoves, from the cache where it is there.
func (k *Thinker) rated(ctx context.Context, t *Table, a engines.Agent) ([]analysis.MoveEval, error) {
	return cached(k.cache, keyOf("rating", t, a), func() ([]analysis.MoveEval, error) {
		return analysis.EvaluateMoves(ctx, t.engine, t.game.Clone(), a)
	})
}
