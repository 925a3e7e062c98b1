package tournament

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestTies(t *testing.T) {
	for _, v := range load[duelVector](t, "duels.json") {
		for name, c := range map[string]struct {
			fit  func(*Duels, float64) (TieRatings, error)
			want *tieVector
		}{"Rao-Kupper": {RaoKupper, v.RaoKupper}, "Davidson": {Davidson, v.Davidson}} {
			if c.want == nil {
				continue
			}
			t.Run(v.ID+" "+name, func(t *testing.T) {
				fit, err := c.fit(v.duels(), 0)
				if err != nil {
					t.Fatal(err)
				}
				near(t, "Elo", fit.Elo(), c.want.Elo, 1e-4)
				near(t, "parameter", []float64{fit.Tie}, []float64{c.want.Tie}, 1e-6)
				if c.want.DrawElo != 0 {
					near(t, "draw Elo", []float64{fit.DrawElo()}, []float64{c.want.DrawElo}, 1e-4)
				}
				if c.want.SE != nil {
					near(t, "errors", meanErrors(fit.Covariance), c.want.SE, 1e-4)
				}
			})
		}
	}
}

// raoKupperMM is the iteration of Hunter (2004), section 2.
func raoKupperMM(d *Duels) (log []float64, theta float64) {
	n := d.n
	s, ties := make([]float64, n), 0.0
	theta = 1.5
	for i := range n {
		s[i] = 1
		for j := range i {
			ties += d.Ties(i, j)
		}
	}
	sij := func(i, j int) float64 { return d.Wins(i, j) + d.Ties(i, j) }
	for range 20_000 {
		for i := range n {
			up, down := 0.0, 0.0
			for j := range n {
				if j != i {
					up += sij(i, j)
					down += sij(i, j)/(s[i]+theta*s[j]) + theta*sij(j, i)/(s[j]+theta*s[i])
				}
			}
			s[i] = up / down
		}
		normalise(s)
		sum := 0.0
		for i := range n {
			for j := range n {
				if i != j {
					sum += sij(i, j) * s[j] / (s[i] + theta*s[j])
				}
			}
		}
		theta = ties/sum + math.Sqrt(ties*ties/(sum*sum)+1)
	}
	return logs(s), theta
}

// davidsonMM minorises by ln x and the inequality of the arithmetic and
// geometric means.
func davidsonMM(d *Duels) (log []float64, nu float64) {
	n := d.n
	s, ties := make([]float64, n), 0.0
	nu = 0.5
	for i := range n {
		s[i] = 1
		for j := range i {
			ties += d.Ties(i, j)
		}
	}
	for range 20_000 {
		for i := range n {
			points, _ := d.total(i)
			down := 0.0
			for j := range n {
				if j != i {
					down += d.Games(i, j) * (1 + nu/2*math.Sqrt(s[j]/s[i])) / (s[i] + s[j] + nu*math.Sqrt(s[i]*s[j]))
				}
			}
			s[i] = points / down
		}
		normalise(s)
		down := 0.0
		for i := range n {
			for j := range i {
				root := math.Sqrt(s[i] * s[j])
				down += d.Games(i, j) * root / (s[i] + s[j] + nu*root)
			}
		}
		nu = ties / down
	}
	return logs(s), nu
}

func logs(s []float64) []float64 {
	out := make([]float64, len(s))
	for i, v := range s {
		out[i] = math.Log(v)
	}
	centre(out)
	return out
}

func TestTiesAgreeWithMM(t *testing.T) {
	for _, v := range load[duelVector](t, "duels.json") {
		if v.RaoKupper == nil {
			continue
		}
		d := v.duels()
		fit, err := RaoKupper(d, 0)
		if err != nil {
			t.Fatal(err)
		}
		log, theta := raoKupperMM(d)
		near(t, v.ID+" Rao-Kupper", append(log, theta), append(fit.Log, fit.Tie), 1e-6)
		if fit, err = Davidson(d, 0); err != nil {
			t.Fatal(err)
		}
		log, nu := davidsonMM(d)
		near(t, v.ID+" Davidson", append(log, nu), append(fit.Log, fit.Tie), 1e-6)
	}
}

// Without ties both models are Bradley-Terry; with nothing else all are equal;
// and a prior makes everything finite.
func TestTiesAtTheEdges(t *testing.T) {
	for name, fit := range map[string]func(*Duels, float64) (TieRatings, error){"Rao-Kupper": RaoKupper, "Davidson": Davidson} {
		d := NewDuels(2)
		d.Win(0, 1, 7)
		d.Win(1, 0, 3)
		r, err := fit(d, 0)
		if err != nil {
			t.Fatal(err)
		}
		near(t, name+" without ties", r.Elo(), []float64{73.5954, -73.5954}, 1e-4)
		drawn := NewDuels(3)
		drawn.Tie(0, 1, 5)
		drawn.Tie(1, 2, 5)
		if r, err = fit(drawn, 0); err != nil || !math.IsInf(r.Tie, 1) || r.Log[0] != r.Log[1] {
			t.Errorf("%s, all tied: %+v, %v", name, r, err)
		}
		unbeaten := NewDuels(2)
		unbeaten.Win(0, 1, 5)
		unbeaten.Tie(0, 1, 3)
		if r, err = fit(unbeaten, 0); err == nil {
			t.Errorf("%s: nobody beat the first, yet: %+v", name, r)
		}
		if r, err = fit(NewDuels(2), 0); err != nil || r.Log[0] != 0 {
			t.Errorf("%s, no games: %+v, %v", name, r, err)
		}
		rapid.Check(t, func(t *rapid.T) {
			r, err := fit(randomDuels(t, false), DefaultPrior)
			if err != nil {
				t.Fatal(err)
			}
			for i, l := range r.Log {
				if math.IsNaN(l) || math.IsInf(l, 0) || math.IsNaN(r.Covariance.MeanError(i)) {
					t.Fatalf("%+v", r)
				}
			}
		})
	}
}
