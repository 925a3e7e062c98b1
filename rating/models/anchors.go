package models

import (
	"math"
	"slices"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/internal/newton"
)

// merged contains a Tally in which all anchors, the players with fixed ratings, have become one
// player. [merged.split] converts ratings of the players in this Tally to ratings of the original
// players.
type merged struct {
	tally *Tally
	rows  []int     // number in the tally of every original player
	ahead []float64 // log-strength of every original player minus that of its row

	anchored []bool // by original player
	pool     int    // number in the tally of all anchors
}

// merge combines the anchors, the players with fixed ratings, into one player. anchors contains the
// fixed ratings in Elo by player. The log-strength of the combined player is the mean of theirs.
// Games between two anchors are dropped.
func (t *Tally) merge(anchors map[int]float64) merged {
	m := merged{rows: make([]int, t.players), ahead: make([]float64, t.players), anchored: make([]bool, t.players)}
	m.pool = -1
	mean, next := 0.0, 0
	for player := range t.players { // in order, so that the sum does not depend on the map's order
		mean += anchors[player] / float64(len(anchors))
	}
	for player := range t.players {
		elo, anchored := anchors[player]
		switch {
		case !anchored || m.pool < 0:
			m.rows[player] = next
			next++
		default:
			m.rows[player] = m.pool
		}
		if m.anchored[player] = anchored; anchored {
			m.pool = m.rows[player]
			m.ahead[player] = rating.Logit(elo - mean)
		}
	}
	m.tally = NewTally(next)
	for n, k := range t.kinds {
		i, j := m.rows[k.i], m.rows[k.j]
		if i != j {
			m.tally.times[m.tally.find(newKind(i, j, k.games, k.ahead+m.ahead[k.i]-m.ahead[k.j]))].Join(t.times[n])
		}
	}
	return m
}

// split converts ratings that were fitted to m.tally to ratings of the original players. In m.tally
// one player stands for all anchors, the players with fixed ratings. The rating of an anchor is the
// rating of this player plus a known difference, which has no error.
func (m merged) split(f rating.Fitted) rating.Fitted {
	out := rating.Fitted{Prior: f.Prior, Freedom: f.Freedom}
	var members []int // row in the covariance matrix of every original player of the core
	for player, row := range m.rows {
		out.Log = append(out.Log, f.Log[row]+m.ahead[player])
		out.Groups = append(out.Groups, f.Groups[row])
		place := -1
		if f.Core[row] >= 0 {
			place = len(members)
			members = append(members, f.Core[row])
			support := f.Support[f.Core[row]]
			if m.anchored[player] {
				support = rating.Support{Clusters: math.Inf(1)}
			}
			out.Support = append(out.Support, support)
		}
		out.Core = append(out.Core, place)
	}
	inner := slices.Clone(out.Log)
	newton.Centre(out.Log)
	shift := 0.0
	if len(inner) > 0 {
		shift = inner[0] - out.Log[0]
	}
	moved := func(statistic func(int, float64) float64) func(int, float64) float64 {
		if statistic == nil {
			return nil
		}
		return func(player int, at float64) float64 {
			return statistic(m.rows[player], at+shift-m.ahead[player])
		}
	}
	out.Statistic, out.CoreStatistic = moved(f.Statistic), moved(f.CoreStatistic)
	if len(members) > 0 {
		out.Covariance = f.Covariance.Among(members)
	}
	return out
}
