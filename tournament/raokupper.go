package tournament

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// TieRatings are strengths fitted together with a parameter for ties.
type TieRatings struct {
	Ratings
	// Tie is θ of the Rao-Kupper or ν of the Davidson model; +Inf if all games
	// were tied.
	Tie float64
	// Covariance is that of the logarithms of strength, the parameter for ties
	// being estimated with them.
	Covariance Covariance
}

// DrawElo is 400·log10 θ: the advantage in Elo that a player of the Rao-Kupper
// model must have over another to beat it half the time.
func (r TieRatings) DrawElo() float64 { return 400 * math.Log10(r.Tie) }

// RaoKupper fits P(i beats j) = s_i/(s_i+θs_j), P(tie) what is left, by maximum
// likelihood. It is the model of BayesElo. Prior is as in BradleyTerry, each
// virtual draw being half a win and half a loss. Without a prior the decisive
// games must suffice for a finite fit, or it fails. P. V. Rao and L. L. Kupper,
// J. Amer. Statist. Assoc. 62 (1967) 194-204.
func RaoKupper(d *Duels, prior float64) (TieRatings, error) {
	return fitTies(d, prior, raoKupperLikelihood, 1)
}

// fitTies fits strengths and, as the logarithm of a last parameter, ties. At
// none the parameter is what leaves no tie.
func fitTies(d *Duels, prior float64, likelihood func(*Duels, float64, []float64, []float64, *mat.SymDense) float64, none float64) (TieRatings, error) {
	ties, decisive := 0.0, 0.0
	for i := range d.n {
		for j := range i {
			ties += d.Ties(i, j)
			decisive += d.Wins(i, j) + d.Wins(j, i)
		}
	}
	if ties == 0 || decisive == 0 {
		r, err := BradleyTerry(d, prior)
		if err != nil {
			return TieRatings{Ratings: r, Tie: none}, err
		}
		if decisive == 0 && ties > 0 {
			none = math.Inf(1)
		}
		return TieRatings{Ratings: r, Tie: none, Covariance: ModelCovariance(fisherFinite(d, r.Log, prior))}, nil
	}
	x := make([]float64, d.n+1)
	x[d.n] = math.Log(1.5)
	steps, err := climb(x, func(x, grad []float64, info *mat.SymDense) float64 {
		value := likelihood(d, prior, x, grad, info)
		ridge(info, d.n, prior)
		return value
	})
	r := TieRatings{Ratings: Ratings{Log: x[:d.n], Steps: steps, Components: Components(d)}, Tie: math.Exp(x[d.n])}
	if err != nil {
		return r, err
	}
	info := mat.NewSymDense(d.n+1, nil)
	likelihood(d, prior, x, make([]float64, d.n+1), info)
	r.Covariance = strengthCovariance(info, d.n)
	centre(r.Log)
	return r, nil
}

// fisherFinite is Fisher with the games of players of infinite strength left
// out.
func fisherFinite(d *Duels, log []float64, prior float64) *mat.SymDense {
	finite := NewDuels(d.n)
	known := make([]float64, d.n)
	for i := range d.n {
		if math.IsInf(log[i], 0) {
			continue
		}
		known[i] = log[i]
		for j := range d.n {
			if !math.IsInf(log[j], 0) {
				finite.wins[i*d.n+j], finite.ties[i*d.n+j] = d.Wins(i, j), d.Ties(i, j)
			}
		}
	}
	return Fisher(finite, known, prior)
}

// raoKupperLikelihood takes a tie as a win of both in a game in which both give
// the other log θ of advantage: every such win of i over j is a logistic
// function of x_i - x_j - log θ.
func raoKupperLikelihood(d *Duels, prior float64, x, grad []float64, info *mat.SymDense) float64 {
	zero(info)
	clear(grad)
	n := d.n
	tau := x[n]
	value := 0.0
	win := func(times float64, i, j int) { // n stands for the virtual opponent
		u := -tau
		if i < n {
			u += x[i]
		}
		if j < n {
			u -= x[j]
		}
		p := logistic(u)
		value += times * logLogistic(u)
		slope, curve := times*(1-p), times*p*(1-p)
		grad[n] -= slope
		addSym(info, n, n, curve)
		if i < n {
			grad[i] += slope
			addSym(info, i, i, curve)
			addSym(info, i, n, -curve)
		}
		if j < n {
			grad[j] -= slope
			addSym(info, j, j, curve)
			addSym(info, j, n, curve)
		}
		if i < n && j < n {
			addSym(info, i, j, -curve)
		}
	}
	ties := 0.0
	for i := range n {
		for j := range n {
			if i != j && d.Wins(i, j)+d.Ties(i, j) > 0 {
				win(d.Wins(i, j)+d.Ties(i, j), i, j)
			}
			if j < i {
				ties += d.Ties(i, j)
			}
		}
		if prior > 0 {
			win(prior/2, i, n)
			win(prior/2, n, i)
		}
	}
	square := math.Expm1(2 * tau) // θ² - 1
	value += ties * math.Log(square)
	grad[n] += ties * 2 * (square + 1) / square
	addSym(info, n, n, ties*4*(square+1)/(square*square))
	return value
}
