package tournament

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// unknownError is the standard error in Elo that the default prior alone allows
// a rating: of agents without games, and of agents who met through nobody.
var unknownError = eloPerLog / math.Sqrt(DefaultPrior/4)

// rating is an agent's rating, its interval, and the probability that the agent
// is stronger than the mean.
func (f *fit) rating(place int) (elo float64, interval [2]float64, los float64) {
	i := f.at[place]
	if i < 0 {
		elo, interval, _ = f.against(place, f.anchor)
		return elo, interval, 0.5
	}
	lower, upper := f.arms(i)
	elo = f.elo[i]
	interval = [2]float64{elo - lower, elo + upper}
	switch {
	case f.core[i] >= 0:
		los = superiority(elo, lower/f.width, f.freedom)
	case f.scattered():
		los = superiority(elo, min(lower, upper)/f.z, math.Inf(1))
	default:
		los = f.apart[i].los
	}
	if f.anchor >= 0 {
		elo, interval, _ = f.against(place, f.anchor)
	}
	return elo, interval, los
}

// errors is the number of standard errors in an arm of an agent's interval.
func (f *fit) errors(place int) float64 {
	within := func(place int) bool { return place < 0 || f.at[place] >= 0 && f.core[f.at[place]] >= 0 }
	if within(place) && within(f.anchor) {
		return f.width
	}
	return f.z
}

// arms are the lengths of the interval of a rating, in Elo.
func (f *fit) arms(i int) (lower, upper float64) {
	z, share := f.width, 1.0
	if c := f.core[i]; c >= 0 {
		lower = f.width * f.cov.MeanError(c)
		upper = lower
	} else {
		// Of a distance from the mean of the others, a part is that from the mean of all.
		z, share = f.z, float64(len(f.elo)-1)/float64(len(f.elo))
		lower, upper = share*f.apart[i].lower, share*f.apart[i].upper
	}
	if f.scattered() { // nobody knows where the mean of all groups is
		lower, upper = math.Hypot(lower, z*share*unknownError), math.Hypot(upper, z*share*unknownError)
	}
	return lower, upper
}

// scattered reports whether there are groups that never met.
func (f *fit) scattered() bool {
	return slices.ContainsFunc(f.groups, func(g int) bool { return g > 0 })
}

// against is the difference of two agents' ratings with its interval and the
// probability that it is above 0. Place -1 stands for the mean.
//
// Arms of agents apart are combined with those of the other by the root of the
// sum of squares (the method of variance estimates recovery: Zou and Donner,
// Stat. Med. 27 (2008) 1693-1702).
func (f *fit) against(a, b int) (difference float64, interval [2]float64, los float64) {
	if a == b {
		return 0, [2]float64{}, 0.5
	}
	i, eloA, lowerA, upperA := f.free(a)
	j, eloB, lowerB, upperB := f.free(b)
	difference = eloA - eloB
	if i >= 0 && j >= 0 && f.core[i] >= 0 && f.core[j] >= 0 {
		err := f.cov.PairError(f.core[i], f.core[j])
		arm := f.width * err
		return difference, [2]float64{difference - arm, difference + arm}, superiority(difference, err, f.freedom)
	}
	lower, upper := math.Hypot(lowerA, upperB), math.Hypot(upperA, lowerB)
	if len(f.elo) == 2 && i >= 0 && j >= 0 { // the two arms are one and the same
		lower, upper = lowerA, upperA
	}
	if i >= 0 && j >= 0 && f.groups[i] != f.groups[j] {
		lower, upper = math.Hypot(lower, f.z*unknownError), math.Hypot(upper, f.z*unknownError)
	}
	inner := lower
	if difference < 0 {
		inner = upper
	}
	return difference, [2]float64{difference - lower, difference + upper}, superiority(difference, inner/f.z, math.Inf(1))
}

// free is an agent's rating with the arms that it has while the others stay.
func (f *fit) free(place int) (i int, elo, lower, upper float64) {
	if place < 0 {
		return -1, 0, 0, 0
	}
	i = f.at[place]
	switch {
	case i < 0:
		return i, 0, f.z * unknownError, f.z * unknownError
	case f.core[i] >= 0:
		arm := f.width * f.cov.MeanError(f.core[i])
		return i, f.elo[i], arm, arm
	}
	return i, f.elo[i], f.apart[i].lower, f.apart[i].upper
}

// lead compares two agents.
func (f *fit) lead(a, b int) *Lead {
	difference, interval, los := f.against(a, b)
	return &Lead{Difference: difference, Interval: interval, LOS: los}
}

// spread is the covariance of all ratings for drawing: that of the core, and
// for agents apart the arm towards the mean.
func (f *fit) spread() Covariance {
	n := len(f.elo)
	if n == 0 {
		return Covariance{}
	}
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			switch a, b := f.core[i], f.core[j]; {
			case a >= 0 && b >= 0:
				sym.SetSym(i, j, f.cov.At(a, b))
			case i == j:
				inner, upper := f.arms(i)
				if f.elo[i] < 0 {
					inner = upper
				}
				err := inner / f.z / eloPerLog
				sym.SetSym(i, i, err*err)
			}
		}
	}
	return Covariance{sym}
}
