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

// Rows are the features of examples.
type Rows interface {
	Len() int
	Columns() int
	// Terms appends the features of the i-th example that are not 0. For [Fit] they
	// come by rising column; for [FitTable] in any order, and a column may come
	// several times: its values add up. It may be called from several goroutines.
	Terms(i int, dst []training.Term) []training.Term
}

// Data are examples: features, what was to be predicted from them, and the games
// that they come from.
type Data struct {
	Rows
	// Target is what came of every example: a result in [0, 1], or a score.
	Target []float32
	// Line numbers what an example belongs to: a game as one seat lived through it. The
	// lines of game g have the numbers from g times Lines. For TD(lambda) below 1 the
	// examples of one line stand together, in the order of the game.
	Line []int32
	// Lines is the number of lines of a game; 0 is one.
	Lines int
	// Blocks reports that the games are not known: what is numbered as games are blocks
	// of consecutive positions of a file, which are fitted to or held out as a whole.
	Blocks bool
}

// Append adds all examples of other data of the same source, whose games have
// other numbers.
func (d *Data) Append(other Data) {
	if d.Rows == nil {
		*d = other
		return
	}
	d.Rows.(growing).join(other.Rows.(growing))
	d.Target = append(d.Target, other.Target...)
	d.Line = append(d.Line, other.Line...)
}

// game is the number of an example's game.
func (d *Data) game(i int32) int32 { return d.Line[i] / int32(max(d.Lines, 1)) }

// games counts the games of some examples, which stand together.
func (d *Data) games(p part) int {
	n := 0
	for k, i := range p {
		if k == 0 || d.game(i) != d.game(p[k-1]) {
			n++
		}
	}
	return n
}

// Table is rows in memory: for every row its terms, one after the other.
type Table struct {
	columns int
	ends    []int
	terms   []training.Term
}

// NewTable makes an empty table of so many columns.
func NewTable(columns int) *Table { return &Table{columns: columns} }

// Len is the number of rows.
func (t *Table) Len() int { return len(t.ends) }

// Columns is the number of columns.
func (t *Table) Columns() int { return t.columns }

// Terms appends the terms of a row.
func (t *Table) Terms(i int, dst []training.Term) []training.Term {
	from := 0
	if i > 0 {
		from = t.ends[i-1]
	}
	return append(dst, t.terms[from:t.ends[i]]...)
}

// Add appends a row by its values, zeros left out.
func (t *Table) Add(values []float64) {
	for column, v := range values {
		if v != 0 {
			t.terms = append(t.terms, training.Term{Column: int32(column), Value: float32(v)})
		}
	}
	t.ends = append(t.ends, len(t.terms))
}

// AddTerms appends a row by its terms.
func (t *Table) AddTerms(terms []training.Term) {
	t.terms = append(t.terms, terms...)
	t.ends = append(t.ends, len(t.terms))
}

// growing is rows that others of their kind can be added to.
type growing interface {
	Rows
	join(other growing)
}

// collected is the collection of an engine's.
type collected struct{ training.Collector }

// sweeper is the collection that the rows are, where it sums up many at once.
func (d *Data) sweeper() training.Sweeper {
	c, _ := d.Rows.(collected)
	s, _ := c.Collector.(training.Sweeper)
	return s
}

func (c collected) join(other growing) { c.Join(other.(collected).Collector) }

// join adds all rows of another table.
func (t *Table) join(rows growing) {
	other := rows.(*Table)
	shift := len(t.terms)
	t.terms = append(t.terms, other.terms...)
	for _, end := range other.ends {
		t.ends = append(t.ends, shift+end)
	}
}

// Telling fails where all examples have one target, which tells no weights apart.
func (d *Data) Telling() error {
	for _, v := range d.Target {
		if v != d.Target[0] {
			return nil
		}
	}
	switch len(d.Target) {
	case 0:
		return errNone
	case 1:
		return errors.New("one position to fit to says nothing about the weights")
	}
	return fmt.Errorf("all %d positions to fit to have the same outcome, which says nothing about the weights", len(d.Target))
}

// errNone says that there is nothing to fit to.
var errNone = errors.New("there is no position to fit to")

// part is some examples of data, by their numbers.
type part []int32

// split parts the examples into those to fit and those held out, by games, both in the
// order of their games. At least one game is held out if the share comes to one.
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

// drawn returns the number that decides whether the game of an example is held out.
func (d *Data) drawn(seed uint64, i int32) uint64 {
	return engines.Seed(seed, engines.Purpose("held out"), uint64(d.game(i))) >> 11
}

// limit returns the bound below which the numbers of games held out lie: a share of all
// numbers, moved if it leaves no game held out or no game to fit.
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
		return limit
	}
	return min(max(limit, least+1), largest)
}
