package newton

import (
	"cmp"
	"container/heap"
	"slices"
)

// Sparse is a symmetric matrix most of whose elements are zero, and which can be factorized to
// solve equations. It is meant for the Fisher information of a fit: the parameters are the
// log-strengths of players, followed by a few others. The elements of two players who did not meet
// are zero.
//
// The factors are L·D·Lᵀ, where L is lower triangular with a unit diagonal and D is diagonal. So
// that L has few elements, parameters are put in another order. The index of a parameter in this
// order is called its position. Columns of L are stored by position, one after another (T. A.
// Davis, "Direct Methods for Sparse Linear Systems", SIAM 2006, chapters 2, 3 and 7).
type Sparse struct {
	place    []int     // position of every parameter
	start    []int     // index of the first element below the diagonal of every column, and the end
	rows     []int32   // position of the row of every element below the diagonal, ascending in a column
	diagonal []float64 // of the matrix, by position
	below    []float64 // elements of the matrix at the places of the elements of L

	l       []float64
	d, over []float64      // diagonal of D, and its inverse
	byRow   [][]rowElement // by position: the elements of L in this row
	players int
	work    []float64
}

// rowElement is the position of an element in a row of the factor L of [Sparse]: its column, and
// its index in the fields rows and l.
type rowElement struct {
	column int32
	at     int
}

// NewSparse returns a zero matrix with a row for every player, followed by a row for every further
// parameter. Only these elements can become nonzero later: the diagonal, the elements of the given
// pairs of players, and the rows and columns of the further parameters. The parameter most limits
// the memory. NewSparse returns false if the factor L, which is needed to solve equations, would
// have more than most elements between players.
func NewSparse(players, further int, pairs [][2]int, most int) (*Sparse, bool) {
	order, columns, ok := eliminate(players, pairs, most)
	if !ok {
		return nil, false
	}
	n := players + further
	s := &Sparse{place: make([]int, n), start: make([]int, n+1), players: players}
	for at, player := range order {
		s.place[player] = at
	}
	for row := players; row < n; row++ {
		s.place[row] = row
	}
	for at := range n {
		s.start[at] = len(s.rows)
		if at < players {
			for _, player := range columns[at] {
				s.rows = append(s.rows, int32(s.place[player]))
			}
			slices.Sort(s.rows[s.start[at]:])
		}
		for row := max(players, at+1); row < n; row++ {
			s.rows = append(s.rows, int32(row))
		}
	}
	s.start[n] = len(s.rows)
	s.byRow = make([][]rowElement, n)
	for column := range n {
		for at := s.start[column]; at < s.start[column+1]; at++ {
			s.byRow[s.rows[at]] = append(s.byRow[s.rows[at]], rowElement{int32(column), at})
		}
	}
	s.diagonal, s.d, s.over, s.work = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	s.below, s.l = make([]float64, len(s.rows)), make([]float64, len(s.rows))
	return s, true
}

// Clear sets all elements of the matrix to zero.
func (s *Sparse) Clear() {
	clear(s.diagonal)
	clear(s.below)
}

// Add adds v to the elements (i, j) and (j, i) of the matrix. They must be among those that
// [NewSparse] allows to be nonzero.
func (s *Sparse) Add(i, j int, v float64) {
	a, b := s.place[i], s.place[j]
	if a == b {
		s.diagonal[a] += v
		return
	}
	a, b = min(a, b), max(a, b)
	at, _ := slices.BinarySearch(s.rows[s.start[a]:s.start[a+1]], int32(b))
	s.below[s.start[a]+at] += v
}

// Factorize computes the factors L and D, which [Sparse.Solve] needs. It returns false if the
// matrix is not positive definite.
//
// If ground is true, the matrix must contain no information about the mean of all players.
// Factorize then fixes one player at 0: in every solution the element of this player is 0.
func (s *Sparse) Factorize(ground bool) bool {
	grounded := -1
	if ground {
		grounded = s.players - 1
	}
	x := s.work
	for j := range s.diagonal {
		first, end := s.start[j], s.start[j+1]
		x[j] = s.diagonal[j]
		for at := first; at < end; at++ {
			x[s.rows[at]] = s.below[at]
		}
		for _, u := range s.byRow[j] {
			f := s.l[u.at] * s.d[u.column]
			x[j] -= f * s.l[u.at]
			for at := u.at + 1; at < s.start[u.column+1]; at++ {
				x[s.rows[at]] -= f * s.l[at]
			}
		}
		s.d[j], s.over[j] = 0, 0
		if j != grounded {
			if !(x[j] > 1e-14*s.diagonal[j]) {
				clear(x)
				return false
			}
			s.d[j], s.over[j] = x[j], 1/x[j]
		}
		for at := first; at < end; at++ {
			s.l[at] = x[s.rows[at]] * s.over[j]
			x[s.rows[at]] = 0
		}
		x[j] = 0
	}
	return true
}

// Solve sets dst to the solution of the equations with the right side b. [Sparse.Factorize] must
// have succeeded. dst and b may be the same slice.
func (s *Sparse) Solve(dst, b []float64) {
	y := s.work
	for i, at := range s.place {
		y[at] = b[i]
	}
	for j := range y {
		if v := y[j]; v != 0 {
			for at := s.start[j]; at < s.start[j+1]; at++ {
				y[s.rows[at]] -= s.l[at] * v
			}
		}
	}
	for j := len(y) - 1; j >= 0; j-- {
		v := y[j] * s.over[j]
		for at := s.start[j]; at < s.start[j+1]; at++ {
			v -= s.l[at] * y[s.rows[at]]
		}
		y[j] = v
	}
	for i, at := range s.place {
		dst[i] = y[at]
	}
	clear(y)
}

// eliminate chooses an order of the players in which the factor L of their matrix has few elements;
// see [Sparse]. Each step eliminates the player with the fewest opponents (minimum degree), whose
// opponents then become opponents of each other. columns contains these opponents for every step;
// they are the rows of a column of L. ok is false if L would have more than most elements.
func eliminate(players int, pairs [][2]int, most int) (order []int, columns [][]int32, ok bool) {
	opponents := make([][]int32, players)
	for _, p := range pairs {
		opponents[p[0]] = append(opponents[p[0]], int32(p[1]))
		opponents[p[1]] = append(opponents[p[1]], int32(p[0]))
	}
	var q degrees
	for i := range opponents {
		slices.Sort(opponents[i])
		opponents[i] = slices.Compact(opponents[i])
		q = append(q, degree{len(opponents[i]), i})
	}
	heap.Init(&q)
	eliminated, elements := make([]bool, players), 0
	var merged []int32
	for len(order) < players {
		next := heap.Pop(&q).(degree)
		if eliminated[next.player] || next.opponents != len(opponents[next.player]) {
			continue // an old entry
		}
		column := opponents[next.player]
		c := len(column)
		// The c opponents of the player become opponents of each other, so that their own columns
		// have c·(c-1)/2 elements at least.
		if elements += c; elements+c*(c-1)/2 > most {
			return nil, nil, false
		}
		eliminated[next.player] = true
		order, columns = append(order, next.player), append(columns, column)
		for _, i := range column {
			merged = merge(merged[:0], opponents[i], column, int32(next.player), i)
			opponents[i] = append(opponents[i][:0], merged...)
			heap.Push(&q, degree{len(merged), int(i)})
		}
	}
	return order, columns, true
}

// merge appends the union of two ascending lists to dst, in ascending order and without duplicates.
// It omits elements that are equal to the argument omit or to the argument self.
func merge(dst, a, b []int32, omit, self int32) []int32 {
	for len(a) > 0 || len(b) > 0 {
		var next int32
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			next, a = a[0], a[1:]
		case len(a) == 0 || b[0] < a[0]:
			next, b = b[0], b[1:]
		default:
			next, a, b = a[0], a[1:], b[1:]
		}
		if next != omit && next != self {
			dst = append(dst, next)
		}
	}
	return dst
}

// degree is a player in the queue from which [eliminate] takes the player with the fewest
// opponents. opponents is the number of opponents that are not eliminated yet.
type degree struct{ opponents, player int }

// degrees is a heap of players, those with the fewest opponents first.
type degrees []degree

func (q degrees) Len() int { return len(q) }

func (q degrees) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].opponents, q[j].opponents), cmp.Compare(q[i].player, q[j].player)) < 0
}

func (q degrees) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *degrees) Push(x any) { *q = append(*q, x.(degree)) }

func (q *degrees) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
