package results

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Result is the result of a run with its evidence. A tournament has standings and no weights.
type Result struct {
	Name     string           `json:"name,omitempty"` // what it is: "the fittest genome", "the mean of the iterates"
	Weights  engines.Weights  `json:"weights,omitempty"`
	Settings engines.Settings `json:"settings,omitempty"` // of the agents it was found for
	Fitness  rating.Float     `json:"fitness"`            // by the strategy's own games, which flatter
	Games    int              `json:"games"`              // behind Fitness
	// KeptStart states that the weights are the start weights.
	KeptStart bool `json:"kept_start,omitempty"`
	// Refused is the candidate of the search that the verification replaced by the
	// start; nil if it replaced none.
	Refused *Refused `json:"refused,omitempty"`
	// Candidates are the vectors that the verification chose among, in the order of the
	// playoff. It is nil if there was one alone.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Error is the standard error of every weight, nil if the strategy estimates none, and
	// NaN for a weight without information. See tuning.Report.
	Error rating.Floats `json:"error,omitempty"`
	// Rating is computed from the verification's games alone; nil if none was played.
	Rating *evidence.Rating `json:"rating,omitempty"`
	// Standings are the table of the verification or of the tournament.
	Standings []rating.Standing `json:"standings,omitempty"`
	// Played counts the games of a tournament. Misfit is the result that its ratings predict
	// worst, or nil if they predict all.
	Played *evidence.Played   `json:"played,omitempty"`
	Misfit *tournament.Misfit `json:"misfit,omitempty"`
	// Checkpoints are the strength of the best weights of some rounds and of the result.
	Checkpoints []Checkpoint `json:"checkpoints,omitempty"`
	// AgainstItself compares the result with the strategy's best after a part of the
	// search.
	AgainstItself []SelfMatch `json:"against_itself,omitempty"`
	// Importance, its standard error and Interaction describe the weights in the strategy's
	// model, in Elo; see tuning.Report.
	Importance      rating.Floats `json:"importance,omitempty"`
	ImportanceError rating.Floats `json:"importance_error,omitempty"`
	Interaction     rating.Matrix `json:"interaction,omitempty"`
	// Curves are strength over the range of single weights by the strategy's model.
	Curves []tuning.Curve `json:"curves,omitempty"`
	// Octaves and Map describe strength in the strategy's model; see tuning.Report.
	Octaves []tuning.Octave `json:"octaves,omitempty"`
	Map     *tuning.Map     `json:"map,omitempty"`
	// Fit measures how well a fit predicts its positions; nil for other runs.
	Fit *FitEvidence `json:"fit,omitempty"`
}

// Candidate is a vector that a verification could have chosen.
type Candidate struct {
	Name    string          `json:"name"`
	Weights engines.Weights `json:"weights"`
	// Settings are the settings of the candidate's agent; nil if the result has the same.
	Settings engines.Settings `json:"settings,omitempty"`
}

// Refused is a candidate that lost to the start, with its rating against the start.
type Refused struct {
	Candidate
	evidence.Rating
	// Standings are the matches of the candidate; nil if it lost the playoff.
	Standings []rating.Standing `json:"standings,omitempty"`
}

// SelfMatch is a match of the result against the best of an earlier round, by fresh games.
type SelfMatch struct {
	Share    float64         `json:"share"`  // of the games of the search
	Round    int             `json:"round"`  // that reached the share
	Games    int             `json:"games"`  // fresh games; 0 if the two have the same weights
	Rating   rating.Float    `json:"rating"` // of the result above the earlier best, in Elo
	Interval rating.Interval `json:"interval"`
}

// Headline states who has won a tournament; "" for other runs.
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

// Earlier returns the best checkpoint of the search if it was better than the result,
// against the first opponent of the verification, by more than two standard errors of
// the difference; nil otherwise.
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

// resultSoFar returns a strategy's estimate as a result.
func resultSoFar(e tuning.Estimate) Result {
	return Result{Name: e.Name, Weights: e.Weights, Fitness: rating.Float(e.Fitness), Games: e.Games, Error: e.Error}
}
