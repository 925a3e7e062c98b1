package arms

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// race is the first phase of a run, in which combinations of choices (arms) play each other. After
// each round the worse half of the arms drops out. A race is a [pairwise.Method].
type race struct {
	setup  pairwise.Setup
	arms   []engines.Weights // the weight vector of every arm
	rounds []int             // number of deals of each round
	left   []int             // the arms that have not dropped out, best first
	out    []int             // the other arms, the last to drop out first
	score  [][]float64       // sum of the scores of an arm against another
}

func newRace(s pairwise.Setup, arms []engines.Weights, rounds []int) *race {
	r := &race{setup: s, arms: arms, rounds: rounds}
	for i := range arms {
		r.left = append(r.left, i)
		r.score = append(r.score, make([]float64, len(arms)))
	}
	return r
}

// raceRounds divides the games of a race among its rounds and returns the number of deals (starts
// of the game) of each round. n is the number of arms (combinations of choices) that enter the
// race. After each round the worse half drops out, until one arm is left. perPair is the number of
// games that two arms play on one deal. Every round has an equal share of the games, and at least
// one deal.
func raceRounds(n, games, perPair int) (deals []int) {
	stages := 0
	for k := n; k > 1; k = (k + 1) / 2 {
		stages++
	}
	for k := n; k > 1; k = (k + 1) / 2 {
		deals = append(deals, max(games/stages/(pairsOf(k)*perPair), 1))
	}
	return deals
}

// pairsOf returns the number of pairs of k arms (combinations of choices), which is k(k-1)/2.
func pairsOf(k int) int { return k * (k - 1) / 2 }

// racePairs returns how many pairs of arms play each other in a race that n arms enter. all is the
// number for the whole race, and largest for its largest round. An arm is a combination of choices;
// after each round the worse half of the arms drops out. deals contains the number of deals (starts
// of the game) of each round. On each deal every two arms that are left play each other.
func racePairs(n int, deals []int) (all, largest int) {
	for _, d := range deals {
		pairs := pairsOf(n) * d
		all, largest = all+pairs, max(largest, pairs)
		n = (n + 1) / 2
	}
	return all, largest
}

// Propose returns the games of a round. Every two arms (combinations of choices) that are still in
// the race play each other on each deal (start of the game) of the round.
func (r *race) Propose(round int) pairwise.Proposal {
	if round > len(r.rounds) {
		return pairwise.Proposal{}
	}
	var p pairwise.Proposal
	for _, arm := range r.left {
		p.Points = append(p.Points, r.arms[arm])
	}
	for k := range r.rounds[round-1] {
		deal := r.setup.Deal(round, k)
		for i := range r.left {
			for j := i + 1; j < len(r.left); j++ {
				p.Pairs = append(p.Pairs, pairwise.Pair{A: i, B: j, Deal: deal})
			}
		}
	}
	return p
}

// Learn adds the scores of a round. The worse half of the arms (combinations of choices) in the
// race drops out.
func (r *race) Learn(_ int, p pairwise.Proposal, scores []float64) error {
	for k, pair := range p.Pairs {
		a, b := r.left[pair.A], r.left[pair.B]
		r.score[a][b] += scores[k]
		r.score[b][a] += 1 - scores[k]
	}
	total := make(map[int]float64, len(r.left)) // all arms that are left have met equally often
	for _, a := range r.left {
		for _, b := range r.left {
			total[a] += r.score[a][b]
		}
	}
	slices.SortStableFunc(r.left, func(a, b int) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	keep := (len(r.left) + 1) / 2
	r.out = append(slices.Clone(r.left[keep:]), r.out...)
	r.left = r.left[:keep]
	return nil
}

// ranking returns the indices of all arms (combinations of choices), best first.
func (r *race) ranking() []int { return slices.Concat(r.left, r.out) }

// Best returns the start weights, but with the best combination of choices so far. Its Fitness is
// always 0.5, because the games between combinations do not measure it.
func (r *race) Best() tuning.Estimate {
	return tuning.Estimate{Weights: slices.Clone(r.arms[r.left[0]]), Fitness: 0.5, Name: "the best choices of the race"}
}

// PlannedPairs returns the number of pairs of weight vectors that play each other in all rounds of
// the race between combinations of choices.
func (r *race) PlannedPairs() int {
	all, _ := racePairs(len(r.arms), r.rounds)
	return all
}

// LargestRound returns the number of pairs of weight vectors that play each other in the largest
// round of the race between combinations of choices.
func (r *race) LargestRound() int {
	_, largest := racePairs(len(r.arms), r.rounds)
	return largest
}
