package rating

import "fmt"

// Duels is a table of wins and ties between n players, numbered from 0. The counts may be
// fractions, such as half a game or a weighted comparison. Methods panic for an invalid
// player. The zero value has no players; use [NewDuels].
type Duels struct {
	n    int
	wins []float64 // wins[i*n+j]: i beat j
	ties []float64 // symmetric
}

// NewDuels returns an empty table of n players. A negative n counts as 0.
func NewDuels(n int) *Duels {
	n = max(n, 0)
	return &Duels{n: n, wins: make([]float64, n*n), ties: make([]float64, n*n)}
}

// Players returns the number of players.
func (d *Duels) Players() int { return d.n }

// Win enters that i beat j the given number of times.
func (d *Duels) Win(i, j int, times float64) {
	d.check(i, j)
	d.wins[i*d.n+j] += times
}

// Tie enters that i and j tied the given number of times.
func (d *Duels) Tie(i, j int, times float64) {
	d.check(i, j)
	d.ties[i*d.n+j] += times
	d.ties[j*d.n+i] += times
}

// check panics if i or j is not a player.
func (d *Duels) check(i, j int) {
	if min(i, j) < 0 || max(i, j) >= d.n {
		panic(fmt.Sprintf("rating: players %d and %d in a table of %d, counted from 0", i, j, d.n))
	}
}

// Wins returns the number of times i beat j.
func (d *Duels) Wins(i, j int) float64 { return d.wins[i*d.n+j] }

// Ties returns the number of times i and j tied.
func (d *Duels) Ties(i, j int) float64 { return d.ties[i*d.n+j] }

// Points returns the score of i against j: a win counts 1, a tie 1/2.
func (d *Duels) Points(i, j int) float64 { return d.Wins(i, j) + d.Ties(i, j)/2 }

// Games returns the number of games between i and j.
func (d *Duels) Games(i, j int) float64 { return d.Wins(i, j) + d.Wins(j, i) + d.Ties(i, j) }

// total returns the points and games of i.
func (d *Duels) total(i int) (points, games float64) {
	for j := range d.n {
		if j != i {
			points += d.Points(i, j)
			games += d.Games(i, j)
		}
	}
	return points, games
}

// among returns the table of the given players, renumbered in this order.
func (d *Duels) among(players []int) *Duels {
	out := NewDuels(len(players))
	for a, i := range players {
		for b, j := range players {
			out.wins[a*out.n+b] = d.Wins(i, j)
			out.ties[a*out.n+b] = d.Ties(i, j)
		}
	}
	return out
}
