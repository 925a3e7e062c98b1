package minesweeper

import (
	"context"
	"fmt"
	"strings"
)

// perfect returns the value of opening each closed cell, for the side to move, if both seats play
// perfectly afterwards. The value is the probability of a win, where a draw counts half. values is
// indexed by cell and nil for cells that are not closed. best is the highest value, or the result
// of a finished game. If flood is true, opening a 0 opens its neighbours. It is an error if the
// position is too large, if the game has bombs, or if ctx ends.
func perfect(ctx context.Context, v *view, flood bool) (values []*float64, best float64, err error) {
	values = make([]*float64, v.field.N)
	if v.Over() {
		return values, v.Outcome().Points(v.turn), nil
	}
	o, err := newOracle(ctx, v, flood)
	if err != nil {
		return nil, 0, err
	}
	placed := o.placements(v)
	at := shown{lead: int16(v.score[v.turn] - v.score[1-v.turn])}
	for i, c := range o.cells {
		x, err := o.try(placed, at, i)
		if err != nil {
			return nil, 0, err
		}
		values[c] = &x
		best = max(best, x)
	}
	return values, best, nil
}

func byRow(v *view, values []*float64) [][]*float64 {
	rows := make([][]*float64, v.field.H)
	for y := range rows {
		rows[y] = values[y*v.field.W : (y+1)*v.field.W]
	}
	return rows
}

func numbersText(v *view, values []*float64) string {
	var b strings.Builder
	for c, x := range values {
		switch {
		case c == 0:
		case c%v.field.W == 0:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		if x == nil {
			b.WriteString("   -  ")
			continue
		}
		fmt.Fprintf(&b, "%.4f", *x)
	}
	return b.String()
}
