package tuning

import (
	"context"
	"maps"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Placing is a finalist's result in the playoff.
type Placing struct {
	Estimate Estimate `json:"estimate"`
	Games    int      `json:"games"`
	rating.Variety
	Score float64 `json:"score"` // mean points, in [0, 1]: the first's against all, the others' against the first
	Error float64 `json:"error"` // standard error of Score, by different clusters
}

// playoff plays every other finalist against the first on common deals and makes
// the winner the answer.
func (v *verification) playoff(ctx context.Context, games int) error {
	others := make([]int, len(v.finalists)-1)
	for i := range others {
		others[i] = 1 + i
	}
	var part tournament.Pairings
	for deal := range max(1, games/v.perDeal(len(others))) {
		seed := v.deal("playoff", deal)
		// At larger tables the two take turns in the single seat.
		part = append(part, v.compare(0, others, seed, deal%2 == 1)...)
	}
	scores, played := make([]spread, len(v.finalists)), make([]int, len(v.finalists))
	different := make([]tournament.Different, len(v.finalists))
	var contents tournament.Contents
	for r, err := range v.play(ctx, "playoff", part) {
		if err != nil {
			return err
		}
		agents := r.Pairing.Agents
		played[agents[0]] += r.Pairing.Games
		seen := contents.Add(r)
		different[agents[0]].Add(seen, &r, 0)
		for _, k := range rivals(r.Pairing) {
			points := versus(r, k)
			scores[agents[0]].add(points, seen.Nth)
			scores[agents[k]].add(1-points, seen.Nth)
			played[agents[k]] += r.Pairing.Games
			different[agents[k]].Add(seen, &r, k)
		}
	}
	for i, f := range v.finalists {
		v.verdict.Playoff = append(v.verdict.Playoff, Placing{f, played[i], different[i].Variety(), scores[i].mean(), scores[i].err()})
	}
	v.met, v.answer = scores, choose(v.verdict.Playoff)
	return nil
}

// choose returns the place of the answer: the first, or the best of those that
// beat it by more than two standard errors in enough different pairings.
func choose(playoff []Placing) int {
	best, most := 0, 0.0
	for i, p := range playoff[1:] {
		if !p.TooFew() && p.Score-0.5 > 2*p.Error && p.Score > most {
			best, most = 1+i, p.Score
		}
	}
	return best
}

// spread is the moments of the scores of some clusters. Copies of a cluster count for
// the mean, and together as one for its error.
type spread struct {
	copies rating.Copies
	total  float64

	sum, squares float64 // of the different clusters
}

// add enters the nth copy, counted from 1, of a cluster.
func (s *spread) add(points float64, nth int) {
	s.copies.Add(nth)
	s.total += points
	if nth == 1 {
		s.sum += points
		s.squares += points * points
	}
}

func (s *spread) mean() float64 { return s.total / float64(s.copies.Clusters) }

// err is the standard error of the mean. Few clusters may happen to end alike;
// the variance counts one more that did not.
func (s *spread) err() float64 {
	n := float64(s.copies.Distinct)
	mean := s.sum / n
	variance := max(0, s.squares/n-mean*mean)
	return math.Sqrt((variance + 0.25/n) / s.copies.Effective())
}

// StartName is the name of the start weights among the candidates of a verification.
const StartName = "the start weights"

// Refused is a candidate that a verification did not accept, because the games
// against the start weights favour the start.
type Refused struct {
	Candidate Estimate
	// Score, Elo and Interval compare the candidate with the start, by Games games.
	Score    float64
	Elo      float64
	Interval rating.Interval
	Games    int
	// Matches are the matches of the candidate against all opponents. It is nil for a
	// candidate that lost the playoff.
	Matches []Match
}

// findStart stores the place of the start among the finalists, and appends it if no
// finalist has its weights and settings.
func (v *verification) findStart() {
	v.start = -1
	if v.Start == nil {
		return
	}
	for i, f := range v.finalists {
		if slices.Equal(f.Weights, v.Start) && maps.Equal(v.Settings, v.StartSettings) {
			v.start = i
			return
		}
	}
	v.start = len(v.finalists)
	v.finalists = append(v.finalists, Estimate{Name: StartName, Weights: v.Start})
}

// playAlike reports whether two agents of the field play alike.
func (v *verification) playAlike(i, j int) bool {
	a, b := v.field[i], v.field[j]
	if v.ScaleFree && SameDirection(a.Weights, b.Weights) {
		b.Weights = a.Weights
	}
	return a.Same(b)
}

// SameDirection reports whether two vectors are equal up to a positive factor.
func SameDirection(a, b engines.Weights) bool {
	if len(a) != len(b) {
		return false
	}
	const tolerance = 1e-9 // of the sum of the sizes
	x, y := sizes(a), sizes(b)
	for i := range a {
		if math.Abs(a[i]/x-b[i]/y) > tolerance {
			return false
		}
	}
	return true
}

// sizes returns the sum of the absolute weights, which is never 0.
func sizes(w engines.Weights) float64 {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	return max(sum, math.SmallestNonzeroFloat64)
}

// itself returns the match of an agent against an agent that plays alike. No game is
// needed: the difference is 0.
func itself(opponent string) Match {
	return Match{Opponent: opponent, Score: 0.5, LOS: 0.5, Itself: true}
}

// keepStart makes the start the answer if the games between the two favour the start.
// match is the candidate's match against the start; nil if it was not played.
//
// Two findings refuse a candidate. The 95% interval of the match lies below 0; or the
// difference that the playoff and the match together lead one to expect is below 0, see
// expectedGain. The first alone accepts most candidates that are a little worse than the
// start, since the games of a verification are few. See docs/evidence.md.
func (v *verification) keepStart(match *tally) {
	if match == nil {
		return
	}
	m := match.match()
	v.verdict.AgainstStart = &m
	r := Refused{v.verdict.Answer, m.Score, m.Elo, m.Interval, m.Games, v.verdict.Matches}
	if m.Interval.Hi >= 0 {
		v.addPlayoff(&r, m.Clusters)
		if expectedGain(r.Elo, r.Interval.Half()/rating.Z95) >= 0 {
			return
		}
	}
	v.answer = v.start
	v.verdict.Refused, v.verdict.Answer, v.verdict.Matches = &r, v.finalists[v.start], nil
	for i := len(v.finalists); i < len(v.field); i++ {
		if v.playAlike(i, v.start) {
			v.verdict.Matches = append(v.verdict.Matches, itself(v.field[i].Name))
		}
	}
}

// The gain of a search over its start before any fresh game is played: the mean and the
// standard deviation of a normal distribution, in Elo. docs/evidence.md compares the rule
// with others.
const (
	usualGain  = 10
	gainSpread = 40
)

// expectedGain returns a multiple of the posterior mean of a candidate's gain over the start,
// from an estimate in Elo with a standard error and the normal prior of usualGain and
// gainSpread. Its sign decides: the fewer the games, the clearer they must be to refuse a
// candidate.
func expectedGain(elo, err float64) float64 {
	if math.IsInf(err, 1) {
		return usualGain // the games do not bound the difference
	}
	return elo*gainSpread*gainSpread + usualGain*err*err
}

// addPlayoff adds the games that a candidate has played against the start in the
// playoff to those of its match, which had some pairings. Only the first finalist has
// met the start there.
func (v *verification) addPlayoff(r *Refused, pairings int) {
	if v.answer != 0 || v.verdict.Playoff == nil {
		return
	}
	start := v.verdict.Playoff[v.start]
	before, n := float64(v.met[v.start].copies.Clusters), float64(pairings)
	deviation := (rating.Score(r.Interval.Hi) - rating.Score(r.Interval.Lo)) / 2 / rating.Z95
	r.Score = (before*(1-start.Score) + n*r.Score) / (before + n)
	r.setInterval(math.Hypot(before*start.Error, n*deviation) / (before + n))
	r.Games += start.Games
}

// setInterval derives the rating and its interval from the score and its standard error.
func (r *Refused) setInterval(deviation float64) {
	r.Elo = rating.Elo(min(max(r.Score, minScore), 1-minScore)) + 0 // never -0
	r.Interval = rating.Interval{Lo: r.Score - rating.Z95*deviation, Hi: r.Score + rating.Z95*deviation}.Elo()
}

// minScore is the smallest score that a rating is given for.
const minScore = 1e-3

// lostPlayoff stores the candidate that lost to the start in the playoff: the first
// finalist, or if the start is the first, the best of those that it met.
func (v *verification) lostPlayoff() {
	if v.start < 0 || v.answer != v.start || len(v.verdict.Playoff) < 2 {
		return
	}
	own, score, deviation := 0, 1-v.verdict.Playoff[v.start].Score, v.verdict.Playoff[v.start].Error
	games := v.verdict.Playoff[v.start].Games
	if v.start == 0 {
		own = 1
		for i, p := range v.verdict.Playoff {
			if i > 1 && p.Score > v.verdict.Playoff[own].Score {
				own = i
			}
		}
		p := v.verdict.Playoff[own]
		score, deviation, games = p.Score, p.Error, p.Games
	}
	r := &Refused{Candidate: v.finalists[own], Score: score, Games: games}
	r.setInterval(deviation)
	v.verdict.Refused = r
}
