package tuning

import (
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Placing contains the score of one candidate in a playoff, the games among the candidates that
// choose which of them becomes the result.
type Placing struct {
	Estimate Estimate `json:"estimate"`
	Games    int      `json:"games"`
	rating.Variety
	// Score is the mean score in the playoff, in [0, 1]. The first candidate has played against
	// every other candidate, and each of these against the first only.
	Score float64 `json:"score"`
	Error float64 `json:"error"` // standard error of Score; pairings with equal moves count as one observation
}

// playoff plays the first candidate against each further candidate, always from the same starts,
// and stores the index of the winner.
func (v *verification) playoff(ctx context.Context, games int) error {
	others := make([]int, len(v.candidates)-1)
	for i := range others {
		others[i] = 1 + i
	}
	var part tournament.Pairings
	for deal := range v.deals(games, len(others)) {
		seed := v.deal("playoff", deal)
		// With more than two seats, one agent has a single seat and the other agent all remaining
		// ones. The agents exchange these roles from deal to deal.
		part = append(part, v.compare(0, others, seed, deal%2 == 1)...)
	}
	scores, played := make([]spread, len(v.candidates)), make([]int, len(v.candidates))
	different := make([]tournament.Different, len(v.candidates))
	err := v.play(ctx, "playoff", part, func(r tournament.Result) {
		agents := r.Pairing.Agents
		played[agents[0]] += r.Pairing.Games
		seen := v.metContents.Add(r)
		different[agents[0]].Add(seen, &r, 0)
		for _, k := range rivals(r.Pairing) {
			points := versus(r, k)
			scores[agents[0]].add(points, seen.Nth)
			scores[agents[k]].add(1-points, seen.Nth)
			played[agents[k]] += r.Pairing.Games
			different[agents[k]].Add(seen, &r, k)
		}
	})
	if err != nil {
		return err
	}
	for i, f := range v.candidates {
		v.verdict.Playoff = append(v.verdict.Playoff, Placing{f, played[i], different[i].Variety(), scores[i].mean(), scores[i].err()})
	}
	v.verdict.PlayoffGames = v.verdict.Games
	v.met, v.result = scores, choose(v.verdict.Playoff)
	return nil
}

// choose returns the index of the winning candidate. The winner is the best of the candidates that
// beat the first by more than two standard errors. In games without chance this needs at least
// [rating.LeastPairings] different pairings. If there is no such candidate, the first candidate
// wins, and choose returns 0.
func choose(playoff []Placing) int {
	best, most := 0, 0.0
	for i, p := range playoff[1:] {
		if !p.TooFew() && p.Score-0.5 > 2*p.Error && p.Score > most {
			best, most = 1+i, p.Score
		}
	}
	return best
}

// spread computes the mean score of pairings (groups of games from one start) and the standard
// error of this mean. Every pairing counts for the mean. Pairings with the same moves contain the
// same information, so they count only once for the standard error.
type spread struct {
	copies rating.Copies
	total  float64

	sum, squares float64 // sum of the scores of different pairings, and sum of their squares
}

// add adds the score of one pairing of agents, from 0 to 1. nth is 1 if no earlier pairing had the
// same moves, 2 if one had, and so on.
func (s *spread) add(points float64, nth int) {
	s.copies.Add(nth)
	s.total += points
	if nth == 1 {
		s.sum += points
		s.squares += float64(points * points)
	}
}

func (s *spread) mean() float64 { return s.total / float64(s.copies.Clusters) }

// err returns the standard error of the mean score. The scores of a few pairings may be equal by
// chance, which would give an error of 0. The variance therefore includes one more pairing, whose
// score is 0.5 away from the mean.
func (s *spread) err() float64 {
	n := float64(s.copies.Distinct)
	mean := s.sum / n
	variance := max(0, s.squares/n-float64(mean*mean))
	return math.Sqrt((variance + 0.25/n) / s.copies.Effective())
}

// StartName is the name of the candidate that has the start weights of the search.
const StartName = "the start weights"

// Refused describes a candidate for the result that a verification rejected in favour of the start
// weights. Either it lost to them in the playoff among the candidates, or the later match between
// the two showed it to be weaker. The match also rejects a candidate if it makes a loss of strength
// more likely than a gain.
type Refused struct {
	Candidate Estimate
	// Score, Elo and Interval measure the candidate against the start weights over Games games.
	// After a playoff Interval is wider than the one by which the candidate was rejected, because
	// a candidate can lose by chance in the playoff and again in the match.
	Score    float64
	Elo      float64
	Interval rating.Interval
	Games    int
	// Matches contains the results of the candidate against all opponents. It is nil for a
	// candidate that lost the playoff.
	Matches []rating.Standing
}

// findStart stores the index of the start weights among the candidates, or -1 if the verification
// has no start weights. It appends them if no candidate has the same weights and settings.
func (v *verification) findStart() {
	v.start = -1
	if v.options.Start == nil {
		return
	}
	for i, f := range v.candidates {
		if slices.Equal(f.Weights, v.options.Start) && maps.Equal(v.options.Settings, v.options.StartSettings) {
			v.start = i
			return
		}
	}
	v.start = len(v.candidates)
	v.candidates = append(v.candidates, Estimate{Name: StartName, Weights: v.options.Start})
}

// playAlike reports whether the i-th and the j-th agent always choose the same moves, since their
// weights and settings have the same effect.
func (v *verification) playAlike(i, j int) bool { return v.options.alike(v.agents[i], v.agents[j]) }

// alike reports whether two agents always choose the same moves.
func (o *VerifyOptions) alike(a, b engines.Agent) bool {
	if o.ScaleFree && SameDirection(a.Weights, b.Weights) {
		b.Weights = a.Weights
	}
	return a.Same(b)
}

// SameDirection reports whether two weight vectors are equal up to a positive factor.
func SameDirection(a, b engines.Weights) bool {
	if len(a) != len(b) {
		return false
	}
	const tolerance = 1e-9 // relative to the sum of the absolute weights
	x, y := sizes(a), sizes(b)
	for i := range a {
		if math.Abs(a[i]/x-b[i]/y) > tolerance {
			return false
		}
	}
	return true
}

// sizes returns the sum of the absolute weights, or a positive number if all weights are 0, so
// that callers can divide by it.
func sizes(w engines.Weights) float64 {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	return max(sum, math.SmallestNonzeroFloat64)
}

// itself returns the row of the rating table for an opponent that chooses the same moves as the
// tuned agent. No games are played against such an opponent: the row has no games, the score 0.5
// and a difference of 0 Elo.
func itself(opponent string) rating.Standing {
	return rating.Standing{Agent: opponent, Score: 0.5, LOS: 0.5, Same: true}
}

// keepStart decides between the candidate and the start weights after the match between the two.
// match contains the games of the match; if it is nil, none were played, and the candidate stays.
// The start weights become the result in two cases:
//
//   - The interval of the candidate's strength in the match lies below 0 (see
//     [rating.Confidence]).
//   - The expected gain over the start weights, given the playoff and the match, is negative (see
//     expectedGain).
//
// The first condition alone would let most candidates pass that are a little weaker than the start
// weights, since a verification has few games. See docs/lab/evidence.md.
func (v *verification) keepStart(match *tally) {
	if match == nil {
		return
	}
	m := match.match()
	v.verdict.AgainstStart = &m
	r := Refused{v.verdict.Result, float64(m.Score), float64(m.Rating), m.Interval, m.Games, v.verdict.Matches}
	if m.Interval.High >= 0 {
		v.addPlayoff(&r, m.Pairings)
		if expectedGain(r.Elo, r.Interval.Half()/rating.Z()) >= 0 {
			return
		}
	}
	if v.verdict.Playoff != nil {
		r.allowForTwoChances()
	}
	v.result = v.start
	v.verdict.Refused, v.verdict.Result, v.verdict.Matches = &r, v.candidates[v.start], nil
	for i := len(v.candidates); i < len(v.field); i++ {
		if v.playAlike(i, v.start) {
			v.verdict.Matches = append(v.verdict.Matches, itself(v.field[i].Name))
		}
	}
}

// usualGain and gainSpread are the mean and the standard deviation, in Elo, of the normal prior for
// the gain of a search over its start weights. docs/lab/evidence.md compares expectedGain with
// other rules that reject candidates.
const (
	usualGain  = 10
	gainSpread = 40
)

// expectedGain returns a positive multiple of the posterior mean of a candidate's gain over the
// start weights. elo is the measured gain and err its standard error. Only the sign of the returned
// value is used: a candidate is rejected if it is negative. The prior mean is above 0, so with
// fewer games only a larger measured loss rejects a candidate.
func expectedGain(elo, err float64) float64 {
	if math.IsInf(err, 1) {
		return usualGain // the games do not bound the difference
	}
	return float64(elo*gainSpread*gainSpread) + float64(usualGain*err*err)
}

// addPlayoff adds the playoff games between a candidate and the start weights to r, the result of a
// later match between the two. pairings is the number of pairings of the match. addPlayoff does
// nothing unless the candidate is candidate 0, the only one that played the start weights in the
// playoff. Games of the match that repeat games of the playoff do not reduce the standard error.
func (v *verification) addPlayoff(r *Refused, pairings int) {
	if v.result != 0 || v.verdict.Playoff == nil {
		return
	}
	start := v.verdict.Playoff[v.start]
	before, n := float64(v.met[v.start].copies.Clusters), float64(pairings)
	deviation := (rating.Score(r.Interval.High) - rating.Score(r.Interval.Low)) / 2 / rating.Z()
	deviation = elementary.Hypot(before*start.Error, n*deviation) / (before + n)
	if v.both != nil && v.both.copies.Distinct < v.both.copies.Clusters { // some may be the same games
		deviation = max(deviation, v.both.err())
	}
	r.Score = (float64(before*(1-start.Score)) + float64(n*r.Score)) / (before + n)
	r.setInterval(deviation)
	r.Games += start.Games
}

// setInterval computes Elo and Interval from Score and its standard error, deviation.
func (r *Refused) setInterval(deviation float64) {
	r.Elo = rating.Elo(min(max(r.Score, minScore), 1-minScore)) + 0 // + 0 turns -0 into 0
	r.Interval = rating.Interval{Low: r.Score - float64(rating.Z()*deviation), High: r.Score + float64(rating.Z()*deviation)}.Elo()
}

// allowForTwoChances widens the interval of a rejected candidate. A candidate that is as strong as
// the start weights can be rejected by chance twice: by the playoff and by the later match. Each of
// the two therefore gets half of the permitted probability of an error.
func (r *Refused) allowForTwoChances() {
	wider := distuv.UnitNormal.Quantile((3+rating.Confidence)/4) / rating.Z()
	r.Interval.Low = r.Elo - float64(wider*(r.Elo-r.Interval.Low))
	r.Interval.High = r.Elo + float64(wider*(r.Interval.High-r.Elo))
}

// minScore is the smallest score that is converted to Elo, and 1-minScore the largest. The scores
// 0 and 1 would have infinite Elo.
const minScore = 1e-3

// lostPlayoff records a rejected candidate in the verdict if the start weights have won the
// playoff. This is the candidate that the strategy prefers, or the best of the others if the
// strategy prefers the start weights.
func (v *verification) lostPlayoff() {
	if v.start < 0 || v.result != v.start || len(v.verdict.Playoff) < 2 {
		return
	}
	own, score, measured := 0, 1-v.verdict.Playoff[v.start].Score, v.verdict.Playoff[v.start]
	if v.start == 0 {
		own = 1
		for i, p := range v.verdict.Playoff {
			if i > 1 && p.Score > v.verdict.Playoff[own].Score {
				own = i
			}
		}
		measured = v.verdict.Playoff[own]
		score = measured.Score
	}
	r := &Refused{Candidate: v.candidates[own], Score: score, Games: measured.Games}
	r.setInterval(measured.Error)
	r.allowForTwoChances()
	r.Interval = measured.Covers(r.Interval)
	v.verdict.Refused = r
}
