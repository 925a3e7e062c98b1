package fit

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// reader converts positions to rows of features.
//
// With two seats, a position has one row: the features of the first seat minus those of the second.
// With more seats, it has a row per seat: the features of the seat minus the mean of the other
// seats. With one seat, it has one row.
//
// After the features, a row has a column for every seat but the last, for the advantage of the
// seat. One more column is for the advantage of having the move; with one seat it is always 1.
//
// If the evaluation adds up entries of large tables (see [training.Tabulated]), the engine makes
// the rows. It makes one row for each position, from the view of one of the two seats.
//
// If the weights compare moves instead of positions, a row begins with the features of the move
// that was made. It ends with numbers that help to predict the outcome, such as the lead, but
// belong to no weight; see [training.MoveComparer].
type reader struct {
	table    training.Tabulated                          // nil if the evaluation uses no tables
	chooser  training.MoveComparer                       // nil if the weights evaluate positions
	standing int                                         // number of values from chooser that belong to no weight
	features func(engines.Position) ([][]float64, error) // returns a row for every seat
	width    int                                         // length of such a row
	seats    int
	filter   []training.Condition
	stage    *training.Measure // nil if stages are unknown
	uneven   atomic.Bool       // the features of the two seats of a position are not each other's negatives
}

// newReader returns a reader, which converts positions of a game to examples. It replaces a
// nonlinear evaluation by a linear approximation. The features are then the derivatives with
// respect to the weights, and an additional column with a fixed weight of 1 contains the constant
// term.
func newReader(g Games) (*reader, error) {
	spec := g.Engine.Spec()
	r := &reader{width: len(spec.Weights), seats: g.Seats, filter: g.Filter, stage: g.Stage}
	if t, ok := engines.AsHeuristic[training.Tabulated](g.Engine); ok && t.Collector() != nil {
		if g.Seats != 2 {
			return nil, fmt.Errorf("a table can be fitted to games of two seats; this game has %d", g.Seats)
		}
		r.table = t
		return r, nil
	}
	probe, err := g.Engine.NewGame(g.Seats, g.Seed)
	if err != nil {
		return nil, err
	}
	if linear, ok := engines.AsHeuristic[engines.Linear](g.Engine); ok {
		if _, err := linear.Features(probe); err == nil {
			r.features = linear.Features
			return r, nil
		}
	}
	if chooser, ok := engines.AsHeuristic[training.MoveComparer](g.Engine); ok && g.Seats == 2 {
		moves := probe.Moves(nil)
		_, standing, err := chooser.Chosen(probe, moves[0])
		if err != nil {
			return nil, err
		}
		r.chooser, r.standing = chooser, len(standing)
		return r, nil
	}
	evaluator, ok := engines.AsHeuristic[engines.Evaluator](g.Engine)
	if !ok {
		return nil, fmt.Errorf("%s has no evaluation of positions to fit with these settings", spec.Name)
	}
	d := differences{evaluator: evaluator, space: spec.Weights, at: g.Weights}
	if _, err := d.features(probe); err != nil {
		return nil, err
	}
	r.features, r.width = d.features, len(spec.Weights)+1
	return r, nil
}

func (r *reader) empty() growing {
	if r.table != nil {
		return collected{r.table.Collector()}
	}
	return NewTable(r.columns())
}

func (r *reader) columns() int {
	return r.width + r.seats + r.standing
}

func (r *reader) trajectories() int {
	if r.seats == 2 {
		return 1
	}
	return r.seats
}

// remaining returns the targets that the evaluation of a position should predict. With one seat,
// these are the points that will still be scored: the target minus the points scored so far. With
// more seats, remaining returns targets unchanged.
func (r *reader) remaining(p engines.Position, targets []float64) []float64 {
	if r.seats > 1 {
		return targets
	}
	scored, _ := p.Outcome().Score(0)
	return []float64{targets[0] - scored}
}

// noMove means that the move is unknown.
const noMove engines.Move = -1

// read converts the position p, in which the move m was made, to examples. It appends them to
// trajectories, which has an element for each trajectory. targets contains the target of every
// seat. If the position violates a condition of the filter, read only counts it.
func (r *reader) read(p engines.Position, m engines.Move, targets []float64, trajectories []examples) error {
	for _, c := range r.filter {
		if holds, err := c.Holds(p); err != nil {
			return err
		} else if !holds {
			trajectories[0].filtered++
			return nil
		}
	}
	if err := r.convert(p, m, targets, trajectories); err != nil || r.stage == nil {
		return err
	}
	stage, err := r.stage.Of(p)
	for k := range trajectories {
		for h := &trajectories[k]; len(h.stage) < len(h.target); {
			h.stage = append(h.stage, float32(stage))
		}
	}
	return err
}

func (r *reader) convert(p engines.Position, m engines.Move, targets []float64, trajectories []examples) error {
	switch {
	case r.table != nil:
		return r.collect(p, targets, &trajectories[0])
	case r.chooser != nil:
		return r.choice(p, m, targets, &trajectories[0])
	}
	features, err := r.features(p)
	if err != nil {
		return err
	}
	row := make([]float64, r.columns())
	others := 1 / float64(max(r.seats-1, 1))
	targets = r.remaining(p, targets)
	if r.seats == 2 && !opposite(features[0], features[1]) {
		r.uneven.Store(true)
	}
	for seat := range trajectories {
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
		if err := r.add(row, targets[seat], &trajectories[seat]); err != nil {
			return err
		}
	}
	return nil
}

// opposite reports whether every value of b is the negative of the same value of a.
func opposite(a, b []float64) bool {
	for j := range a {
		if a[j] != -b[j] {
			return false
		}
	}
	return true
}

// mirrored reports whether the features of the second seat were the negatives of those of the
// first seat in all positions read so far. The rows then contain twice the features of the first
// seat.
func (r *reader) mirrored() bool { return r.features != nil && r.seats == 2 && !r.uneven.Load() }

func (r *reader) add(row []float64, target float64, h *examples) error {
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

// choice appends an example for the move m at position p to h. The example consists of the features
// of the move and the target of the first seat. For a move of the second seat, the features have
// changed signs. If the weights did not choose the move, as in an opening, choice appends nothing.
func (r *reader) choice(p engines.Position, m engines.Move, targets []float64, h *examples) error {
	if m == noMove {
		return errors.New("the weights compare moves, so a fit needs games: self-play or a stored run")
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

// collect appends an example for the position p to h. It is for engines whose evaluation adds up
// entries of large tables; see [training.Tabulated]. The engine stores the features in h.rows, from
// the view of one of the two seats. The target of the example is the element of targets for that
// seat.
func (r *reader) collect(p engines.Position, targets []float64, h *examples) error {
	if h.rows == nil {
		h.rows = r.empty()
	}
	seat, err := h.rows.(collected).Add(p)
	h.target = append(h.target, float32(targets[seat]))
	return err
}

// differences computes the derivatives of an evaluation with respect to the weights numerically.
type differences struct {
	evaluator engines.Evaluator
	space     engines.Space
	at        engines.Weights
}

// step is the change of a weight in a numerical derivative, as a fraction of the weight's range.
const step = 1e-4

// features returns a linear approximation of the evaluation near the weights d.at. The row of a
// seat contains the derivatives with respect to the weights and, as the last element, the constant
// term.
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
			continue // the rest contains its part
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
