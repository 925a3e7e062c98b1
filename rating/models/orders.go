package models

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/lanista/lanista/configs/keys"
	"github.com/lanista/lanista/rating"
)

// MaxTied is the largest number of players who may tie for a place in [Orders].
const MaxTied = 8

// Orders counts games of two or more seats by the order in which the players
// ended, in clusters.
type Orders struct {
	players    int
	winnerOnly bool
	index      map[string]int
	orders     []order
	beaten     *rating.Duels // who was chosen before whom
	games      []int         // every game's order, cluster after cluster
	ends       []int         // where a cluster ends in games
}

// order is one order of players, taken apart: at every stage, the best of those
// who remain is chosen.
type order struct {
	players []int
	chosen  []float64 // how often each of them is
	stages  []stage
	times   float64
	safe    float64 // games, each weighted by the size of its cluster
}

// stage chooses one of the first players of a list among all of it.
type stage struct {
	weight float64 // of every such choice
	choice int     // how many may be chosen
	among  []int   // indices into players
}

// NewOrders returns no orders of so many players. With winnerOnly the first place
// alone counts: all others are as good as last.
func NewOrders(players int, winnerOnly bool) *Orders {
	return &Orders{players: players, winnerOnly: winnerOnly, index: make(map[string]int), beaten: rating.NewDuels(players)}
}

// Add enters a cluster of games of the same players, two at least and none twice.
// The place of players[i] in game g is places[g·k+i], k being the number of
// players: 1 is the best, and players who tie, [MaxTied] at most, share a place.
func (o *Orders) Add(players, places []int) error {
	k := len(players)
	games := len(places) / k
	for g := range games {
		at, err := o.find(players, places[g*k:(g+1)*k])
		if err != nil {
			o.games = o.games[:len(o.games)-g]
			return err
		}
		o.games = append(o.games, at)
	}
	for _, at := range o.games[len(o.games)-games:] {
		one := &o.orders[at]
		one.times++
		one.safe += float64(games)
		for _, s := range one.stages {
			for _, a := range s.among[:s.choice] {
				for _, b := range s.among {
					if a != b {
						o.beaten.Win(one.players[a], one.players[b], s.weight)
					}
				}
			}
		}
	}
	o.ends = append(o.ends, len(o.games))
	return nil
}

// find returns the number of an order, a new one if it has not come yet.
func (o *Orders) find(players, places []int) (int, error) {
	var buffer [128]byte
	key := buffer[:0]
	for i, p := range players {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(p)), uint64(places[i]))
	}
	if at, ok := o.index[string(key)]; ok {
		return at, nil
	}
	one := order{players: slices.Clone(players), chosen: make([]float64, len(players))}
	if err := one.takeApart(places, o.winnerOnly); err != nil {
		return 0, err
	}
	o.orders = append(o.orders, one)
	o.index[string(key)] = len(o.orders) - 1
	return len(o.orders) - 1, nil
}

// takeApart lists the stages. Of a group of m tied players, each set of those who
// remain stands in the same share of the m! orders as any other of its size, so
// that the average over the orders is a sum over 2^m sets.
func (one *order) takeApart(places []int, winnerOnly bool) error {
	distinct := slices.Sorted(slices.Values(places))
	for _, place := range slices.Compact(distinct) {
		var group, behind []int
		for i, p := range places {
			switch {
			case p == place:
				group = append(group, i)
			case p > place:
				behind = append(behind, i)
			}
		}
		m := len(group)
		if m > MaxTied {
			return keys.Errorf("place", "%d players tie, at most %d may", m, MaxTied)
		}
		for set := 1; set < 1<<m; set++ {
			var among []int
			for k, i := range group {
				if set>>k&1 == 1 {
					among = append(among, i)
				}
			}
			remaining := len(among)
			if winnerOnly && remaining < m {
				continue
			}
			one.choose(among, behind, 1/(binomial(m, remaining)*float64(remaining)))
		}
		if winnerOnly {
			return nil
		}
	}
	return nil
}

// choose enters that each of some players is chosen among all that remain, with
// a weight.
func (one *order) choose(group, behind []int, weight float64) {
	among := slices.Concat(group, behind)
	if len(among) < 2 {
		return
	}
	one.stages = append(one.stages, stage{weight, len(group), among})
	for _, i := range group {
		one.chosen[i] += weight
	}
}

func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return math.Round(b)
}
