package rating

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/rating/internal/newton"
)

// Covariance is the covariance matrix of the players' estimated strengths. A strength is a natural
// logarithm, relative to the mean of all players. The zero value has no players. Methods panic for
// a number that no player has. They also panic for a list of ratings that is too short, and for
// impossible degrees of freedom.
type Covariance struct {
	sym *mat.SymDense
	n   int // number of players, if sym is nil
	at  func(i, j int) float64
	// root is a matrix root of the covariance, if sym is nil; nil for none.
	root *covarianceRoot
}

// NewCovariance returns a Covariance of the given matrix, which contains the covariances of the
// players' log-strengths. The mean of each row must be 0.
func NewCovariance(sym *mat.SymDense) Covariance { return Covariance{sym: sym} }

// NewIndependentCovariance returns the Covariance of strengths with independent errors, relative to
// their mean. variances contains the variance of every player's log-strength. Its memory grows
// with the number of players, and not with the square.
func NewIndependentCovariance(variances []float64) Covariance {
	n := float64(len(variances))
	shared := 0.0
	for _, v := range variances {
		shared += v / (n * n)
	}
	return Covariance{n: len(variances), at: func(i, j int) float64 {
		v := shared - (variances[i]+variances[j])/n
		if i == j {
			v += variances[i]
		}
		return v
	}}
}

// NewRootCovariance returns the covariance of players' strengths relative to their mean, for a
// covariance matrix RᵀR that is too large to be stored. column must return the product Rw in a new
// vector, for any vector w with a weight for each player. Only one goroutine at a time may use the
// Covariance.
func NewRootCovariance(players int, column func(weights []float64) []float64) Covariance {
	r := &covarianceRoot{n: players, column: column}
	return Covariance{n: players, at: r.at, root: r}
}

// Among returns the covariance of the strengths of the given players relative to the mean of these
// players. A player may occur several times.
func (c Covariance) Among(players []int) Covariance {
	if len(players) == 0 {
		return Covariance{}
	}
	if c.root != nil {
		return NewRootCovariance(len(players), func(weights []float64) []float64 {
			all := make([]float64, c.n)
			for k, player := range players {
				all[player] += weights[k]
			}
			return c.root.column(all)
		})
	}
	n := len(players)
	means, all := make([]float64, n), 0.0
	for i, a := range players {
		for _, b := range players {
			means[i] += c.At(a, b) / float64(n)
		}
		all += means[i] / float64(n)
	}
	out := mat.NewSymDense(n, nil)
	for i, a := range players {
		for j, b := range players[:i+1] {
			out.SetSym(i, j, c.At(a, b)-means[i]-means[j]+all)
		}
	}
	return Covariance{sym: out}
}

// covarianceRoot computes the elements of a covariance matrix that is too large to be stored. An
// element is the inner product of two vectors, one for each player. covarianceRoot stores the
// vectors of a few players only and computes the others again.
type covarianceRoot struct {
	n      int
	column func(weights []float64) []float64
	mean   []float64     // column of the mean of all players
	recent [4]rootColumn // last used first
}

// rootColumn is the stored vector of one player. The inner product of two players' vectors is the
// covariance of their strengths relative to the mean.
type rootColumn struct {
	player int
	of     []float64 // nil for no column
}

func (r *covarianceRoot) at(i, j int) float64 {
	a := r.player(i)
	if i == j {
		return floats.Dot(a, a)
	}
	return floats.Dot(a, r.player(j))
}

// player returns the vector of player i, and keeps it for later calls. The inner product of two
// players' vectors is the covariance of their strengths relative to the mean.
func (r *covarianceRoot) player(i int) []float64 {
	at := slices.IndexFunc(r.recent[:], func(c rootColumn) bool { return c.player == i && c.of != nil })
	if at < 0 {
		if r.mean == nil {
			r.mean = r.column(slices.Repeat([]float64{1 / float64(r.n)}, r.n))
		}
		weights := make([]float64, r.n)
		weights[i] = 1
		column := r.column(weights)
		floats.Sub(column, r.mean)
		at = len(r.recent) - 1
		r.recent[at] = rootColumn{i, column}
	}
	used := r.recent[at]
	copy(r.recent[1:at+1], r.recent[:at])
	r.recent[0] = used
	return used.of
}

// Players returns the number of players.
func (c Covariance) Players() int {
	if c.sym == nil {
		return c.n
	}
	return c.sym.SymmetricDim()
}

// At returns the covariance of the log-strengths of players i and j.
func (c Covariance) At(i, j int) float64 {
	if c.sym == nil {
		return c.at(i, j)
	}
	return c.sym.At(i, j)
}

// dense returns the covariance as a matrix.
func (c Covariance) dense() *mat.SymDense {
	if c.sym != nil {
		return c.sym
	}
	sym := mat.NewSymDense(c.n, nil)
	for i := range c.n {
		for j := range i + 1 {
			sym.SetSym(i, j, c.at(i, j))
		}
	}
	return sym
}

// MeanError returns the standard error, in Elo, of a player's rating relative to the mean of
// all players.
func (c Covariance) MeanError(i int) float64 { return EloPerLogit * root(c.At(i, i)) }

// PairError returns the standard error, in Elo, of the difference between the ratings of players
// i and j. In a table in which player j has the fixed rating 0, it is the error of player i's
// rating.
func (c Covariance) PairError(i, j int) float64 {
	return EloPerLogit * root(c.At(i, i)+c.At(j, j)-2*c.At(i, j))
}

// root returns the square root of a variance, or 0 if rounding has made the variance negative.
func root(v float64) float64 { return math.Sqrt(max(v, 0)) }

// Superiority returns the likelihood of superiority: the probability that player i is stronger
// than player j, given the ratings of all players in Elo. It is Φ((elo_i - elo_j)/PairError).
// BayesElo calls it LOS and Ordo CFS.
func (c Covariance) Superiority(elo []float64, i, j int) float64 {
	return superiority(elo[i]-elo[j], c.PairError(i, j), math.Inf(1))
}

// superiority returns the probability that the true value of an estimated difference is above 0.
// err is the standard error of the estimate; the distribution is Student's t with the given
// degrees of freedom.
func superiority(difference, err, freedom float64) float64 {
	switch {
	case difference == 0 || math.IsNaN(difference):
		return 0.5
	case err == 0 || math.IsInf(difference, 0):
		if difference > 0 {
			return 1
		}
		return 0
	case math.IsInf(freedom, 1):
		return distuv.UnitNormal.CDF(difference / err)
	}
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.CDF(difference / err)
}

// fisher returns the Fisher information about the log-strengths in the Bradley-Terry model, given a
// table of games. The element of players i and j is -n·p·(1-p). n is their number of games, and p
// the expected score of i against j at the log-strengths log. The diagonal makes the rows add up to
// 0. Then the information from prior virtual draws per player is added to the diagonal. Hunter
// (2004), section 5.
func fisher(d *Duels, log []float64, prior float64) *mat.SymDense {
	info := mat.NewSymDense(max(d.n, 1), nil)
	for i := range d.n {
		for _, r := range d.rows[i] {
			j := r.opponent
			if j >= i {
				break
			}
			p := Logistic(log[i] - log[j])
			newton.AddDifference(info, i, j, r.games()*p*(1-p))
		}
		p := Logistic(log[i])
		newton.Add(info, i, i, prior*p*(1-p))
	}
	return info
}

// sandwich returns the cluster-robust covariance of fitted log-strengths: bread⁺ · meat · bread⁺,
// centred. bread is the Fisher information of the model. meat is the sum over clusters of games
// of the outer products of their score vectors. The formula holds for any distribution of the
// results within a cluster (Huber 1967; White, Econometrica 48 (1980) 817-838; Liang and Zeger,
// Biometrika 73 (1986) 13-22). For two players it equals the delta-method error of the mean
// cluster score.
func sandwich(bread, meat mat.Symmetric) Covariance {
	n := bread.SymmetricDim()
	inverse := newton.PseudoInverse(bread)
	newton.CentreRows(inverse, n)
	var left mat.Dense
	left.Mul(inverse, meat)
	left.Mul(&left, inverse.T())
	cov := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			cov.SetSym(i, j, (left.At(i, j)+left.At(j, i))/2)
		}
	}
	return Covariance{sym: cov}
}
