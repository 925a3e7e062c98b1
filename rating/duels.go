package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Duels is a table of wins and ties between n players, numbered from 0. The counts may be
// fractions, such as half a game or a weighted comparison. Methods panic for an invalid player
// number. The memory grows with the number of pairs of players who met. The zero value has no
// players; use [NewDuels].
type Duels struct {
	n    int
	rows [][]duel // by player, in the order of the opponents' numbers
}

// duel contains the results of a player against one opponent. The opponent has an entry with the
// same results from the other side.
type duel struct {
	opponent           int
	wins, losses, ties float64
}

// NewDuels returns an empty table of results for n players. A negative n counts as 0.
func NewDuels(n int) *Duels {
	n = max(n, 0)
	return &Duels{n: n, rows: make([][]duel, n)}
}

// Players returns the number of players.
func (d *Duels) Players() int { return d.n }

// Win adds the given number of wins of player i against player j.
func (d *Duels) Win(i, j int, times float64) {
	d.check(i, j)
	d.enter(i, j).wins += times
	d.enter(j, i).losses += times
}

// Tie adds the given number of ties between players i and j.
func (d *Duels) Tie(i, j int, times float64) {
	d.check(i, j)
	d.enter(i, j).ties += times
	d.enter(j, i).ties += times
}

// enter returns the results of player i against player j, and creates them if there are none.
func (d *Duels) enter(i, j int) *duel {
	at, ok := d.find(i, j)
	if !ok {
		d.rows[i] = slices.Insert(d.rows[i], at, duel{opponent: j})
	}
	return &d.rows[i][at]
}

// find searches the results of player i for those against player j. at is their index in the row
// of player i. If there are none, ok is false, and at is the index at which to insert them.
func (d *Duels) find(i, j int) (at int, ok bool) {
	return slices.BinarySearchFunc(d.rows[i], j, func(r duel, j int) int { return cmp.Compare(r.opponent, j) })
}

// against returns the results of player i against player j; they are 0 if the players did not meet.
func (d *Duels) against(i, j int) duel {
	d.check(i, j)
	if at, ok := d.find(i, j); ok {
		return d.rows[i][at]
	}
	return duel{opponent: j}
}

func (d *Duels) check(i, j int) {
	if min(i, j) < 0 || max(i, j) >= d.n {
		panic(fmt.Sprintf("rating: players %d and %d in a table of %d, counted from 0", i, j, d.n))
	}
}

// Wins returns the number of games that player i won against player j.
func (d *Duels) Wins(i, j int) float64 { return d.against(i, j).wins }

// Ties returns the number of ties between players i and j.
func (d *Duels) Ties(i, j int) float64 { return d.against(i, j).ties }

// Points returns the score of player i against player j, in points: 1 for each win and 1/2 for
// each tie.
func (d *Duels) Points(i, j int) float64 { return d.against(i, j).points() }

// Games returns the number of games between players i and j.
func (d *Duels) Games(i, j int) float64 { return d.against(i, j).games() }

func (r duel) points() float64 { return r.wins + r.ties/2 }

func (r duel) games() float64 { return r.wins + r.losses + r.ties }

// valid returns an error if the results of any two players are impossible. This is so if the number
// of games is not finite, or if a player has a negative number of points. valid allows for rounding
// errors.
//
// A negative number of wins is valid if the points for ties make up for it. The tables of
// [Clusters.Duels] contain such numbers, because a tie in them has the mean weight of the games of
// the two players.
func (d *Duels) valid() error {
	const rounding = 1e-9 // of the number of games
	for i, row := range d.rows {
		for _, r := range row {
			if games := r.games(); !(r.points() >= -rounding*games) || math.IsInf(games, 1) {
				return fmt.Errorf("rating: players %d and %d: %v wins, %v losses and %v ties; numbers of at least 0 are needed", i, r.opponent, r.wins, r.losses, r.ties)
			}
		}
	}
	return nil
}

func (d *Duels) total(i int) (points, games float64) {
	for _, r := range d.rows[i] {
		if r.opponent != i {
			points += r.points()
			games += r.games()
		}
	}
	return points, games
}

// among returns the table of the games between the given players. They are renumbered in the
// given order.
func (d *Duels) among(players []int) *Duels {
	out := NewDuels(len(players))
	place := make(map[int]int, len(players))
	for a, i := range players {
		place[i] = a
	}
	for a, i := range players {
		for _, r := range d.rows[i] {
			if b, ok := place[r.opponent]; ok {
				r.opponent = b
				out.rows[a] = append(out.rows[a], r)
			}
		}
		slices.SortFunc(out.rows[a], func(x, y duel) int { return cmp.Compare(x.opponent, y.opponent) })
	}
	return out
}
