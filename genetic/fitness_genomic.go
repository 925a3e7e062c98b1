package genetic

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

type Genomic struct{ Prior float64 }

var (
	Heritable = 0.8
	Square    = false
	Rounds    = 4
)

func (j Genomic) Judge(e Evidence) []float64 {
	l := newLadder(e)
	n := len(e.Members)
	free := e.Space.Free()
	d := len(free)
	all := append(append([]Genome{}, e.Members...), e.Past...)
	z := make([][]float64, len(all))
	mean := make([]float64, d)
	for i, g := range all {
		if g.Weights == nil {
			continue
		}
		z[i] = make([]float64, d)
		for k, f := range free {
			z[i][k] = e.Space[f].Unit(g.Weights[f])
			if i < n {
				mean[k] += z[i][k] / float64(n)
			}
		}
	}
	spread := 0.0
	for i := range all {
		for k := range z[i] {
			z[i][k] -= mean[k]
			if i < n {
				spread += z[i][k] * z[i][k] / float64(n)
			}
		}
	}
	m := d
	sd := math.Sqrt(spread / float64(d))
	if sd < 1e-9 {
		sd = 1e-9
	}
	for i := range all {
		if z[i] == nil {
			z[i] = make([]float64, d)
		}
		for k := range z[i] {
			z[i][k] /= sd
		}
		if Square {
			for k := range d {
				z[i] = append(z[i], (z[i][k]*z[i][k]-1)/2)
			}
		}
	}
	if Square {
		m = 2 * d
	}
	prior := j.Prior / eloPerLogit
	ridge := float64(m) / (Heritable * prior * prior)
	rest := 1 / ((1 - Heritable) * prior * prior)
	beta := make([]float64, m)
	base := make([]float64, len(all))
	for range Rounds {
		for range 2 {
			h := mat.NewSymDense(m, nil)
			g := mat.NewVecDense(m, nil)
			for k := range m {
				h.SetSym(k, k, ridge)
				g.SetVec(k, -ridge*beta[k])
			}
			diff := make([]float64, m)
			for a, met := range l.met {
				for _, mt := range met {
					b := mt.other
					if b < a {
						continue
					}
					p := logistic(l.strength[a] - l.strength[b])
					r := mt.points - mt.games*p
					c := mt.games * p * (1 - p)
					for k := range m {
						diff[k] = z[a][k] - z[b][k]
						g.SetVec(k, g.AtVec(k)+r*diff[k])
					}
					h.SymRankOne(h, c, mat.NewVecDense(m, diff))
				}
			}
			var ch mat.Cholesky
			ch.Factorize(h)
			var step mat.VecDense
			ch.SolveVecTo(&step, g)
			for k := range m {
				beta[k] += step.AtVec(k)
			}
			for i := range all {
				v := 0.0
				for k := range m {
					v += beta[k] * z[i][k]
				}
				l.strength[i] += v - base[i]
				base[i] = v
			}
		}
		l.climb(base, rest)
	}
	return expected(l.strength[:n])
}
