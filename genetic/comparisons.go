package genetic

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// These constants determine when the mutation [Covariance] compares its search with the start
// weights in games, and how the search begins again if the start weights are better; see
// [Covariance].Restart. Nothing else begins a search again: a search that stalls ends (Breeder.stalled).
// docs/lab/genetic.md has the measurements. comparisonGames and stepRatio have the same values as
// ProbeGames and ProbeShrink in package tuning/rsm, which uses similar comparisons to find how far
// from the start weights to search.
const (
	comparedFrom    = 1000 // games of a run with comparisons
	comparisonGames = 64   // least number of games of a comparison
	comparedAfter   = 0.3  // share of the generations before a comparison of the mean
	mostComparisons = 2    // of the mean
	stepRatio       = 0.3  // of a step to the step before
	leastStep       = 1e-4 // as a share of the ranges, unless the first step is about as small
)

// comparisons is the state of the comparisons between the search and the start weights. In some
// generations genomes of the search play against the start weights, to find out which are better.
// If the start weights are, the search may begin again from them; see [Covariance].Restart and
// [Covariance].Founders. The distribution of children does not learn from these generations. The
// JSON keys are part of the snapshot.
type comparisons struct {
	Games  int     `json:"games"`  // of the comparison in play
	Points float64 `json:"points"` // of the start weights in these games
	// Step is the step of the children that the start weights play; 0 means that they play the mean.
	Step     float64 `json:"step"`
	Limit    float64 `json:"limit"`             // largest step; 0 until a comparison of children has determined one
	Finished int     `json:"finished"`          // number of finished comparisons of the mean; the comparison of the founders does not count
	Since    int     `json:"since"`             // generation in which the last of these comparisons ended
	Begun    int     `json:"begun"`             // generation of the last restart; 0 before the first
	Idle     int     `json:"idle"`              // generations with such games after it
	Founded  bool    `json:"founded,omitempty"` // the mean of the founders has been compared
}

// compares reports whether the search plays against the start weights in the generation after the
// state s. mean is true if the mean of the distribution then represents the search, and false if
// children do.
func (a *adaptation) compares(s *state) (compares, mean bool) {
	if !a.siblings || a.terms.problem.Games < comparedFrom {
		return false, false
	}
	c := s.comparisons()
	switch {
	case c.Step > 0:
		return true, false
	case a.founding > 0 && s.Generation >= a.founding && !c.Founded:
		return true, true
	case !a.mutation.Restart:
		return false, false
	}
	mean = c.Finished < mostComparisons && float64(s.Generation-c.Since) >= comparedAfter*float64(a.terms.last)
	return mean, mean
}

// begun returns the number of the generation after which the distribution of children began to
// learn from results. This is the last restart or the last generation of founders (random genomes),
// whichever is later, or 0 if there was neither.
func (a *adaptation) begun(c comparisons) int { return max(c.Begun, a.founding) }

// challenges reports whether the genome at index slot has the start weights, in a generation in
// which the search plays against them. Genomes at consecutive indices share a table. The first
// genome of a table belongs to the search, and the others have the start weights.
func (a *adaptation) challenges(slot int) bool { return slot%a.terms.problem.Seats > 0 }

// compared returns the genomes of a generation in which the search plays against the start weights.
// The first genome of each table (a set of genomes that play together) is a child or the mean of
// the distribution; see [adaptation.compares]. All others have the start weights.
func (a *adaptation) compared(s *state, p *plan) []Genome {
	space := a.terms.problem.Space
	_, mean := a.compares(s)
	members := make([]Genome, a.terms.config.Population)
	for i, u := range a.points(a.distribution(s), p.generation) {
		w := slices.Clone(a.terms.problem.Start)
		switch {
		case a.challenges(i):
		case mean:
			w = a.terms.feasible(space.Snap(slices.Clone(s.Trail[len(s.Trail)-1])))
		default:
			w = a.terms.feasible(a.numbersOf(a.terms.rand("genetic covariance of a child", p.generation, i), u))
		}
		members[i] = p.newborn(w, nil)
	}
	return members
}

// compare processes a generation in which the search played the start weights. It adds the results
// to next, the state after this generation, and returns the mean of the distribution of the next
// children. The comparison ends when enough games have been played, or earlier if the mean leads
// the start weights by two standard errors.
//
// There are three comparisons:
//
//   - The mean of the founders plays the start weights, in at least half as many games as the
//     founders played. If the start weights lead at all, they replace the mean.
//   - Later the mean of the search plays them. If the start weights lead by more than one standard
//     error, the search begins again from them with a smaller step.
//   - After such a restart, children that are drawn with this step play the start weights. The
//     step is reduced until the start weights no longer lead by two standard errors.
func (a *adaptation) compare(before, next *state) []float64 {
	_, mean := a.compares(before)
	c, d := before.comparisons(), a.distribution(before)
	a.count(&c, next)
	c.Idle++
	next.Comparisons, next.Distribution = &c, &d
	now := before.Trail[len(before.Trail)-1]
	n := float64(c.Games)
	ahead, likely := c.Points-float64(n/2), math.Sqrt(n) // points of the start weights above one half, and two standard errors
	founded := a.founding > 0 && !c.Founded
	least := comparisonGames
	if founded {
		least = max(least, a.founding*a.terms.generationGames(1)/2)
	}
	if c.Games < least && !(mean && ahead < -likely) {
		return now
	}
	c.Games, c.Points = 0, 0
	switch {
	case founded:
		c.Founded = true
		if ahead > 0 {
			d = a.first
			c.Begun, c.Idle = next.Generation, 0
			return a.terms.problem.Start
		}
		return now
	case mean && ahead <= likely/2:
		c.Finished++
		c.Since = next.Generation
		return now
	case mean:
		c.Finished++
		c.Step = max(stepRatio*cmp.Or(c.Limit, a.first.Sigma), a.leastStep())
	case ahead > likely && stepRatio*c.Step >= leastStep:
		c.Step *= stepRatio
	default:
		c.Limit, c.Step = c.Step, 0
	}
	d = a.first
	d.Sigma = cmp.Or(c.Step, c.Limit)
	c.Since, c.Begun, c.Idle = next.Generation, next.Generation, 0
	return a.terms.problem.Start
}

// leastStep returns the smallest step with which the search may begin again. A step is the standard
// deviation of the children, as a share of the ranges. leastStep is smaller than the first step of
// the run.
func (a *adaptation) leastStep() float64 { return min(leastStep, stepRatio*a.first.Sigma) }

// count adds to c the games between the search and the start weights in the latest generation of s:
// their number, and the points of the start weights.
func (a *adaptation) count(c *comparisons, s *state) {
	start := make(map[int]bool, len(s.Members))
	for slot, g := range s.Members {
		start[g.ID] = a.challenges(slot)
	}
	for _, h := range s.Results[len(s.Results)-1] {
		switch first, second := start[h.A], start[h.B]; {
		case first && !second:
			c.Games, c.Points = c.Games+h.Games, c.Points+h.Points
		case second && !first:
			c.Games, c.Points = c.Games+h.Games, c.Points+float64(h.Games)-h.Points
		}
	}
}

// check returns an error if the values of c are impossible after the given number of generations. c
// may come from a damaged file.
func (c *comparisons) check(generations int) error {
	if c == nil {
		return nil
	}
	within := func(g int) bool { return g >= 0 && g <= generations }
	share := func(step float64) bool { return step >= 0 && step <= 1 }
	if !within(c.Begun) || !within(c.Since) || !within(c.Idle) || !share(c.Step) || !share(c.Limit) || c.Games < 0 || c.Finished < 0 {
		return errors.New("the comparisons with the start weights are damaged")
	}
	return nil
}
