package minesweeper

import (
	"context"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

type scored struct {
	move  engines.Move
	score *float64
}

// orLowest returns a score, or a number below all scores if it is nil.
func orLowest(score *float64) float64 {
	if score == nil {
		return math.Inf(-1)
	}
	return *score
}

// weigh returns the moves that the player considers, with their scores. first is the move that
// the player makes; among equally good moves it is the one with the lowest number.
func (p *player) weigh(ctx context.Context, v *view) (all []scored, first engines.Move, err error) {
	sure, err := p.certain(ctx, v)
	if err != nil {
		return nil, 0, err
	}
	best := picker{first: true}
	best.reset()
	for _, c := range p.examined(v) {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		s := scored{engines.Move(c), p.score(p.solver, c)}
		value := 0.0 // without scores all cells are equal
		if s.score != nil {
			value = *s.score
		}
		best.offer(c, value)
		all = append(all, s)
	}
	if err := p.watch.Err(); err != nil {
		return nil, 0, err
	}
	if sure < 0 {
		return all, engines.Move(best.draw(nil)), nil
	}
	if !slices.ContainsFunc(all, func(s scored) bool { return s.move == sure }) {
		all = append(all, scored{move: sure})
	}
	return all, sure, nil
}

// examined returns the cells for which the player computes a score, in ascending order: all closed
// cells, and for the agent ev its shortlist.
func (p *player) examined(v *view) (cells []int) {
	if j, ok := p.judge.(*ev); ok {
		j.shortlist(p.solver)
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
