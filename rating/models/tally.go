package models

import (
	"slices"

	"github.com/lanista/lanista/rating"
)

// Tally counts clusters of games of two seats by players and results. A cluster is a group of
// dependent games that counts as one observation. The memory grows with the number of different
// clusters, not with the number of games. The zero value cannot be used; see [NewTally].
type Tally struct {
	players int
	kinds   []kind          // in order of arrival, so that sums do not depend on the order of a map
	times   []rating.Copies // numbers of clusters, by index in kinds
	index   map[kind]int    // index in kinds
}

// Games contains the results of the games of a cluster, counted by the player in the first seat:
// how many games that player won, drew and lost.
type Games struct {
	First  [3]int // with the first player in the first seat
	Second [3]int // with the second player in the first seat
}

// kind describes a cluster, the games of two players from one start, by the players and their
// results. Clusters of the same kind are counted together. i is the player with the lower number.
type kind struct {
	i, j  int
	games Games
	ahead float64 // known log-odds in favour of player i besides the strengths
}

// newKind returns the kind of a cluster: the games of players i and j from one start. games
// contains the results of player i. ahead is a known advantage of player i in log-odds, which is
// not fitted. If i is larger than j, newKind swaps the players.
func newKind(i, j int, games Games, ahead float64) kind {
	if i > j {
		return kind{j, i, Games{games.Second, games.First}, -ahead}
	}
	return kind{i, j, games, ahead}
}

// NewTally returns an empty Tally for the given number of players, numbered from 0. [Tally.Add]
// accepts larger player numbers too and raises the number of players.
func NewTally(players int) *Tally {
	return &Tally{players: players, index: make(map[kind]int)}
}

// Add adds a cluster of one or more games between two different players. games contains the results
// for the player in the first seat.
func (t *Tally) Add(first, second int, games Games) { t.AddCopy(first, second, games, 1) }

// AddCopy adds a cluster of games. n is 1 if the moves of the cluster are new, 2 for their first
// repetition, and so on. Repetitions must be added in this order. They count fully in the
// estimates, but m clusters with the same moves count as one larger observation in the errors.
func (t *Tally) AddCopy(first, second int, games Games, n int) {
	k := newKind(first, second, games, 0)
	t.players = max(t.players, k.j+1)
	t.times[t.find(k)].Add(n)
}

// find returns the index of a kind of cluster in t.kinds, and adds the kind if it is new.
func (t *Tally) find(k kind) int {
	at, ok := t.index[k]
	if !ok {
		at = len(t.kinds)
		t.index[k] = at
		t.kinds, t.times = append(t.kinds, k), append(t.times, rating.Copies{})
	}
	return at
}

// Among returns a Tally of the games whose players are both in the given list. The new number of a
// player is the player's index in the list.
func (t *Tally) Among(players []int) *Tally {
	out := NewTally(len(players))
	rows := numbered(t.players, players)
	for n, k := range t.kinds {
		if i, j := rows[k.i], rows[k.j]; i >= 0 && j >= 0 {
			out.times[out.find(newKind(i, j, k.games, k.ahead))].Join(t.times[n])
		}
	}
	return out
}

// Clusters returns the same clusters of games for the functions of package rating, which fit the
// Bradley-Terry model without an advantage of the first seat.
func (t *Tally) Clusters() *rating.Clusters {
	out := rating.NewClusters(t.players)
	for n, k := range t.kinds {
		var places []int
		for seat, games := range [2][3]int{k.games.First, k.games.Second} {
			for result, of := range [3][2]int{won: {1, 2}, drawn: {1, 1}, lost: {2, 1}} { // places by seat
				for range games[result] {
					places = append(places, of[seat], of[1-seat])
				}
			}
		}
		_ = out.AddPairs(k.i, k.j, places, t.times[n]) // two different players
	}
	return out
}

// numbered returns the inverse of the list players: for each of n players, the index in the list,
// or -1 if the list does not contain the player.
func numbered(n int, players []int) []int {
	rows := slices.Repeat([]int{-1}, n)
	for row, p := range players {
		rows[p] = row
	}
	return rows
}

// Counts returns, for each score of the first player, the number of clusters of games between two
// players with this score. games is the number of games in a cluster, for example 2 for pairs of
// games. Clusters with the same moves count once. others is the number of games in clusters of
// other sizes, which are not counted.
func (t *Tally) Counts(first, second, games int) (counts rating.Counts, others int) {
	counts = make(rating.Counts, 2*games+1)
	for n, k := range t.kinds {
		if k.i != min(first, second) || k.j != max(first, second) {
			continue
		}
		if size := k.games.size(); size != games {
			others += t.times[n].Clusters * size
			continue
		}
		counts[k.halves(first)] += t.times[n].Distinct
	}
	return counts, others
}

// Score returns the mean score of the first of two players in all their games, copies included. It
// is 1/2 if there are none.
func (t *Tally) Score(first, second int) float64 {
	var all, sum float64
	for n, k := range t.kinds {
		if k.i == min(first, second) && k.j == max(first, second) {
			came := float64(t.times[n].Clusters)
			all, sum = all+came*float64(k.games.size()), sum+came*float64(k.halves(first))/2
		}
	}
	if all == 0 {
		return 0.5
	}
	return sum / all
}

// halves returns the number of half points that a player scored in the cluster.
func (k *kind) halves(player int) int {
	halves := 2*(k.games.First[won]+k.games.Second[lost]) + k.games.First[drawn] + k.games.Second[drawn]
	if player != k.i {
		halves = 2*k.games.size() - halves
	}
	return halves
}

func (g Games) size() int {
	n := 0
	for r := range 3 {
		n += g.First[r] + g.Second[r]
	}
	return n
}

// meeting contains all games of two players i < j. It counts them by the player in the first seat
// and by the result for that player.
type meeting struct {
	i, j  int
	ahead float64 // known log-odds in favour of player i besides the strengths
	games [2][3]float64
	// safe is the factor by which the variance of the slope grows if all games of a cluster have the
	// same result: the sum of the squared sizes of the clusters, divided by the sum of the sizes.
	safe    float64
	virtual float64 // virtual draws; each player has the first seat in half of them
}

func (m *meeting) total() float64 {
	n := 0.0
	for _, seat := range m.games {
		n += seat[won] + seat[drawn] + seat[lost]
	}
	return n
}

// effective returns a copy of m in which all numbers of games are multiplied by m.safe and by
// share. The Fisher information of the copy is share times a cautious variance: the one that the
// model predicts if all games of a cluster have the same result.
func (m meeting) effective(share float64) meeting {
	for seat := range m.games {
		for r := range m.games[seat] {
			m.games[seat][r] *= m.safe * share
		}
	}
	return m
}

// withoutSpread reports whether the results of two players do not vary: every cluster of games has
// the expected result. squares is the sum over clusters of the squared derivative of the
// log-likelihood. If the results do not vary, it is 0 except for rounding errors.
func (m *meeting) withoutSpread(squares float64) bool { return squares < 1e-9*m.safe*m.total() }

func (m *meeting) points() float64 {
	return m.games[0][won] + m.games[1][lost] + (m.games[0][drawn]+m.games[1][drawn])/2
}

// meetings returns the games of every two players who met, in the order of their first games. Games
// of the same players with different known advantages (ahead) have separate elements. of[k] is the
// index in out of the games of the cluster t.kinds[k].
func (t *Tally) meetings() (out []meeting, of []int) {
	type players struct {
		i, j  int
		ahead float64
	}
	at := make(map[players]int)
	of = make([]int, len(t.kinds))
	for n, k := range t.kinds {
		m, ok := at[players{k.i, k.j, k.ahead}]
		if !ok {
			m = len(out)
			at[players{k.i, k.j, k.ahead}] = m
			out = append(out, meeting{i: k.i, j: k.j, ahead: k.ahead})
		}
		of[n] = m
		for r := range 3 {
			out[m].games[0][r] += float64(t.times[n].Clusters * k.games.First[r])
			out[m].games[1][r] += float64(t.times[n].Clusters * k.games.Second[r])
		}
		size := float64(k.games.size())
		out[m].safe += t.times[n].Squares() * size * size
	}
	for i := range out {
		out[i].safe /= out[i].total()
	}
	return out, of
}

// Results returns the numbers of games that the first of two players won, drew and lost against the
// second. games is the number of games in a cluster, as in [Tally.Counts]; 0 stands for clusters of
// all sizes. Clusters of games with the same moves as an earlier cluster do not count.
func (t *Tally) Results(first, second, games int) (wins, draws, losses int) {
	for n, k := range t.kinds {
		if k.i != min(first, second) || k.j != max(first, second) || games > 0 && k.games.size() != games {
			continue
		}
		times := t.times[n].Distinct
		wins += times * (k.games.First[won] + k.games.Second[lost])
		draws += times * (k.games.First[drawn] + k.games.Second[drawn])
		losses += times * (k.games.First[lost] + k.games.Second[won])
	}
	if first > second {
		wins, losses = losses, wins
	}
	return wins, draws, losses
}
