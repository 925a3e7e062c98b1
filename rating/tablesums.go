package rating

import (
	"encoding/binary"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating/internal/newton"
)

// maxTables limits memory: it is the largest number of different groups of more than two players
// for which sums are stored exactly.
const maxTables = 1 << 14

// tableSums contains the sums that the sandwich covariance needs from games of more than two
// players. A table is a set of players who sit in the same games.
//
// In a cluster of g games, a player with y points has the score y - g·e, where e is the expected
// score of a game against the others at the table. e is known only after the fit, so the sums of
// g², g·y and the products of y are stored for every table.
//
// If [maxTables] tables are stored already, a cluster of a new table is added to the matrix rest.
// Its expected scores follow from a rough fit of the strengths, made at the first such cluster. The
// error of that fit is small compared with the spread of the scores.
type tableSums struct {
	players int
	most    int // tables stored exactly
	tables  map[string]*tableSum
	order   []*tableSum // in order of arrival, so that sums do not depend on the map's order

	log   []float64 // strengths for the other tables
	rest  *mat.SymDense
	rests int // clusters of the other tables, without copies
}

type tableSum struct {
	players  []int // ascending
	clusters int   // without copies

	gg float64
	gy []float64
	yy []float64 // k*k
}

// add enters the nth copy of a cluster of games. The caller has added these games to pairs
// already.
func (t *tableSums) add(players, places []int, nth int, pairs *pairSums) {
	weight := odd(nth)
	k := len(players)
	g := float64(len(places) / k)
	sorted := slices.Clone(players)
	slices.Sort(sorted)
	var buffer [64]byte
	key := buffer[:0]
	y := make([]float64, k)
	for at, a := range sorted {
		key = binary.LittleEndian.AppendUint32(key, uint32(a))
		y[at] = g * meanPoints(slices.Index(players, a), k, places)
		for _, b := range sorted[:at] {
			s, _ := pairs.at(a, b)
			s.safe += weight * g * g / float64((k-1)*(k-1))
		}
	}
	sum, ok := t.tables[string(key)]
	if !ok {
		if len(t.tables) == t.most {
			t.addRest(sorted, y, g, nth, pairs)
			return
		}
		if t.tables == nil {
			t.tables = make(map[string]*tableSum)
		}
		sum = &tableSum{players: sorted, gy: make([]float64, k), yy: make([]float64, k*k)}
		t.tables[string(key)] = sum
		t.order = append(t.order, sum)
	}
	if nth == 1 {
		sum.clusters++
	}
	sum.gg += weight * g * g
	for a := range k {
		sum.gy[a] += weight * g * y[a]
		for b := range k {
			sum.yy[a*k+b] += weight * y[a] * y[b]
		}
	}
}

// addRest adds a cluster of g games to the matrix rest. It is for players whose table is not
// stored, because [maxTables] other tables are. y contains the points of the players. The matrix
// receives the products of the differences between points and expected points. nth is 1 for a
// cluster with new moves, 2 for its first copy, and so on. The first call fits the strengths that
// expected points are computed from to the sums in pairs.
func (t *tableSums) addRest(players []int, y []float64, g float64, nth int, pairs *pairSums) {
	if t.rest == nil {
		t.rest = mat.NewSymDense(t.players, nil)
		fit, _ := BradleyTerry(pairs.duels(), DefaultPrior) // a rough fit is close enough, so an error does no harm
		t.log = fit.Log
	}
	if nth == 1 {
		t.rests++
	}
	expected := expectedPoints(players, t.log)
	for a := range y {
		for b := range a + 1 {
			newton.Add(t.rest, players[a], players[b], odd(nth)*(y[a]-g*expected[a])*(y[b]-g*expected[b]))
		}
	}
}

// expectedPoints returns, for every player, the expected score in one game with the other
// players, in [0, 1]. log contains the log-strengths.
func expectedPoints(players []int, log []float64) []float64 {
	k := len(players)
	expected := make([]float64, k)
	for a := range k {
		for b := range k {
			if a != b {
				expected[a] += Logistic(log[players[a]]-log[players[b]]) / float64(k-1)
			}
		}
	}
	return expected
}

// meat adds the middle matrix of the sandwich covariance at the log-strengths log to the parameter
// meat: the sum, over all clusters of games, of the outer product of the cluster's score vector
// with itself. It returns the number of clusters in which within is true for two or more players.
// The clusters that addRest has entered are all counted, because their players are not stored.
func (t *tableSums) meat(log []float64, within func(player int) bool, meat *mat.SymDense) (clusters int) {
	for _, s := range t.order {
		k := len(s.gy)
		if count(s.players, within) >= 2 {
			clusters += s.clusters
		}
		e := expectedPoints(s.players, log)
		for a := range k {
			for b := range a + 1 {
				v := s.yy[a*k+b] - e[a]*s.gy[b] - e[b]*s.gy[a] + e[a]*e[b]*s.gg
				newton.Add(meat, s.players[a], s.players[b], v)
			}
		}
	}
	if t.rest != nil {
		meat.AddSym(meat, t.rest)
	}
	return clusters + t.rests
}

// addUniform adds a variance to meat for every table whose clusters show no spread, because the
// method meat adds nothing for such a table. The variance is the predicted one, multiplied by
// [UniformShare]. The clusters that addRest has entered are left out, because their tables are not
// stored.
func (t *tableSums) addUniform(log []float64, meat *mat.SymDense) {
	for _, s := range t.order {
		k := len(s.gy)
		around := 0.0
		e := expectedPoints(s.players, log)
		for a := range k {
			around += s.yy[a*k+a] - 2*e[a]*s.gy[a] + e[a]*e[a]*s.gg
		}
		if !uniform(around, s.gg) {
			continue
		}
		for a, player := range s.players {
			for _, other := range s.players[:a] {
				q := Logistic(log[player] - log[other])
				newton.AddDifference(meat, player, other, UniformShare(float64(s.clusters))*s.gg/float64((k-1)*(k-1))*q*(1-q))
			}
		}
	}
}

func count(players []int, within func(player int) bool) int {
	n := 0
	for _, p := range players {
		if within(p) {
			n++
		}
	}
	return n
}
