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

// tableSums collects the results of games of more than two players in the form that the sandwich
// covariance needs. A table is a set of players who sit in the same games.
//
// The covariance needs the difference y - g·e for each player of a cluster: y is the number of
// points in the g games, and e the expected score of one game against the others at the table. e is
// known only after the fit, so the sums of g², g·y and the products of two players' y are stored
// for every table.
//
// At most [maxTables] tables are stored. A cluster of another table is added to the matrix rest at
// once. Its expected scores follow from a rough fit of the strengths, made at the first such
// cluster. The error of that fit is small compared with the differences.
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

// add adds a cluster of games of more than two players. places contains the places of all players
// in the first game, then those in the second, and so on. times counts the cluster as new or as a
// copy. The caller must have added the same games to pairs before.
func (t *tableSums) add(players, places []int, times Copies, pairs *pairSums) {
	weight := times.squares
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
			t.addRest(sorted, y, g, times, pairs)
			return
		}
		if t.tables == nil {
			t.tables = make(map[string]*tableSum)
		}
		sum = &tableSum{players: sorted, gy: make([]float64, k), yy: make([]float64, k*k)}
		t.tables[string(key)] = sum
		t.order = append(t.order, sum)
	}
	sum.clusters += times.Distinct
	sum.gg += weight * g * g
	for a := range k {
		sum.gy[a] += weight * g * y[a]
		for b := range k {
			sum.yy[a*k+b] += weight * y[a] * y[b]
		}
	}
}

// addRest adds a cluster of g games to the matrix rest. rest collects the games of all groups of
// players beyond the first [maxTables] groups, for which no separate sums are stored. addRest adds
// the products of the players' differences between actual and expected points. y contains the
// actual points, and times counts the cluster as new or as a copy. At the first call, addRest
// estimates the strengths for the expected points from the results in pairs.
func (t *tableSums) addRest(players []int, y []float64, g float64, times Copies, pairs *pairSums) {
	if t.rest == nil {
		t.rest = mat.NewSymDense(t.players, nil)
		fit, _ := BradleyTerry(pairs.duels(), DefaultPrior) // a rough fit is close enough, so an error does no harm
		t.log = fit.Log
	}
	t.rests += times.Distinct
	expected := expectedPoints(players, t.log)
	for a := range y {
		for b := range a + 1 {
			newton.Add(t.rest, players[a], players[b], times.squares*(y[a]-g*expected[a])*(y[b]-g*expected[b]))
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

// meat adds the games of more than two players to the matrix meat of the sandwich estimator, which
// is the covariance bread⁻¹·meat·bread⁻¹. Each cluster of games adds the product d_i·d_j for all
// its players i and j, where d is a player's actual points minus the expected points. log contains
// the log-strengths.
//
// meat returns the number of clusters with at least two players for whom within is true. This
// number includes all clusters of addRest, because their players are not stored.
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

// addUniform corrects the matrix meat for groups of three or more players whose games all had
// exactly the expected results. The method meat adds nothing for such games, so that the standard
// errors of these players would be too small. For each such group, addUniform adds the variance
// that the model predicts, multiplied by [UniformShare]. The games that addRest has added are not
// corrected, because their players are not stored. log contains the log-strengths. If means is
// true, addUniform corrects meat for groups whose games all had equal results, as
// [pairSums.addUniform] does.
func (t *tableSums) addUniform(log []float64, means bool, meat *mat.SymDense) {
	for _, s := range t.order {
		k := len(s.gy)
		around := 0.0
		e := expectedPoints(s.players, log)
		for a := range k {
			if means {
				e[a] = s.gy[a] / s.gg
			}
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
