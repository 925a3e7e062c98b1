package tournament

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"gonum.org/v1/gonum/mat"
)

// pairSums keeps, for every pair of agents, who beat whom and what the sandwich
// covariance needs of the clusters that the two played alone.
//
// A cluster of g games in which i made y points against j has the score
// y - g·p, and p is known only at the end, so the sums of y², g·y and g² are
// kept: their combination y² - 2p·gy + p²·g² is the square of the score.
type pairSums struct {
	n    int
	sums []pairSum // of i < j, at i*n+j
}

type pairSum struct {
	won, lost, tied int     // comparisons, from the side of the lower index
	points, weight  float64 // weighted: a game of k seats makes 1/(k-1) of a game of each of its pairs
	safe            float64 // sum over clusters of the squared weight: clusters of one verdict each

	yy, gy, gg float64 // of clusters of two seats
}

func newPairSums(n int) pairSums { return pairSums{n: n, sums: make([]pairSum, n*n)} }

// at returns the sums of a pair, and whether i is the lower index.
func (p *pairSums) at(i, j int) (sum *pairSum, straight bool) {
	if i < j {
		return &p.sums[i*p.n+j], true
	}
	return &p.sums[j*p.n+i], false
}

// addGame enters the comparisons of all seats of a game.
func (p *pairSums) addGame(pairing Pairing, g int, o engines.Outcome) {
	k := len(pairing.Agents)
	weight := 1 / float64(k-1)
	for a := range k {
		for b := range a {
			s, straight := p.at(pairing.Seat(g, a), pairing.Seat(g, b))
			mine, theirs := o.Place(a), o.Place(b)
			if !straight {
				mine, theirs = theirs, mine
			}
			s.weight += weight
			switch {
			case mine < theirs:
				s.won++
				s.points += weight
			case mine > theirs:
				s.lost++
			default:
				s.tied++
				s.points += weight / 2
			}
		}
	}
}

// addCluster enters a cluster of two seats in which i made y points in g games.
func (p *pairSums) addCluster(i, j int, y float64, games int) {
	g := float64(games)
	s, straight := p.at(i, j)
	if !straight {
		y = g - y
	}
	s.yy += y * y
	s.gy += g * y
	s.gg += g * g
	s.safe += g * g
}

// duels is the weighted table of points.
func (p *pairSums) duels() *Duels {
	d := NewDuels(p.n)
	for i := range p.n {
		for j := i + 1; j < p.n; j++ {
			s := &p.sums[i*p.n+j]
			if s.won+s.lost+s.tied == 0 {
				continue
			}
			perComparison := s.weight / float64(s.won+s.lost+s.tied)
			tied := float64(s.tied) * perComparison
			d.Win(i, j, s.points-tied/2)
			d.Win(j, i, s.weight-s.points-tied/2)
			d.Tie(i, j, tied)
		}
	}
	return d
}

// meat sums the squared scores of all clusters of two seats at strengths log.
func (p *pairSums) meat(log []float64, meat *mat.SymDense) {
	for i := range p.n {
		for j := i + 1; j < p.n; j++ {
			if s := &p.sums[i*p.n+j]; s.gg > 0 {
				q := logistic(log[i] - log[j])
				addDifference(meat, i, j, max(s.yy-2*q*s.gy+q*q*s.gg, 0))
			}
		}
	}
}

// safeMeat is the meat if every cluster were one verdict drawn from the model:
// what is left to say where the spread of the results says nothing. It takes
// the pairs that which picks.
func (p *pairSums) safeMeat(log []float64, meat *mat.SymDense, which func(i, j int) bool) {
	for i := range p.n {
		for j := i + 1; j < p.n; j++ {
			if s := &p.sums[i*p.n+j]; s.safe > 0 && which(i, j) {
				q := logistic(log[i] - log[j])
				addDifference(meat, i, j, s.safe*q*(1-q))
			}
		}
	}
}

// maxTables bounds the different tables of more than two seats whose sums are
// kept exactly.
const maxTables = 1 << 14

// tableSums keeps what the sandwich covariance needs of clusters of more than
// two seats. The score of agent i in a cluster is its points less what it
// expected against the others at the table; so for every different table the
// sums of g², g·y and of the products of y are kept.
//
// Past maxTables different tables a new one is entered as its scores at the
// strengths fitted when the bound was reached. Scores are off by the error of
// that fit, which is small against their spread.
type tableSums struct {
	agents int
	tables map[tableKey]*tableSum
	order  []tableKey // in order of arrival, so that sums do not depend on the map

	log  []float64 // strengths for the rest
	rest *mat.SymDense
}

type tableKey [engines.MaxSeats]int32 // agents in ascending order, then -1

type tableSum struct {
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
		if len(t.tables) == maxTables {
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

// meat adds the outer products of all clusters' scores at strengths log.
func (t *tableSums) meat(log []float64, meat *mat.SymDense) {
	for _, key := range t.order {
		s := t.tables[key]
		k := len(s.gy)
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
}
