package rating

import "fmt"

// Duels is a table of wins and ties between n players, numbered from 0. The counts may be
// fractions, such as half a game or a weighted comparison. Methods panic for an invalid player
// number. The zero value has no players; use [NewDuels].
type Duels struct {
	n    int
	wins []float64 // wins[i*n+j]: i beat j
	ties []float64 // symmetric
}

// NewDuels returns an empty table of results for n players. A negative n counts as 0.
func NewDuels(n int) *Duels {
	n = max(n, 0)
	return &Duels{n: n, wins: make([]float64, n*n), ties: make([]float64, n*n)}
}

// Players returns the number of players.
func (d *Duels) Players() int { return d.n }

// Win adds the given number of wins of player i against player j.
func (d *Duels) Win(i, j int, times float64) {
	d.check(i, j)
	d.wins[i*d.n+j] += times
}

// Tie adds the given number of ties between players i and j.
func (d *Duels) Tie(i, j int, times float64) {
	d.check(i, j)
	d.ties[i*d.n+j] += times
	d.ties[j*d.n+i] += times
}

func (d *Duels) check(i, j int) {
	if min(i, j) < 0 || max(i, j) >= d.n {
		panic(fmt.Sprintf("rating: players %d and %d in a table of %d, counted from 0", i, j, d.n))
	}
}

// Wins returns the number of games that player i won against player j.
func (d *Duels) Wins(i, j int) float64 { return d.wins[i*d.n+j] }

// Ties returns the number of ties between players i and j.
func (d *Duels) Ties(i, j int) float64 { return d.ties[i*d.n+j] }

// Points returns the score of player i against player j, in points: 1 for each win and 1/2 for
// each tie.
func (d *Duels) Points(i, j int) float64 { return d.Wins(i, j) + d.Ties(i, j)/2 }

// Games returns the number of games between players i and j.
func (d *Duels) Games(i, j int) float64 { return d.Wins(i, j) + d.Wins(j, i) + d.Ties(i, j) }

func (d *Duels) total(i int) (points, games float64) {
	for j := range d.n {
		if j != i {
			points += d.Points(i, j)
			games += d.Games(i, j)
		}
	}
	return points, games
}

// among returns the table of the games between the given players. They are renumbered in the
// given order.
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
