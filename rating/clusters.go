package rating

import (
	"fmt"
	"slices"
)

// Clusters collects the results of games so that [Clusters.Fit] can rate the players at any time.
// A cluster is a group of games that the same players played from the same start. These games are
// not independent, so a cluster counts as one observation. Clusters with the same moves in every
// game are copies. All copies count for the ratings, but together they are one observation for
// the errors. The caller recognizes copies.
//
// The memory grows with the square of the number of players, not with the number of clusters.
// With more than two players in a game it also grows with the number of different groups of
// players, up to a limit.
//
// The zero value has no players; use [NewClusters].
type Clusters struct {
	games  []int // number of games of every player
	pairs  pairSums
	tables tableSums
	blocks blockSums
}

// NewClusters returns an empty collection of results for the given number of players. A negative
// number counts as 0.
func NewClusters(players int) *Clusters {
	players = max(players, 0)
	return &Clusters{
		games:  make([]int, players),
		pairs:  newPairSums(players),
		tables: tableSums{players: players, most: maxTables},
	}
}

// Add adds a cluster of one or more games of the same players. players contains at least two
// different players, numbered from 0. places[g·k+i] is the place of players[i] in game g, where k
// is the number of players. Place 1 is the best, and tied players have equal places. Add returns an
// error and adds nothing if a player or the number of places is invalid.
func (c *Clusters) Add(players, places []int) error { return c.AddCopy(players, places, 1) }

// AddCopy adds a cluster of games like [Clusters.Add], as the nth cluster with the same moves. nth
// is 1 for new moves, 2 for their first repetition, and so on. A repetition is no independent
// evidence, so m copies count as one observation of m times the size. All copies must have the same
// places for the same players. AddCopy returns an error and adds nothing if Add would do so or if
// nth is below 1.
func (c *Clusters) AddCopy(players, places []int, nth int) error {
	if err := c.check(players, places, nth); err != nil {
		return fmt.Errorf("rating: %w", err)
	}
	var one Copies
	one.Add(nth)
	k := len(players)
	if k == 2 {
		c.addPairs(players[0], players[1], places, one)
		return nil
	}
	c.blocks.entered++
	games := len(places) / k
	for _, p := range players {
		c.games[p] += games
	}
	for g := range games {
		c.pairs.addGame(players, places[g*k:(g+1)*k])
	}
	c.pairs.addTable(players, places, one)
	c.tables.add(players, places, one, &c.pairs)
	return nil
}

// AddPairs adds several clusters of games between the players i and j that all had the same places.
// places contains the places in one of these clusters, as in [Clusters.Add]. times counts the
// clusters and the copies among them. AddPairs returns an error and adds nothing if Add would do
// so.
func (c *Clusters) AddPairs(i, j int, places []int, times Copies) error {
	if err := c.check([]int{i, j}, places, 1); err != nil {
		return fmt.Errorf("rating: %w", err)
	}
	c.addPairs(i, j, places, times)
	return nil
}

func (c *Clusters) addPairs(i, j int, places []int, times Copies) {
	c.blocks.entered += times.Clusters
	games := times.Clusters * len(places) / 2
	c.games[i] += games
	c.games[j] += games
	c.pairs.addPair(i, j, places, times)
}

func (c *Clusters) check(players, places []int, nth int) error {
	switch k := len(players); {
	case k < 2:
		return fmt.Errorf("a cluster of %d players; at least 2 are needed", k)
	case len(places) == 0 || len(places)%k != 0:
		return fmt.Errorf("%d places in games of %d players; every game needs %[2]d", len(places), k)
	case nth < 1:
		return fmt.Errorf("copy %d of a cluster; the first is 1", nth)
	}
	for i, p := range players {
		if p < 0 || p >= len(c.games) {
			return fmt.Errorf("player %d of %d, counted from 0", p, len(c.games))
		}
		if slices.Contains(players[:i], p) {
			return fmt.Errorf("player %d is at one table twice", p)
		}
	}
	return nil
}

// Duels returns the table of wins and ties of all pairs of players. A game of k players counts
// 1/(k-1) for each pair, so that it counts as one game for every player.
func (c *Clusters) Duels() *Duels { return c.pairs.duels() }

// Record returns how many games player i finished ahead of player j, tied with j, and finished
// behind j. It returns zeros for invalid players.
func (c *Clusters) Record(i, j int) (wins, ties, losses int) {
	if n := len(c.games); min(i, j) < 0 || max(i, j) >= n {
		return 0, 0, 0
	}
	sum, straight := c.pairs.at(i, j)
	if straight {
		return sum.won, sum.tied, sum.lost
	}
	return sum.lost, sum.tied, sum.won
}

// meanPoints returns the mean score of the i-th of k players over several games. The score of a
// game is the share of the other players who were placed behind. A tie counts half.
func meanPoints(i, k int, places []int) float64 {
	sum, games := 0.0, 0
	for ; len(places) > 0; places = places[k:] {
		halves := 0
		for other, place := range places[:k] {
			switch {
			case other == i:
			case places[i] < place:
				halves += 2
			case places[i] == place:
				halves++
			}
		}
		sum += float64(halves) / float64(2*(k-1))
		games++
	}
	return sum / float64(games)
}
