package fit

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// Rows is a matrix of features with one row per example.
type Rows interface {
	Len() int
	Columns() int
	// Terms appends the nonzero features of the i-th example to dst. For [Fit] they must be in
	// ascending order of columns. For [FitTable] the order does not matter, and a column may be
	// repeated; its values are added. Several goroutines may call Terms at the same time.
	Terms(i int, dst []training.Term) []training.Term
}

// Data contains the examples of a fit: features, targets, and the games from which they come. All
// examples have the same weight in every mean.
type Data struct {
	Rows
	// Target contains the target of each example: the value to predict. It is a game result in
	// [0, 1] or a score.
	Target []float32
	// Trajectory contains the number of each example's trajectory, which is the sequence of examples
	// of one game that are seen from the same seat. Game g has the trajectories from g·Trajectories
	// to (g+1)·Trajectories - 1.
	//
	// If the option Lambda is below 1, the examples of a trajectory must be consecutive, in the
	// order of the game.
	Trajectory []int32
	// Trajectories is the number of trajectories of each game; 0 means one. Every position of a
	// game has one example in each of them.
	Trajectories int
	// Stage contains the stage of the game for each example, such as the number of moves made.
	// Reports group the examples by stage. nil means that the stages are unknown.
	Stage []float32
	// Filtered is the number of positions that were excluded by conditions.
	Filtered int
	// Mirrored reports whether the evaluations of the two seats add up to 0 in every position, as in
	// chess. A row, the difference between the seats, then contains twice
	// the features of the first seat.
	Mirrored bool
	// Blocks reports whether the games of the examples are unknown. Blocks of consecutive positions
	// in the file then take the place of games. The examples of a block are either all fitted or
	// all held out.
	Blocks bool
}

// Append adds the examples of other, which must come from the same source but from other games,
// with other game numbers.
func (d *Data) Append(other Data) {
	if d.Rows == nil {
		*d = other
		return
	}
	d.Rows.(growing).join(other.Rows.(growing))
	d.Target = append(d.Target, other.Target...)
	d.Trajectory = append(d.Trajectory, other.Trajectory...)
	d.Stage = append(d.Stage, other.Stage...)
	d.Filtered += other.Filtered
	d.Mirrored = d.Mirrored && other.Mirrored
}

// Positions returns the number of positions that the examples come from.
func (d *Data) Positions() int {
	if d.Rows == nil {
		return 0
	}
	return d.positions(d.Len())
}

// positions returns the number of positions from which a number of examples comes. The examples
// must be all examples of their games.
func (d *Data) positions(examples int) int { return examples / max(d.Trajectories, 1) }

func (d *Data) game(i int32) int32 { return d.Trajectory[i] / int32(max(d.Trajectories, 1)) }

// games returns the number of games that the examples in p come from. Examples of the same game
// must be consecutive.
func (d *Data) games(p part) int {
	n := 0
	for k, i := range p {
		if k == 0 || d.game(i) != d.game(p[k-1]) {
			n++
		}
	}
	return n
}

// Table is a sparse matrix of features in memory. It stores the nonzero terms of all rows one
// after the other.
type Table struct {
	columns int
	ends    []int
	terms   []training.Term
}

// NewTable returns an empty table with the given number of columns.
func NewTable(columns int) *Table { return &Table{columns: columns} }

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.ends) }

// Columns returns the number of columns.
func (t *Table) Columns() int { return t.columns }

// Terms appends the nonzero features of row i to dst.
func (t *Table) Terms(i int, dst []training.Term) []training.Term {
	from := 0
	if i > 0 {
		from = t.ends[i-1]
	}
	return append(dst, t.terms[from:t.ends[i]]...)
}

// Add appends a row with the given values. Zeros are not stored.
func (t *Table) Add(values []float64) {
	for column, v := range values {
		if v != 0 {
			t.terms = append(t.terms, training.Term{Column: int32(column), Value: float32(v)})
		}
	}
	t.ends = append(t.ends, len(t.terms))
}

// growing is a matrix of features that can append the rows of another matrix of the same type.
type growing interface {
	Rows
	join(other growing)
}

// collected makes the feature matrix of an engine, a [training.Collector], usable as a [growing]
// matrix: rows of another matrix can be appended to it.
type collected struct{ training.Collector }

// sweeper returns the feature matrix as a [training.Sweeper], which evaluates many rows in one
// call. It returns nil if the matrix does not implement this interface.
func (d *Data) sweeper() training.Sweeper {
	c, _ := d.Rows.(collected)
	s, _ := c.Collector.(training.Sweeper)
	return s
}

func (c collected) join(other growing) { c.Join(other.(collected).Collector) }

func (t *Table) join(rows growing) {
	other := rows.(*Table)
	shift := len(t.terms)
	t.terms = append(t.terms, other.terms...)
	for _, end := range other.ends {
		t.ends = append(t.ends, shift+end)
	}
}

// CheckTargets returns an error if all examples have the same target, or if there are none, because
// no weights can be determined from such data.
func (d *Data) CheckTargets() error {
	for _, v := range d.Target {
		if v != d.Target[0] {
			return nil
		}
	}
	switch d.positions(len(d.Target)) {
	case 0:
		return errNone
	case 1:
		return errors.New("a single position determines no weights")
	}
	return fmt.Errorf("all %d positions have the same outcome, which determines no weights", d.positions(len(d.Target)))
}

var errNone = errors.New("there are no positions to fit to")

// check returns an error if the fields of d have different lengths or contain invalid numbers. If
// byScore is true, a target can be any finite number. Otherwise it must be in [0, 1].
func (d *Data) check(byScore bool) error {
	n := d.Len()
	switch {
	case len(d.Target) != n:
		return fmt.Errorf("fit: %d targets for %d examples", len(d.Target), n)
	case len(d.Trajectory) != n:
		return fmt.Errorf("fit: %d trajectory numbers for %d examples", len(d.Trajectory), n)
	case len(d.Stage) != n && d.Stage != nil:
		return fmt.Errorf("fit: %d stages for %d examples", len(d.Stage), n)
	case d.Trajectories < 0:
		return fmt.Errorf("fit: %d trajectories of each game; at least 1 is needed, and 0 means 1", d.Trajectories)
	}
	for i, v := range d.Target {
		if target := float64(v); math.IsNaN(target) || math.IsInf(target, 0) {
			return fmt.Errorf("fit: example %d: the target %v is not a finite number", i+1, v)
		}
		if !byScore && (v < 0 || v > 1) {
			return fmt.Errorf("fit: example %d: the target %v is not a result within [0, 1]", i+1, v)
		}
		if d.Trajectory[i] < 0 {
			return fmt.Errorf("fit: example %d: the trajectory number %d is below 0", i+1, d.Trajectory[i])
		}
		if d.Stage == nil {
			continue
		}
		if stage := float64(d.Stage[i]); math.IsNaN(stage) || math.IsInf(stage, 0) {
			return fmt.Errorf("fit: example %d: the stage %v is not a finite number", i+1, d.Stage[i])
		}
	}
	return nil
}

// checkRows returns an error if the feature matrix is invalid. The terms of a row must be finite,
// belong to columns of the matrix, and be in ascending order of columns. The evaluation with the
// start weights must be finite as a float32.
func (d *Data) checkRows(start engines.Weights) error {
	var terms []training.Term
	columns := int32(d.Columns())
	for i := range d.Len() {
		terms = d.Terms(i, terms[:0])
		next, worth := int32(0), 0.0
		for _, t := range terms {
			if t.Column < 0 || t.Column >= columns {
				return fmt.Errorf("fit: example %d: a feature in column %d; there are %d columns, counted from 0", i+1, t.Column, columns)
			}
			if t.Column < next {
				return fmt.Errorf("fit: example %d: the features are not in ascending order of columns: %d follows %d", i+1, t.Column, next-1)
			}
			if v := float64(t.Value); math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("fit: example %d: the feature %v in column %d is not a finite number", i+1, t.Value, t.Column)
			}
			next = t.Column + 1
			if int(t.Column) < len(start) {
				worth += start[t.Column] * float64(t.Value)
			}
		}
		if math.Abs(worth) > math.MaxFloat32 {
			return fmt.Errorf("fit: example %d: the evaluation with the start weights is %.4g; at most %.4g is possible", i+1, worth, math.MaxFloat32)
		}
	}
	return nil
}

// part is a subset of the examples of a [Data], as a list of their indices.
type part []int32

// split divides the examples into those that are fitted and those that are held out. All examples
// of a game are in the same part. share is the fraction of games to hold out, and seed determines
// which ones. At least one game is fitted, and at least one is held out if share corresponds to at
// least one game. Both lists are sorted by game.
func (d *Data) split(share float64, seed uint64) (fitted, held part) {
	limit := d.limit(share, seed)
	for i := range int32(d.Len()) {
		if d.drawn(seed, i) < limit {
			held = append(held, i)
		} else {
			fitted = append(fitted, i)
		}
	}
	byGame := func(a, b int32) int { return cmp.Compare(d.game(a), d.game(b)) }
	for _, p := range []part{fitted, held} {
		if !slices.IsSortedFunc(p, byGame) {
			slices.SortStableFunc(p, byGame)
		}
	}
	return fitted, held
}

// drawn returns a pseudo-random number below 2^53 for the game of example i. The game is held out
// if its number is below [Data.limit].
func (d *Data) drawn(seed uint64, i int32) uint64 {
	return engines.Seed(seed, engines.Purpose("held out"), uint64(d.game(i))) >> 11
}

// limit returns the limit for the pseudo-random numbers of games that [Data.drawn] returns. Games
// with numbers below the limit are held out; share is their expected fraction of all games. The
// limit leaves at least one game to fit. If share corresponds to at least one game, at least one is
// held out.
func (d *Data) limit(share float64, seed uint64) uint64 {
	limit := uint64(share * (1 << 53))
	games, least, largest := 0, uint64(math.MaxUint64), uint64(0)
	for i := range int32(d.Len()) {
		if i == 0 || d.game(i) != d.game(i-1) {
			games++
			n := d.drawn(seed, i)
			least, largest = min(least, n), max(largest, n)
		}
	}
	if share*float64(games) < 1 || least == largest {
		return min(limit, largest)
	}
	return min(max(limit, least+1), largest)
}

// gain returns the mean of before - after over the examples in p, and the standard error of this
// mean. For losses, it is the mean decrease of the loss. before and after contain a number for each
// example of the data. The standard error takes into account that the examples of a game are
// dependent. It is NaN for fewer than two games.
func (d *Data) gain(p part, before, after []float64) (mean, err float64) {
	p = slices.Clone(p)
	slices.SortStableFunc(p, func(a, b int32) int { return cmp.Compare(d.game(a), d.game(b)) })
	n := float64(len(p))
	for _, i := range p {
		mean += (before[i] - after[i]) / n
	}
	games, game, squares := 0, 0.0, 0.0
	for k, i := range p {
		game += before[i] - after[i] - mean
		if k == len(p)-1 || d.game(i) != d.game(p[k+1]) {
			squares += game * game
			games, game = games+1, 0
		}
	}
	if games < 2 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(squares*float64(games)/float64(games-1)) / n
}
