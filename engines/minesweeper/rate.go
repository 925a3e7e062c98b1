package minesweeper

import (
	"cmp"
	"context"
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

// weigh returns the moves that the player considers, with their scores. first is the move that
// the player makes; among equally good moves it is the one with the lowest number.
func (p *player) weigh(ctx context.Context, v *view) (all []scored, first engines.Move, err error) {
	sure, err := p.certain(ctx, v)
	if err != nil {
		return nil, 0, err
	}
	cells := func(yield func(int) bool) {
		for c, shown := range v.cells {
			if shown == field.Closed && !yield(c) {
				return
			}
		}
	}
	if j, ok := p.judge.(*ev); ok {
		j.shortlist(p.solver)
		cells = func(yield func(int) bool) {
			for _, o := range slices.SortedFunc(slices.Values(j.cells), func(a, b offer) int { return cmp.Compare(a.cell, b.cell) }) {
				if !yield(int(o.cell)) {
					return
				}
			}
		}
	}
	var best *float64
	for c := range cells {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		s := scored{engines.Move(c), p.score(p.solver, c)}
		if len(all) == 0 || s.score != nil && *s.score > *best {
			best, first = s.score, s.move
		}
		all = append(all, s)
	}
	if err := p.watch.Err(); err != nil {
		return nil, 0, err
	}
	if sure >= 0 {
		first = sure
		if !slices.ContainsFunc(all, func(s scored) bool { return s.move == sure }) {
			all = append(all, scored{move: sure})
		}
	}
	return all, first, nil
}
