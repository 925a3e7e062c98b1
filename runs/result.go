package runs

import (
	"fmt"
	"math"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// resultOf converts a verification to the form that the store keeps. settings contains the output
// of a fit that has the form of settings, such as a table of pattern weights. It is nil for a
// search.
func resultOf(r *Resolved, v tuning.Verification, settings engines.Settings) results.Result {
	best := v.Result
	own := r.agentSettings()
	a := results.Result{
		Weights: best.Weights, Settings: overlay(own, settings), Name: best.Name,
		KeptStart: v.Refused != nil || settings == nil && r.sameAs(best.Weights, r.startWeights()),
		Fitness:   rating.Float(best.Fitness), Games: best.Games, Error: best.Error,
		Rating: ratingOver(r, v), Standings: v.Matches, Other: otherRating(r, v), OtherStandings: v.Other, Refused: refused(v.Refused), Candidates: candidates(v.Candidates),
		Unguarded: v.Unguarded,
	}
	if v.Refused != nil { // the start has the settings of the config alone
		a.Settings = own
	}
	if settings == nil {
		return a
	}
	for i := range a.Candidates { // candidates whose settings differ from the settings of the result
		switch start := a.Candidates[i].Name == tuning.StartName; {
		case start && v.Refused == nil:
			a.Candidates[i].Settings = own
		case !start && v.Refused != nil:
			a.Candidates[i].Settings = overlay(own, settings)
		}
	}
	return a
}

// ratingOver returns the rating of a run's result relative to the first opponent of its
// verification. It returns nil if there was no verification. The rating is NaN if the result played
// no games against this opponent.
func ratingOver(r *Resolved, v tuning.Verification) *evidence.Rating {
	if v.Games == 0 && len(v.Matches) == 0 {
		return nil
	}
	out := ratingIn(r, v, v.Matches)
	out.With = r.searchSettings()
	return out
}

// otherRating returns the rating of the result in the verification's second measurement, which has
// the settings in verification.settings. It returns nil if there was none.
func otherRating(r *Resolved, v tuning.Verification) *evidence.Rating {
	if len(v.Other) == 0 {
		return nil
	}
	out := ratingIn(r, v, v.Other)
	out.With = tuning.DescribeSettings(r.VerifySettings)
	return out
}

// ratingIn returns the rating of the result relative to the first opponent of the verification. If
// there are no opponents, it is relative to the start weights. matches are the matches of the
// result. The rating is 0 if the result plays like the opponent, and NaN if it played no match
// against the opponent.
func ratingIn(r *Resolved, v tuning.Verification, matches []rating.Standing) *evidence.Rating {
	against := tuning.StartName
	if len(r.Verify) > 0 {
		against = r.Verify[0].Name
	}
	for _, m := range matches {
		if m.Agent == against && m.Same { // 0 by definition, whatever the games show
			return &evidence.Rating{Against: against}
		}
		if m.Agent == against {
			return ratingOf(m)
		}
	}
	if len(r.Verify) == 0 && !v.Unguarded { // the result is the start
		return &evidence.Rating{Against: against}
	}
	return &evidence.Rating{Elo: rating.Float(math.NaN()), Interval: rating.Open(), Against: against}
}

// ratingOf returns the rating that a match measured, relative to the opponent m.Agent.
func ratingOf(m rating.Standing) *evidence.Rating {
	return &evidence.Rating{Elo: m.Rating, Interval: m.Interval, Games: m.Games, Variety: m.Variety, Against: m.Agent}
}

// refused converts a candidate that the verification rejected to the form that the store keeps. It
// returns nil if r is nil.
func refused(r *tuning.Refused) *results.Refused {
	if r == nil {
		return nil
	}
	return &results.Refused{
		Candidate: results.Candidate{Name: r.Candidate.Name, Weights: r.Candidate.Weights},
		Rating: evidence.Rating{
			Elo: rating.Float(r.Elo), Interval: r.Interval, Games: r.Games, Against: tuning.StartName,
		},
		Standings: r.Matches,
	}
}

// candidates converts the candidates of a verification to the form that the store keeps, with
// distinct names. It returns nil for a single candidate.
func candidates(chosen []tuning.Estimate) []results.Candidate {
	if len(chosen) < 2 {
		return nil
	}
	var out []results.Candidate
	seen := make(map[string]int)
	for _, f := range chosen {
		name := f.Name
		if seen[f.Name]++; seen[f.Name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, seen[f.Name])
		}
		out = append(out, results.Candidate{Name: name, Weights: f.Weights})
	}
	return out
}

// alikeSentences returns a warning for every group of agents whose games on all deals had equal
// results and numbers of moves. Such games may be repetitions of one game, so the intervals of
// these agents' ratings may be too narrow.
func alikeSentences(a *tournament.Alike, agents []engines.Agent) []string {
	var out []string
	for _, p := range a.Pairings() {
		names := make([]string, len(p.Agents))
		for i, agent := range p.Agents {
			names[i] = agents[agent].Name
		}
		out = append(out, fmt.Sprintf(
			"all %d deals of %s ended alike, move for move as long; if the deals do not differ they are one game, and its interval is too narrow",
			p.Pairings, strings.Join(names, " against ")))
	}
	return out
}

// mirrorSentences returns a sentence for every two agents whose games ended in the same way in all
// seat orders. Such games show no difference between the agents.
func mirrorSentences(m *tournament.Mirrors, agents []engines.Agent) []string {
	var out []string
	for _, p := range m.Pairings() {
		out = append(out, fmt.Sprintf("all %d deals of %s and %s ended in the same way whichever of them had which seat, so that no game shows a difference",
			p.Pairings, agents[p.Agents[0]].Name, agents[p.Agents[1]].Name))
	}
	return out
}

// ReachedConstraints returns the constraints between weights that a stored result satisfies with
// equality, as texts such as "small + large = 70, the maximum". It returns nil if there are none,
// or if the run has no weights.
func ReachedConstraints(rec results.Record) []string {
	best, ok := rec.Best()
	if !ok || !strings.Contains(rec.Config, "constraints:") {
		return nil
	}
	config, err := StoredConfig(rec.Summary)
	if err != nil {
		return nil
	}
	set, err := config.Engine.ConstraintsOf(rec.Space)
	if err != nil {
		return nil
	}
	return set.Reached(best.Weights)
}
