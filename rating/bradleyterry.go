package rating

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating/internal/newton"
)

// DefaultPrior is the default number of virtual draws that a fit adds for every player, each
// against an opponent of average strength. They give every player a finite rating. Ratings that
// are finite without them hardly change.
const DefaultPrior = 0.5

// Ratings contains the strengths of players that [BradleyTerry] estimated from game results.
type Ratings struct {
	// Log contains the natural logarithm of every player's strength. The mean of the finite values
	// is 0. Without a prior some values may be infinite, relative to the largest group of players
	// who all scored against each other, directly or through others. Log is +Inf for a player who
	// lost no point against this group, and -Inf for a player who won none.
	Log []float64
	// Steps is the number of iterations of the fit. If groups of players are fitted one by one, it is
	// the largest number of them.
	Steps int
	// Components contains, for every player, the number of the player's group: the players of a
	// group have all scored against each other, directly or through a chain of players. If all
	// numbers are 0, there is one group, and the ratings are finite without a prior. See the
	// function [Components].
	Components []int
}

// Elo returns every player's rating in Elo, which is 400/ln(10) times Log.
func (r Ratings) Elo() []float64 {
	elo := make([]float64, len(r.Log))
	for i, l := range r.Log {
		elo[i] = EloPerLogit * l
	}
	return elo
}

// BradleyTerry fits the Bradley-Terry model, P(i beats j) = s_i/(s_i+s_j), to a table of results by
// maximum likelihood. A tie counts as half a win for each player, so the ratings describe expected
// scores and not the frequency of draws. Newton's method finds the maximum on the logarithms of the
// strengths.
//
// prior is the number of virtual draws per player against an opponent of strength 1, at least 0.
// With prior 0 the result may contain infinite strengths: those of players who lost no point or won
// no point against the largest group of players who all scored against each other, directly or
// through others. Groups of players that cannot be compared with this group have ratings with a
// separate mean of 0.
//
// BradleyTerry returns an error for a nil table, for an invalid prior, and if Newton's method finds
// no maximum. It also returns an error for results that no games can have: numbers that are not
// finite, or a player with fewer points against another than 0 or more than one for each game.
//
// Zermelo, Math. Z. 29 (1929); Bradley and Terry, Biometrika 39 (1952); Hunter, "MM algorithms for
// generalized Bradley-Terry models", Ann. Statist. 32 (2004).
func BradleyTerry(d *Duels, prior float64) (Ratings, error) {
	if err := checkPrior(prior); err != nil {
		return Ratings{}, err
	}
	if d == nil {
		return Ratings{}, errors.New("rating: no table of results: nil Duels")
	}
	if err := d.valid(); err != nil {
		return Ratings{}, err
	}
	r := Ratings{Log: make([]float64, d.n), Components: Components(d)}
	var groups [][]int
	for i, c := range r.Components {
		for len(groups) <= c {
			groups = append(groups, nil)
		}
		groups[c] = append(groups[c], i)
	}
	if prior > 0 || len(groups) <= 1 {
		steps, err := newton.Maximize(r.Log, func(x, grad []float64, info *mat.SymDense) float64 {
			value := bradleyTerryLikelihood(d, prior, x, grad, info)
			newton.Ridge(info, d.n, prior)
			return value
		})
		r.Steps = steps
		newton.Centre(r.Log)
		return r, err
	}
	core := 0
	for c := range groups {
		if len(groups[c]) > len(groups[core]) {
			core = c
		}
	}
	below, above := reach(d, groups[core][0], false), reach(d, groups[core][0], true)
	for c, group := range groups {
		part, err := BradleyTerry(d.among(group), 0)
		if err != nil {
			return r, err
		}
		r.Steps = max(r.Steps, part.Steps)
		for k, i := range group {
			switch {
			case c == core || above[i] == below[i]:
				r.Log[i] = part.Log[k]
			case above[i]:
				r.Log[i] = math.Inf(1)
			default:
				r.Log[i] = math.Inf(-1)
			}
		}
	}
	return r, nil
}

// mostPrior is the largest prior that a caller may choose. A prior is a number of draws that every
// player is assumed to have played in addition to the real games.
const mostPrior = 1_000_000

func checkPrior(prior float64) error {
	if !(prior >= 0) || prior > mostPrior {
		return keys.Errorf("prior", "%v is not a number of virtual draws from 0 to %d", prior, mostPrior)
	}
	return nil
}

// bradleyTerryLikelihood returns the log-likelihood of the games in d under the Bradley-Terry
// model with the log-strengths x. It sets grad to the gradient and info to the Fisher
// information.
func bradleyTerryLikelihood(d *Duels, prior float64, x, grad []float64, info *mat.SymDense) float64 {
	newton.Clear(info)
	clear(grad)
	value := 0.0
	for i := range d.n {
		for _, r := range d.rows[i] {
			j := r.opponent
			if j >= i {
				break
			}
			games := r.games()
			if games == 0 {
				continue
			}
			points := r.points()
			p := Logistic(x[i] - x[j])
			value += points*LogLogistic(x[i]-x[j]) + (games-points)*LogLogistic(x[j]-x[i])
			grad[i] += points - games*p
			grad[j] -= points - games*p
			newton.AddDifference(info, i, j, games*p*(1-p))
		}
		if prior > 0 {
			p := Logistic(x[i])
			value += prior / 2 * (LogLogistic(x[i]) + LogLogistic(-x[i]))
			grad[i] += prior * (0.5 - p)
			newton.Add(info, i, i, prior*p*(1-p))
		}
	}
	return value
}

// bradleyTerryMM computes the ratings of [BradleyTerry] by the minorise-maximise iteration of
// Hunter (2004), equation (3). The likelihood rises in every step, but convergence is slow.
// [Clusters.Fit] uses it if Newton's method finds no maximum, and tests compare BradleyTerry
// with it. The results must be strongly connected or the prior positive.
func bradleyTerryMM(d *Duels, prior float64) (Ratings, error) {
	const maxSteps = 1_000_000
	r := Ratings{Log: make([]float64, d.n), Components: Components(d)}
	s := slices.Repeat([]float64{1}, d.n)
	for r.Steps = 1; r.Steps <= maxSteps; r.Steps++ {
		change := 0.0
		for i := range s {
			points, _ := d.total(i)
			points += prior / 2
			sum := prior / (s[i] + 1)
			for _, r := range d.rows[i] {
				if j := r.opponent; j != i {
					sum += r.games() / (s[i] + s[j])
				}
			}
			next := s[i]
			if sum > 0 {
				next = points / sum
			}
			change = max(change, math.Abs(next-s[i])/s[i])
			s[i] = next
		}
		if prior == 0 {
			normalise(s)
		}
		if !(change <= 1e300) {
			return r, newton.ErrNoMaximum
		}
		if change < 1e-13 {
			for i := range s {
				r.Log[i] = math.Log(s[i])
			}
			newton.Centre(r.Log)
			return r, nil
		}
	}
	return r, newton.ErrNoMaximum
}

func normalise(s []float64) {
	sum := 0.0
	for _, v := range s {
		sum += math.Log(v)
	}
	mean := math.Exp(sum / float64(len(s)))
	for i := range s {
		s[i] /= mean
	}
}
