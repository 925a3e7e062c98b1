package tuning

import (
	"maps"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

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
	Matches []rating.Standing
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
func itself(opponent string) rating.Standing {
	return rating.Standing{Agent: opponent, Score: 0.5, LOS: 0.5, Same: true}
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
	r := Refused{v.verdict.Answer, float64(m.Score), float64(m.Rating), m.Interval, m.Games, v.verdict.Matches}
	if m.Interval.High >= 0 {
		v.addPlayoff(&r, m.Pairings)
		if expectedGain(r.Elo, r.Interval.Half()/rating.Z()) >= 0 {
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
	deviation := (rating.Score(r.Interval.High) - rating.Score(r.Interval.Low)) / 2 / rating.Z()
	r.Score = (before*(1-start.Score) + n*r.Score) / (before + n)
	r.setInterval(math.Hypot(before*start.Error, n*deviation) / (before + n))
	r.Games += start.Games
}

// setInterval derives the rating and its interval from the score and its standard error.
func (r *Refused) setInterval(deviation float64) {
	r.Elo = rating.Elo(min(max(r.Score, minScore), 1-minScore)) + 0 // never -0
	r.Interval = rating.Interval{Low: r.Score - rating.Z()*deviation, High: r.Score + rating.Z()*deviation}.Elo()
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
