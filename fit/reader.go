package fit

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// reader turns positions into rows: of two seats one row, what the first has more
// than the second; of more a row per seat, what it has more than the others in the
// mean; of one seat a row, what it has. After the features come a column for every
// seat but the last, which are what the seat is worth by itself, and one for who is to
// move, which of one seat is always 1.
//
// An evaluation that is a table collects its positions itself, each for one seat. Of an
// engine whose weights compare moves a row is what spoke for the move that was made,
// and how the game stood.
type reader struct {
	table    training.Tabulated                          // nil where there is none
	chooser  training.MoveComparer                       // nil where weights judge positions
	standing int                                         // numbers of a chooser that belong to no weight
	features func(engines.Position) ([][]float64, error) // a row per seat
	width    int                                         // of such a row
	seats    int
}

// newReader makes the reader of a game. The features of an evaluation that is no
// sum of features are its derivatives by the weights; one more column has what it
// is besides, at a fixed weight of 1.
func newReader(g Games) (*reader, error) {
	spec := g.Engine.Spec()
	r := &reader{width: len(spec.Weights), seats: g.Seats}
	if t, ok := g.Engine.(training.Tabulated); ok && t.Collector() != nil {
		if g.Seats != 2 {
			return nil, fmt.Errorf("a table is fitted to games of two seats, not of %d", g.Seats)
		}
		r.table = t
		return r, nil
	}
	probe, err := g.Engine.NewGame(g.Seats, g.Seed)
	if err != nil {
		return nil, err
	}
	if linear, ok := g.Engine.(engines.Linear); ok {
		if _, err := linear.Features(probe); err == nil {
			r.features = linear.Features
			return r, nil
		}
	}
	if chooser, ok := g.Engine.(training.MoveComparer); ok && g.Seats == 2 {
		moves := probe.Moves(nil)
		_, standing, err := chooser.Chosen(probe, moves[0])
		if err != nil {
			return nil, err
		}
		r.chooser, r.standing = chooser, len(standing)
		return r, nil
	}
	evaluator, ok := g.Engine.(engines.Evaluator)
	if !ok {
		return nil, fmt.Errorf("%s as it is set has no evaluation of positions to fit", spec.Name)
	}
	d := differences{evaluator: evaluator, space: spec.Weights, at: g.Weights}
	if _, err := d.features(probe); err != nil {
		return nil, err
	}
	r.features, r.width = d.features, len(spec.Weights)+1
	return r, nil
}

// empty is rows without any.
func (r *reader) empty() growing {
	if r.table != nil {
		return collected{r.table.Collector()}
	}
	return NewTable(r.columns())
}

// columns is the number of columns of a row.
func (r *reader) columns() int {
	return r.width + r.seats + r.standing
}

// lines is the number of rows of a position.
func (r *reader) lines() int {
	if r.seats == 2 {
		return 1
	}
	return r.seats
}

// toCome is what is to be predicted at a position. What a game of one seat has
// counted so far is nothing that an evaluation has to foresee.
func (r *reader) toCome(p engines.Position, targets []float64) []float64 {
	if r.seats > 1 {
		return targets
	}
	so, _ := p.Outcome().Score(0)
	return []float64{targets[0] - so}
}

// noMove stands for a move that is not known.
const noMove engines.Move = -1

// read appends a position, and the move that was made in it, to the lines of its
// game.
func (r *reader) read(p engines.Position, m engines.Move, targets []float64, lines []harvest) error {
	switch {
	case r.table != nil:
		return r.collect(p, targets, &lines[0])
	case r.chooser != nil:
		return r.choice(p, m, targets, &lines[0])
	}
	features, err := r.features(p)
	if err != nil {
		return err
	}
	row := make([]float64, r.columns())
	others := 1 / float64(max(r.seats-1, 1))
	targets = r.toCome(p, targets)
	for seat := range lines {
		clear(row)
		for s, values := range features {
			share := -others
			if s == seat {
				share = 1
			}
			for j, v := range values {
				row[j] += share * v
			}
			if s < r.seats-1 {
				row[r.width+s] += share
			}
			if s == p.Turn() {
				row[r.columns()-1] = share
			}
		}
		if err := r.add(row, targets[seat], &lines[seat]); err != nil {
			return err
		}
	}
	return nil
}

// add appends a row.
func (r *reader) add(row []float64, target float64, h *harvest) error {
	for j, v := range row {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("feature %d is %v", j+1, v)
		}
	}
	if h.rows == nil {
		h.rows = r.empty()
	}
	h.rows.(*Table).Add(row)
	h.target = append(h.target, float32(target))
	return nil
}

// choice appends what spoke for a move, as the first seat sees it. Moves that the
// weights did not choose say nothing.
func (r *reader) choice(p engines.Position, m engines.Move, targets []float64, h *harvest) error {
	if m == noMove {
		return errors.New("the weights compare moves, so a fit needs games: of self-play or of a stored run")
	}
	features, standing, err := r.chooser.Chosen(p, m)
	if err != nil || features == nil {
		return err
	}
	sign := 1.0
	if p.Turn() == 1 {
		sign = -1
	}
	row := make([]float64, r.columns())
	for j, v := range features {
		row[j] = sign * v
	}
	row[r.width] = 1 // the first seat
	row[r.width+1] = sign
	for j, v := range standing {
		row[r.width+2+j] = sign * v
	}
	return r.add(row, targets[0], h)
}

// collect appends a position to a collection.
func (r *reader) collect(p engines.Position, targets []float64, h *harvest) error {
	if h.rows == nil {
		h.rows = r.empty()
	}
	seat, err := h.rows.(collected).Add(p)
	h.target = append(h.target, float32(targets[seat]))
	return err
}

// differences makes features of any evaluation.
type differences struct {
	evaluator engines.Evaluator
	space     engines.Space
	at        engines.Weights
}

// step is by how much a weight is moved to see what it does, as a share of its
// range.
const step = 1e-4

// features returns the derivatives by the weights, and what is beyond their sum.
func (d differences) features(p engines.Position) ([][]float64, error) {
	worth, err := d.evaluator.Evaluate(p, d.at)
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, len(worth))
	for seat := range rows {
		rows[seat] = make([]float64, len(d.space)+1)
		rows[seat][len(d.space)] = worth[seat]
	}
	moved := append(engines.Weights(nil), d.at...)
	for j, w := range d.space {
		if !w.Free() {
			continue // what it does is in the sum
		}
		low, high := max(w.Min, d.at[j]-step*(w.Max-w.Min)), min(w.Max, d.at[j]+step*(w.Max-w.Min))
		moved[j] = high
		above, err := d.evaluator.Evaluate(p, moved)
		if err != nil {
			return nil, err
		}
		moved[j] = low
		below, err := d.evaluator.Evaluate(p, moved)
		if err != nil {
			return nil, err
		}
		moved[j] = d.at[j]
		for seat := range rows {
			slope := (above[seat] - below[seat]) / (high - low)
			rows[seat][j] = slope
			rows[seat][len(d.space)] -= slope * d.at[j]
		}
	}
	return rows, nil
}
