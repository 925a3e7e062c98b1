package minesweeper

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// orLowest returns the score, or minus infinity if there is none.
func orLowest(score *float64) float64 {
	if score == nil {
		return math.Inf(-1)
	}
	return *score
}

// weigh returns the moves that the player considers, with their scores. The first is the move that
// the player makes; among equally good cells this is the one with the lowest number. The others
// follow by their scores.
func (p *player) weigh(ctx context.Context, v *view) ([]analysis.MoveEval, error) {
	first, err := p.certain(ctx, v)
	if err != nil {
		return nil, err
	}
	var out []analysis.MoveEval
	add := func(m engines.Move, score *float64) {
		e := analysis.MoveEval{Move: m, Value: make([]*float64, 2), Line: []engines.Move{m}}
		e.Value[v.turn] = score
		out = append(out, e)
	}
	best := picker{first: true}
	best.reset()
	for _, c := range p.examined(v) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		score, value := p.score(p.solver, c), 0.0 // without scores all cells are equal
		if score != nil {
			value = *score
		}
		best.offer(c, value)
		add(engines.Move(c), score)
	}
	if err := p.watch.Err(); err != nil {
		return nil, err
	}
	if first < 0 {
		first = engines.Move(best.draw(nil))
	}
	if !slices.ContainsFunc(out, func(e analysis.MoveEval) bool { return e.Move == first }) {
		add(first, nil)
	}
	slices.SortStableFunc(out, func(a, b analysis.MoveEval) int {
		return cmp.Or(cmp.Compare(btoi(b.Move == first), btoi(a.Move == first)), cmp.Compare(orLowest(b.Value[v.turn]), orLowest(a.Value[v.turn])))
	})
	return out, nil
}

// examined returns the cells whose scores the player computes, in ascending order: the shortlist of
// the agent ev, and all closed cells of any other agent.
func (p *player) examined(v *view) (cells []int) {
	if j, ok := p.judge.(*ev); ok {
		j.shortlist(v, p.solver)
		for _, o := range j.cells {
			cells = append(cells, int(o.cell))
		}
		slices.Sort(cells)
		return cells
	}
	for c, shown := range v.cells {
		if shown == field.Closed {
			cells = append(cells, c)
		}
	}
	return cells
}
