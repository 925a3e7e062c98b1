package minesweeper

import (
	"context"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var _ analysis.Solver = (*engine)(nil)

// Solve computes the value of a tiny position under perfect play. "points" is the
// probability that the side to move wins, with a draw counting half. "cell_points" has
// the same value for every first cell, row by row, and null for cells that are not
// closed. "best_moves" lists the best first cells. It accepts at most 16 closed cells and
// no bombs.
func (e *engine) Solve(ctx context.Context, g engines.Position) (analysis.Solution, error) {
	v, err := look(g)
	if err != nil {
		return analysis.Solution{}, err
	}
	flood := e.rules.flood
	if t, ok := g.(*table); ok {
		flood = t.flood
	}
	values, best, err := perfect(ctx, v, flood)
	if err != nil {
		return analysis.Solution{}, err
	}
	moves := []string{}
	for c, x := range values {
		if x != nil && *x > best-tie && !v.Over() {
			moves = append(moves, v.FormatMove(engines.Move(c)))
		}
	}
	s := analysis.Solution{Extra: []analysis.Extra{
		{Key: "exact", Value: true},
		{Key: "points", Value: best, Text: fmt.Sprintf("worth %.6f to the side to move", best)},
		{Key: "cell_points", Value: v.byRow(values), Text: numbersText(v, values)},
		{Key: "best_moves", Value: moves, Text: "best: " + strings.Join(moves, " ")},
	}}
	if len(moves) > 0 {
		s.Best = moves[0]
	}
	return s, nil
}

// perfect returns the value of every closed cell to the side to move, and the best value.
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

// byRow cuts a value per cell into rows.
func (v *view) byRow(values []*float64) [][]*float64 {
	rows := make([][]*float64, v.field.H)
	for y := range rows {
		rows[y] = values[y*v.field.W : (y+1)*v.field.W]
	}
	return rows
}

// numbersText lays a value per cell out as a table.
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
