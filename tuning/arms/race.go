package arms

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// race compares arms, which are combinations of choices, in rounds of games. After each round the
// worse half of the arms drops out. A race is a [pairwise.Method].
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

// raceRounds divides the games of a race of n arms among its rounds and returns the number of
// deals, which are starts of the game, of each round. perPair is the number of games that two arms
// play on one deal. Every round has an equal share of the games, and at least one deal.
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

// pairsOf returns the number of pairs among k arms.
func pairsOf(k int) int { return k * (k - 1) / 2 }

// racePairs returns the number of pairs of arms that play each other in a race of n arms, and in
// its largest round. deals contains the number of deals of each round; on each deal every two arms
// play.
func racePairs(n int, deals []int) (all, largest int) {
	for _, d := range deals {
		pairs := pairsOf(n) * d
		all, largest = all+pairs, max(largest, pairs)
		n = (n + 1) / 2
	}
	return all, largest
}

// Propose returns the pairs of all arms that are left in the race. All pairs play from the same
// starts.
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

// Learn counts the scores of a round and drops the worse half of the arms.
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

// ranking returns all arms, best first.
func (r *race) ranking() []int { return slices.Concat(r.left, r.out) }

// Best returns the combination of choices with the highest scores so far, as a weight vector. Its
// Fitness is always 0.5, because the race does not estimate it.
func (r *race) Best() tuning.Estimate {
	return tuning.Estimate{Weights: slices.Clone(r.arms[r.left[0]]), Fitness: 0.5, Name: "the best choices of the race"}
}

// PlannedPairs returns the number of pairs of weight vectors that play each other in the whole
// race.
func (r *race) PlannedPairs() int {
	all, _ := racePairs(len(r.arms), r.rounds)
	return all
}

// LargestRound returns the number of pairs of weight vectors that play each other in the largest
// round.
func (r *race) LargestRound() int {
	_, largest := racePairs(len(r.arms), r.rounds)
	return largest
}
