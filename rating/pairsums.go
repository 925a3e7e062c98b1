package rating

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating/internal/newton"
)

// pairSums contains, for every pair of players, their game results and the sums for the sandwich
// covariance. The sums are over clusters of games of these two players.
//
// Suppose that player i made y points in a cluster of g games against player j, and that p is the
// expected score of a game. The covariance needs the square of y - g·p. p is known only after the
// fit, so the sums of y², g·y and g² are stored.
type pairSums struct {
	n    int
	sums []pairSum // of i < j, at i*n+j
}

type pairSum struct {
	won, lost, tied int     // comparisons that the player with the lower number won, lost and tied
	points, weight  float64 // a game of k players counts 1/(k-1) for each of its pairs
	safe            float64 // sum over clusters of the squared weight, each cluster counting as one result

	alone  squares // clusters of only these two players
	seated squares // clusters with other players at the table, by the comparisons of these two
}

// squares stores the results of clusters of games, so that their differences from any expected
// score can be computed later; see [squares.around]. It contains the sums of y², g·y and g² over
// the clusters. y is the number of points that a player scored in the g games of a cluster. A
// cluster that was repeated with the same moves counts as one cluster with more games.
type squares struct {
	clusters   int // without copies
	yy, gy, gg float64
}

// add adds equal clusters: in the g games of each, the player scored y points in total, from 0 to
// g. times counts the clusters and the copies among them.
func (s *squares) add(g, y float64, times Copies) {
	s.clusters += times.Distinct
	s.yy += times.squares * y * y
	s.gy += times.squares * g * y
	s.gg += times.squares * g * g
}

// around returns how much the results of clusters differ from an expected score p of one game. It
// is the sum of (y - p·g)² over all clusters, where y is the number of points in the g games of a
// cluster.
func (s *squares) around(p float64) float64 { return max(s.yy-2*p*s.gy+p*p*s.gg, 0) }

func newPairSums(n int) pairSums { return pairSums{n: n, sums: make([]pairSum, n*n)} }

// at returns the sums of the results between players i and j, from the view of the player with the
// lower number. straight is true if this is player i.
func (p *pairSums) at(i, j int) (sum *pairSum, straight bool) {
	if i < j {
		return &p.sums[i*p.n+j], true
	}
	return &p.sums[j*p.n+i], false
}

// met reports whether two players have met in at least the given number of clusters.
func (p *pairSums) met(clusters int) bool {
	return slices.ContainsFunc(p.sums, func(s pairSum) bool { return s.alone.clusters+s.seated.clusters >= clusters })
}

// addPair adds clusters of games between players i and j that all had the same places. places
// contains the places of i and j in the first game of a cluster, then those in the second, and so
// on. times counts the clusters and the copies among them.
func (p *pairSums) addPair(i, j int, places []int, times Copies) {
	s, straight := p.at(i, j)
	first, second := 0, 1
	if !straight {
		first, second = second, first
	}
	won, lost, tied := 0, 0, 0
	for ; len(places) > 1; places = places[2:] {
		switch mine, theirs := places[first], places[second]; {
		case mine < theirs:
			won++
		case mine > theirs:
			lost++
		default:
			tied++
		}
	}
	games, points := float64(won+lost+tied), float64(won)+float64(tied)/2
	s.won += times.Clusters * won
	s.lost += times.Clusters * lost
	s.tied += times.Clusters * tied
	s.points += float64(times.Clusters) * points
	s.weight += float64(times.Clusters) * games
	s.alone.add(games, points, times)
	s.safe += times.squares * games * games
}

// addGame adds a game of more than two players as results between every two of them. places
// contains the place of each player.
func (p *pairSums) addGame(players, places []int) {
	weight := 1 / float64(len(players)-1)
	for a := range players {
		for b := range a {
			s, straight := p.at(players[a], players[b])
			mine, theirs := places[a], places[b]
			if !straight {
				mine, theirs = theirs, mine
			}
			s.weight += weight
			switch {
			case mine < theirs:
				s.won++
				s.points += weight
			case mine > theirs:
				s.lost++
			default:
				s.tied++
				s.points += weight / 2
			}
		}
	}
}

// addTable adds clusters of games with more than two players to the sums of each pair of these
// players. times counts the clusters and the copies among them.
func (p *pairSums) addTable(players, places []int, times Copies) {
	k := len(players)
	g := float64(len(places) / k)
	for a := range players {
		for b := range a {
			y := 0.0
			for at := 0; at < len(places); at += k {
				switch mine, theirs := places[at+a], places[at+b]; {
				case mine < theirs:
					y++
				case mine == theirs:
					y += 0.5
				}
			}
			s, straight := p.at(players[a], players[b])
			if !straight {
				y = g - y
			}
			s.seated.add(g, y, times)
		}
	}
}

// duels returns the table of wins and ties of all pairs of players. A game of k players compares
// each player with k-1 others, so each comparison counts 1/(k-1).
func (p *pairSums) duels() *Duels {
	d := NewDuels(p.n)
	for i := range p.n {
		for j := i + 1; j < p.n; j++ {
			s := &p.sums[i*p.n+j]
			if s.won+s.lost+s.tied == 0 {
				continue
			}
			perComparison := s.weight / float64(s.won+s.lost+s.tied)
			tied := float64(s.tied) * perComparison
			d.Win(i, j, s.points-tied/2)
			d.Win(j, i, s.weight-s.points-tied/2)
			d.Tie(i, j, tied)
		}
	}
	return d
}

// support returns how much evidence about a player's strength the games against the players in
// others contain. The parameter spread is the variance of the player's points: the sum over
// clusters of games of the squared differences between actual and expected points. log contains the
// log-strengths. A game of k players compares the player with k-1 opponents, and each of these
// comparisons counts 1/(k-1).
func (p *pairSums) support(player int, others []int, log []float64, spread float64) Support {
	var out Support
	information, single := 0.0, 0.0
	for _, other := range others {
		if other == player {
			continue
		}
		s, _ := p.at(player, other)
		if games := s.won + s.lost + s.tied; games > 0 {
			q := Logistic(log[player] - log[other])
			out.Clusters += float64(s.alone.clusters+s.seated.clusters) * s.weight / float64(games)
			information += s.weight * q * (1 - q)
			single += s.safe * q * (1 - q)
		}
	}
	out.Variance, out.Single = spread/square(information), single/square(information)
	return out
}

// meat adds the games of only two players to the matrix meat of the sandwich estimator, which is
// the covariance bread⁻¹·meat·bread⁻¹. For each pair of players it adds the squared differences
// between actual and expected points, summed over their clusters of games. A pair counts only if
// within is true for both players. log contains the log-strengths. meat returns the number of
// clusters.
func (p *pairSums) meat(log []float64, within func(player int) bool, meat *mat.SymDense) (clusters int) {
	for i := range p.n {
		for j := i + 1; j < p.n; j++ {
			if s := &p.sums[i*p.n+j]; s.alone.clusters > 0 && within(i) && within(j) {
				newton.AddDifference(meat, i, j, s.alone.around(Logistic(log[i]-log[j])))
				clusters += s.alone.clusters
			}
		}
	}
	return clusters
}

// uniform reports whether the results of clusters of games do not vary at all. around is the sum of
// the squared differences between actual and expected points, and gg the sum of the squared numbers
// of games. A value of around as small as a rounding error counts as 0.
func uniform(around, gg float64) bool { return around < 1e-9*gg }

// UniformShare returns a factor for the variance of players whose clusters of games all ended
// alike. Their observed variance is 0, which would make their errors too small. The caller uses the
// variance that the model predicts instead, multiplied by this factor. For at least five clusters
// the factor is 1/clusters, which leaves the variance of one cluster. For fewer clusters it is 1.
func UniformShare(clusters float64) float64 {
	if clusters < leastSpread {
		return 1
	}
	return 1 / clusters
}

// addUniform corrects the matrix meat for pairs of players whose games all had exactly the expected
// results. The method meat adds nothing for such games, so that the standard errors of these
// players would be too small. For each such pair, addUniform adds the variance that the model
// predicts, multiplied by [UniformShare]. Only pairs for which within returns true for both players
// count. log contains the log-strengths. If means is true, meat contains differences from mean points,
// to which games add nothing if they all had equal results, whether expected or not; these pairs are
// corrected.
func (p *pairSums) addUniform(log []float64, within func(player int) bool, means bool, meat *mat.SymDense) {
	for i := range p.n {
		for j := i + 1; j < p.n; j++ {
			s := &p.sums[i*p.n+j].alone
			if s.clusters == 0 || !within(i) || !within(j) {
				continue
			}
			q := Logistic(log[i] - log[j])
			centre := q
			if means {
				centre = s.gy / s.gg
			}
			if uniform(s.around(centre), s.gg) {
				newton.AddDifference(meat, i, j, UniformShare(float64(s.clusters))*s.gg*q*(1-q))
			}
		}
	}
}

// safeMeat returns a cautious form of the matrix meat of the sandwich estimator, which is the
// covariance bread⁻¹·meat·bread⁻¹. It is the matrix that the model predicts if all games of a
// cluster have the same result. It is used if the actual results show no variance, or if there are
// too few clusters. A pair counts only if within is true for both players. log contains the
// log-strengths.
func (p *pairSums) safeMeat(log []float64, within func(player int) bool) *mat.SymDense {
	meat := mat.NewSymDense(p.n, nil)
	for i := range p.n {
		for j := i + 1; j < p.n; j++ {
			if s := &p.sums[i*p.n+j]; s.safe > 0 && within(i) && within(j) {
				q := Logistic(log[i] - log[j])
				newton.AddDifference(meat, i, j, s.safe*q*(1-q))
			}
		}
	}
	return meat
}
