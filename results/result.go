package results

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Result is the result of a run with its evidence. The result of a tournament has standings and
// no weights.
type Result struct {
	Name     string           `json:"name,omitempty"` // what it is: "the fittest genome", "the mean of the iterates"
	Weights  engines.Weights  `json:"weights,omitempty"`
	Settings engines.Settings `json:"settings,omitempty"` // of the agents it was found for
	Fitness  rating.Float     `json:"fitness"`            // by the strategy's own games, which flatter
	Games    int              `json:"games"`              // behind Fitness
	// KeptStart reports whether the weights are the start weights.
	KeptStart bool `json:"kept_start,omitempty"`
	// Refused is the candidate of the search that the verification replaced by the start weights.
	// It is nil if there is none.
	Refused *Refused `json:"refused,omitempty"`
	// Candidates are the weight vectors that the verification compared, in the order of the
	// playoff. It is nil if there was only one.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Error is the standard error of every weight, or NaN for a weight without information. It is
	// nil if the strategy estimates no errors. See tuning.Report.
	Error rating.Floats `json:"error,omitempty"`
	// Rating is computed from the games of the verification alone. It is nil if none was played.
	Rating *evidence.Rating `json:"rating,omitempty"`
	// Standings is the rating table of the verification or of the tournament.
	Standings []rating.Standing `json:"standings,omitempty"`
	// Played counts the games of a tournament. Misfit is the match whose result deviates most
	// from the prediction of the ratings. It is nil if no match deviates significantly.
	Played *evidence.Played   `json:"played,omitempty"`
	Misfit *tournament.Misfit `json:"misfit,omitempty"`
	// Checkpoints are interim measurements of the best weights after some rounds, and of the
	// result.
	Checkpoints []Checkpoint `json:"checkpoints,omitempty"`
	// AgainstItself contains matches of the result against the best weights at earlier points of
	// the search.
	AgainstItself []SelfMatch `json:"against_itself,omitempty"`
	// Importance, ImportanceError and Interaction are estimates in Elo from the strategy's model;
	// see tuning.Report.
	Importance      rating.Floats `json:"importance,omitempty"`
	ImportanceError rating.Floats `json:"importance_error,omitempty"`
	Interaction     rating.Matrix `json:"interaction,omitempty"`
	// Curves contain, for single weights, the strength that the strategy's model predicts over
	// the range of the weight.
	Curves []tuning.Curve `json:"curves,omitempty"`
	// Octaves and Map describe strength in the strategy's model; see tuning.Report.
	Octaves []tuning.Octave `json:"octaves,omitempty"`
	Map     *tuning.Map     `json:"map,omitempty"`
	// Etudes describes which etudes (labelled positions) the best points of a grid search miss. It
	// is nil for runs other than grid searches.
	Etudes *EtudeEvidence `json:"etudes,omitempty"`
	// Fit measures how well fitted weights predict positions. It is nil for runs other than fits.
	Fit *FitEvidence `json:"fit,omitempty"`
}

// Candidate is a weight vector that a verification compared with others.
type Candidate struct {
	Name    string          `json:"name"`
	Weights engines.Weights `json:"weights"`
	// Settings are the settings with which the candidate plays. It is nil if they equal those of
	// the result.
	Settings engines.Settings `json:"settings,omitempty"`
}

// Refused is a candidate that the verification replaced by the start weights. Its rating is
// relative to the start weights.
type Refused struct {
	Candidate
	evidence.Rating
	// Standings are the matches of the candidate. It is nil if the candidate lost already in the
	// playoff.
	Standings []rating.Standing `json:"standings,omitempty"`
}

// SelfMatch is a match of a run's result against the best weights of an earlier round, in fresh
// games.
type SelfMatch struct {
	Share    float64         `json:"share"`  // of the games of the search
	Round    int             `json:"round"`  // that reached the share
	Games    int             `json:"games"`  // fresh games; 0 if the two have the same weights
	Rating   rating.Float    `json:"rating"` // of the result above the earlier best, in Elo
	Interval rating.Interval `json:"interval"`
}

// Headline returns a sentence on the winner of a tournament, or "" for other runs.
func (a Result) Headline() string {
	var played evidence.Played
	if a.Played != nil {
		played = *a.Played
	}
	return evidence.Headline(a.Standings, played)
}

// Verdict returns the conclusion of the verification, or nil if nothing was verified.
func (a Result) Verdict() *evidence.Verdict {
	if a.Rating == nil {
		return nil
	}
	var refused *evidence.Rating
	if a.Refused != nil {
		refused = &a.Refused.Rating
	}
	v := evidence.NewVerdict(*a.Rating, a.KeptStart, refused)
	return &v
}

// Earlier returns the best checkpoint of the search if its rating exceeds that of the result by
// more than two standard errors of the difference. Both ratings are relative to the first
// opponent of the verification. It returns nil otherwise.
func (a Result) Earlier() *Checkpoint {
	if a.Rating == nil || !a.Rating.Elo.Known() || len(a.Checkpoints) == 0 {
		return nil
	}
	var best *Checkpoint
	own := a.Rating.Interval.Deviation()
	for i, m := range a.Checkpoints[:len(a.Checkpoints)-1] {
		ahead := float64(m.Rating - a.Rating.Elo)
		if ahead > 2*math.Hypot(own, m.Interval.Deviation()) && (best == nil || m.Rating > best.Rating) {
			best = &a.Checkpoints[i]
		}
	}
	return best
}

// resultSoFar converts a strategy's estimate to a result without evidence.
func resultSoFar(e tuning.Estimate) Result {
	return Result{Name: e.Name, Weights: e.Weights, Fitness: rating.Float(e.Fitness), Games: e.Games, Error: e.Error}
}
