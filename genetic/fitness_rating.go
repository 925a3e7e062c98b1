package genetic

import "math"

// eloPerLogit turns a difference of log-odds into one of Elo: 400/ln 10.
const eloPerLogit = 400 / math.Ln10

// Rating is the strength of the Bradley-Terry model (Zermelo 1929; Hunter, "MM
// algorithms for generalized Bradley-Terry models", Annals of Statistics 32,
// 2004): the odds that a genome beats another are those of their strengths. It
// knows whom a record was made against, and it shrinks: a normal prior of
// standard deviation Prior (Elo) around the common mean keeps nine lucky games
// from looking like strength.
type Rating struct{ Prior float64 }

// Judge returns the score that each member is expected to make against the
// average member.
func (j Rating) Judge(e Evidence) []float64 {
	l := newLadder(e)
	precision := math.Pow(eloPerLogit/j.Prior, 2)
	l.climb(nil, precision)
	return expected(l.strength[:len(e.Members)])
}

// expected turns log-strengths into expected scores against their mean.
func expected(strength []float64) []float64 {
	mean := 0.0
	for _, s := range strength {
		mean += s / float64(len(strength))
	}
	scores := make([]float64, len(strength))
	for i, s := range strength {
		scores[i] = logistic(s - mean)
	}
	return scores
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// ladder holds the log-strengths of all genomes in some evidence: the members
// by slot, then the past ones.
type ladder struct {
	strength []float64
	met      [][]meeting
}

// meeting is one genome's side of a duel.
type meeting struct {
	other         int
	games, points float64
}

func newLadder(e Evidence) *ladder {
	n := len(e.Members) + len(e.Past)
	l := &ladder{strength: make([]float64, n), met: make([][]meeting, n)}
	place := make(map[int]int, n)
	for i, g := range e.Members {
		place[g.ID] = i
	}
	for i, g := range e.Past {
		place[g.ID] = len(e.Members) + i
	}
	for _, d := range e.Duels {
		a, b := place[d.A], place[d.B]
		games := float64(d.Games)
		l.met[a] = append(l.met[a], meeting{b, games, d.Points})
		l.met[b] = append(l.met[b], meeting{a, games, games - d.Points})
	}
	return l
}

// climb finds the most probable strengths under a normal prior around mean (nil
// for 0) by Newton's method on one strength at a time. The problem is concave,
// so where it starts does not matter.
func (l *ladder) climb(mean []float64, precision float64) {
	const (
		sweeps   = 200
		enough   = 1e-9
		boldest  = 2.0 // a Newton step far from the optimum overshoots
		patience = 1e-12
	)
	for range sweeps {
		largest := 0.0
		for i, met := range l.met {
			slope, curve := -precision*l.strength[i], precision+patience
			if mean != nil {
				slope += precision * mean[i]
			}
			for _, m := range met {
				p := logistic(l.strength[i] - l.strength[m.other])
				slope += m.points - m.games*p
				curve += m.games * p * (1 - p)
			}
			step := min(max(slope/curve, -boldest), boldest)
			l.strength[i] += step
			largest = max(largest, math.Abs(step))
		}
		if largest < enough {
			return
		}
	}
}
