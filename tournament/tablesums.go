package tournament

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"gonum.org/v1/gonum/mat"
)

// maxTables bounds the different tables of more than two seats whose sums are
// kept exactly.
const maxTables = 1 << 14

// tableSums keeps what the sandwich covariance needs of clusters of more than
// two seats. The score of agent i in a cluster is its points less what it
// expected against the others at the table; so for every different table the
// sums of g², g·y and of the products of y are kept.
//
// Past a bound on the number of different tables a new one is entered as its scores at the
// strengths fitted when the bound was reached. Scores are off by the error of
// that fit, which is small against their spread.
type tableSums struct {
	agents int
	most   int // tables kept exactly
	tables map[tableKey]*tableSum
	order  []tableKey // in order of arrival, so that sums do not depend on the map

	log   []float64 // strengths for the rest
	rest  *mat.SymDense
	rests int // clusters in it
}

type tableKey [engines.MaxSeats]int32 // agents in ascending order, then -1

type tableSum struct {
	clusters int

	gg float64
	gy []float64
	yy []float64 // k*k
}

// add enters a cluster; pairs already holds its games.
func (t *tableSums) add(r Result, pairs *pairSums) {
	k := len(r.Pairing.Agents)
	g := float64(len(r.Games))
	sorted := slices.Clone(r.Pairing.Agents)
	slices.Sort(sorted)
	key := tableKey{-1, -1, -1, -1, -1, -1, -1, -1}
	y := make([]float64, k)
	for at, a := range sorted {
		key[at] = int32(a)
		y[at] = g * r.Points(slices.Index(r.Pairing.Agents, a))
		for _, b := range sorted[:at] {
			s, _ := pairs.at(a, b)
			s.safe += g * g / float64((k-1)*(k-1))
		}
	}
	sum, ok := t.tables[key]
	if !ok {
		if len(t.tables) == t.most {
			t.addRest(key, y, g, pairs)
			return
		}
		if t.tables == nil {
			t.tables = make(map[tableKey]*tableSum)
		}
		sum = &tableSum{gy: make([]float64, k), yy: make([]float64, k*k)}
		t.tables[key] = sum
		t.order = append(t.order, key)
	}
	sum.clusters++
	sum.gg += g * g
	for a := range k {
		sum.gy[a] += g * y[a]
		for b := range k {
			sum.yy[a*k+b] += y[a] * y[b]
		}
	}
}

// addRest enters a cluster as its scores.
func (t *tableSums) addRest(key tableKey, y []float64, g float64, pairs *pairSums) {
	if t.rest == nil {
		t.rest = mat.NewSymDense(t.agents, nil)
		fit, err := BradleyTerry(pairs.duels(), DefaultPrior)
		if err != nil {
			fit.Log = make([]float64, t.agents)
		}
		t.log = fit.Log
	}
	t.rests++
	expected := key.expected(t.log, len(y))
	for a := range y {
		for b := range a + 1 {
			addSym(t.rest, int(key[a]), int(key[b]), (y[a]-g*expected[a])*(y[b]-g*expected[b]))
		}
	}
}

// expected is the score that every agent of a table expects of one game.
func (key tableKey) expected(log []float64, k int) []float64 {
	expected := make([]float64, k)
	for a := range k {
		for b := range k {
			if a != b {
				expected[a] += logistic(log[key[a]]-log[key[b]]) / float64(k-1)
			}
		}
	}
	return expected
}

// meat adds the outer products of all clusters' scores at strengths log, and
// returns the number of clusters with two or more agents that are within.
func (t *tableSums) meat(log []float64, within func(agent int) bool, meat *mat.SymDense) (clusters int) {
	for _, key := range t.order {
		s := t.tables[key]
		k := len(s.gy)
		if key.count(within) >= 2 {
			clusters += s.clusters
		}
		e := key.expected(log, k)
		for a := range k {
			for b := range a + 1 {
				v := s.yy[a*k+b] - e[a]*s.gy[b] - e[b]*s.gy[a] + e[a]*e[b]*s.gg
				addSym(meat, int(key[a]), int(key[b]), v)
			}
		}
	}
	if t.rest != nil {
		meat.AddSym(meat, t.rest)
	}
	return clusters + t.rests
}

// count is the number of agents of a table that are within.
func (key tableKey) count(within func(agent int) bool) int {
	n := 0
	for _, a := range key {
		if a >= 0 && within(int(a)) {
			n++
		}
	}
	return n
}
