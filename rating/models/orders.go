package models

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// MaxTied is the largest number of players who may share a place in a game. The computation for a
// tie grows exponentially with this number.
const MaxTied = 8

// Orders contains the finishing orders of games of two or more players, which [Orders.Fit] rates by
// the Plackett-Luce model. The games of a cluster depend on each other, so a cluster counts as one
// observation.
type Orders struct {
	players    int
	winnerOnly bool
	index      map[string]int
	orders     []order
	games      []int // index of every game's order, cluster after cluster
	ends       []int // end of every cluster in games
}

// order is an order in which the players of a game finished, with the number of games that had it.
// The Plackett-Luce model splits it into stages, each of which chooses the best of the remaining
// players.
type order struct {
	players []int
	chosen  []float64 // how often each player is chosen, averaged over the orders of tied players
	stages  []stage
	times   float64
	safe    float64 // number of games, each weighted by the size of its cluster
}

// stage is one step of a finishing order in the Plackett-Luce model: the choice of the best player
// among those who have no place yet. among contains these players. Only the first of them, as many
// as the field choice, may be chosen: one player, or several who tie.
type stage struct {
	weight float64 // weight of each possible choice
	choice int     // the number of players that may be chosen
	among  []int   // indices into players
}

// NewOrders returns an empty collection of finishing orders for the given number of players,
// numbered from 0. [Orders.Add] accepts larger player numbers too and raises the number of players.
// If winnerOnly is true, only the first place counts, and all other players tie for the last place.
func NewOrders(players int, winnerOnly bool) *Orders {
	return &Orders{players: players, winnerOnly: winnerOnly, index: make(map[string]int)}
}

// Add adds a cluster of games between the same players, at least two. places[g·k+i] is the place of
// players[i] in game g, where k is the number of players. Place 1 is the best, and players who tie
// have equal places. Add returns an error for a wrong number of places, and if more than [MaxTied]
// players of a game tie.
func (o *Orders) Add(players, places []int) error {
	k := len(players)
	if k < 2 || len(places) == 0 || len(places)%k != 0 {
		return keys.Errorf("place", "%d places in games of %d players; a game needs at least 2 players, and a place for each of them", len(places), k)
	}
	games := len(places) / k
	for g := range games {
		if m := Tied(places[g*k : (g+1)*k]); m > MaxTied {
			return keys.Errorf("place", "%d players share a place; at most %d may", m, MaxTied)
		}
	}
	for g := range games {
		at := o.find(players, places[g*k:(g+1)*k])
		o.orders[at].times++
		o.orders[at].safe += float64(games)
		o.games = append(o.games, at)
	}
	o.players = max(o.players, slices.Max(players)+1)
	o.ends = append(o.ends, len(o.games))
	return nil
}

// Tied returns the largest number of players who share a place.
func Tied(places []int) int {
	most := 0
	for _, place := range places {
		n := 0
		for _, other := range places {
			if other == place {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// Among returns an Orders with the clusters of games whose players are all in the given list. The
// new number of a player is the player's index in the list.
func (o *Orders) Among(players []int) *Orders {
	out := NewOrders(len(players), o.winnerOnly)
	rows := numbered(o.players, players)
	moved := make([]int, len(o.orders)) // index of each order in out, -1 if it is left out
	for n, one := range o.orders {
		moved[n] = -1
		among := make([]int, len(one.players))
		for i, p := range one.players {
			among[i] = rows[p]
		}
		if !slices.Contains(among, -1) {
			moved[n] = len(out.orders)
			one.players = among
			out.orders = append(out.orders, one)
		}
	}
	from := 0
	for _, end := range o.ends {
		if moved[o.games[from]] >= 0 {
			for _, at := range o.games[from:end] {
				out.games = append(out.games, moved[at])
			}
			out.ends = append(out.ends, len(out.games))
		}
		from = end
	}
	return out
}

// beaten returns how often each player finished before each other player, as a table of wins.
func (o *Orders) beaten() *rating.Duels {
	d := rating.NewDuels(o.players)
	for i := range o.orders {
		one := &o.orders[i]
		for _, s := range one.stages {
			for _, a := range s.among[:s.choice] {
				for _, b := range s.among {
					if a != b {
						d.Win(one.players[a], one.players[b], one.times*s.weight)
					}
				}
			}
		}
	}
	return d
}

// find returns the index in o.orders of the finishing order with the given places. If the order is
// new, find adds it.
func (o *Orders) find(players, places []int) int {
	var buffer [128]byte
	key := buffer[:0]
	for i, p := range players {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(p)), uint64(places[i]))
	}
	if at, ok := o.index[string(key)]; ok {
		return at
	}
	one := order{players: slices.Clone(players), chosen: make([]float64, len(players))}
	one.takeApart(places, o.winnerOnly)
	o.orders = append(o.orders, one)
	o.index[string(key)] = len(o.orders) - 1
	return len(o.orders) - 1
}

// takeApart divides the finishing order into stages, each of which chooses the best of the
// remaining players. All orders of tied players count equally. If winnerOnly is true, takeApart
// stores only the choice of the winner.
func (one *order) takeApart(places []int, winnerOnly bool) {
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
			return
		}
	}
}

// choose adds a stage to a finishing order, in which the best of the players in group and behind is
// a player of group. If group has several players, they tie: each of them counts as the best, with
// the given weight.
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
