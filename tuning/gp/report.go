package gp

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// Report says what the model makes of strength: how rough it is at every scale, and a
// map of it in the two weights along which it falls most about the answer. Importances
// it has none: a quarter of the range away the model has seen too few games.
func (s *Strategy) Report() tuning.Report { return s.ReportOf(s.Best().Weights) }

// ReportOf is the report with the errors of another answer.
func (s *Strategy) ReportOf(answer engines.Weights) tuning.Report {
	r := s.method().report()
	r.Error = s.Errors(answer)
	return r
}

func (m *method) report() tuning.Report {
	var r tuning.Report
	for k, elo := range m.posterior.amplitudes() {
		r.Octaves = append(r.Octaves, tuning.Octave{Scale: longest * math.Pow(0.5, float64(k)), Elo: elo})
	}
	order := make([]int, m.Box.Dim())
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.fall(b), m.fall(a)) })
	if len(order) > 1 {
		r.Map = m.mapped(min(order[0], order[1]), max(order[0], order[1]))
	}
	return r
}

// fall is how much the mean of the posterior falls, in logits, a tenth of the range to
// either side of the centre along a coordinate.
func (m *method) fall(k int) float64 {
	const away = 0.1
	sum := 0.0
	for _, side := range []float64{-away, away} {
		u := append([]float64(nil), m.centre...)
		u[k] = min(max(u[k]+side, 0), 1)
		sum += m.posterior.strength(m.centre) - m.posterior.strength(u)
	}
	return sum
}

// mapped is the strength over two coordinates, the others at the centre, by the mean
// of the posterior.
func (m *method) mapped(x, y int) *tuning.Map {
	const cells = 41 // in each direction
	space := m.Box.Space()
	free := space.Free()
	out := &tuning.Map{Weights: [2]int{free[x], free[y]}}
	for c := range cells {
		u := float64(c) / (cells - 1)
		out.X = append(out.X, space[free[x]].FromUnit(u))
		out.Y = append(out.Y, space[free[y]].FromUnit(u))
	}
	here := m.posterior.strength(m.centre)
	for r := range cells {
		row := make([]float64, cells)
		for c := range row {
			u := append([]float64(nil), m.centre...)
			u[x], u[y] = float64(c)/(cells-1), float64(r)/(cells-1)
			row[c] = (m.posterior.strength(u) - here) * rating.EloPerLogit
		}
		out.Elo = append(out.Elo, row)
	}
	return out
}

// amplitudes are the standard deviations of the octaves, in Elo: sqrt(n / (2 alpha))
// logits for n features whose amplitudes have precision alpha.
func (p *posterior) amplitudes() []float64 {
	out := make([]float64, len(p.model.first)-1)
	for k := range out {
		n := float64(p.model.first[k+1] - p.model.first[k])
		out[k] = math.Sqrt(n/(2*p.priors[octaveGroup+k])) * rating.EloPerLogit
	}
	return out
}

// difference is how much stronger one point is than another by the mean of the
// posterior, and the standard deviation of that, in logits.
func (p *posterior) difference(a, b []float64) (mean, deviation float64) {
	v, row := make([]float64, p.model.dim), make([]float64, p.model.size())
	p.at.place(v, a)
	p.model.add(row, v, 1)
	p.at.place(v, b)
	p.model.add(row, v, -1)
	mean = dot(row, p.theta)
	x := blas64.Vector{N: len(row), Inc: 1, Data: row}
	blas64.Trmv(blas.Trans, p.inv, x) // the variance is |U'^-1 row|^2
	return mean, math.Sqrt(dot(row, row))
}
