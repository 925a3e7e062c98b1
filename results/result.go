package results

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Result contains the weights that a run recommends and the evidence for them. For a tournament it
// contains standings instead of weights.
type Result struct {
	Name     string           `json:"name,omitempty"` // description of the weights, such as "the fittest genome" or "the last iterate"
	Weights  engines.Weights  `json:"weights,omitempty"`
	Settings engines.Settings `json:"settings,omitempty"` // settings of the agents for which the weights were found
	Fitness  rating.Float     `json:"fitness"`            // score in the strategy's own games, which overestimates the strength
	Games    int              `json:"games"`              // number of games for Fitness
	// KeptStart reports whether the weights are those with which the run began.
	KeptStart bool `json:"kept_start,omitempty"`
	// Refused describes a candidate that the verification rejected, so that the start weights
	// became the result. It is nil if there is none.
	Refused *Refused `json:"refused,omitempty"`
	// Unguarded reports whether the verification had too few games to compare the result with the
	// start weights.
	Unguarded bool `json:"unguarded,omitempty"`
	// Exhausted reports whether the strategy ended the search by itself, so that it has no further
	// games for a larger budget, or a tournament ended because all openings had been played. It is
	// independent of runs.Exhausted, which reports a lack of files, processes or memory.
	Exhausted bool `json:"exhausted,omitempty"`
	// Candidates are the weight vectors that the verification compared, in the order in which it
	// first played them. It is nil if there was only one.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Error contains the standard error of every weight, or NaN for a weight about which the
	// games give no information. It is nil if the strategy estimates no errors. See
	// tuning.Report.
	Error rating.Floats `json:"error,omitempty"`
	// Rating is the strength of the result, measured only in games of the verification. It is nil
	// if there were none.
	Rating *evidence.Rating `json:"rating,omitempty"`
	// Other is the strength of the result in a second measurement, which has the settings of the
	// config key verification.settings. OtherStandings are the matches of that measurement. Both
	// are nil if the key is not set.
	Other          *evidence.Rating  `json:"other,omitempty"`
	OtherStandings []rating.Standing `json:"other_standings,omitempty"`
	// Standings is the rating table of the verification or of the tournament.
	Standings []rating.Standing `json:"standings,omitempty"`
	// Played counts the games of a tournament. Misfit is the score between two agents that deviates
	// most from the prediction of their ratings. It is nil if no score deviates significantly.
	Played *evidence.Played   `json:"played,omitempty"`
	Misfit *tournament.Misfit `json:"misfit,omitempty"`
	// Checkpoints are interim measurements of the best weights after some rounds, and a
	// measurement of the result.
	Checkpoints []Checkpoint `json:"checkpoints,omitempty"`
	// AgainstItself contains matches of the result against the best weights that the search had at
	// earlier points.
	AgainstItself []SelfMatch `json:"against_itself,omitempty"`
	// Importance, ImportanceError and Interaction describe the influence of the weights on the
	// strength, in Elo, in the strategy's model; see [tuning.Report].
	Importance      rating.Floats `json:"importance,omitempty"`
	ImportanceError rating.Floats `json:"importance_error,omitempty"`
	Interaction     rating.Matrix `json:"interaction,omitempty"`
	// Curves contains, for some weights, the strength that the strategy's model predicts over the
	// range of the weight.
	Curves []tuning.Curve `json:"curves,omitempty"`
	// Octaves contains, for several distances between weight vectors, how much the strength varies
	// over this distance in the strategy's model. Map contains the strength that the model predicts
	// over two weights; see [tuning.Report].
	Octaves []tuning.Octave `json:"octaves,omitempty"`
	Map     *tuning.Map     `json:"map,omitempty"`
	// Etudes describes which etudes (labelled positions) the best points of a grid search miss. It
	// is nil for runs other than grid searches.
	Etudes *EtudeEvidence `json:"etudes,omitempty"`
	// Fit measures how well fitted weights predict the outcomes of games. It is nil for runs
	// other than fits.
	Fit *FitEvidence `json:"fit,omitempty"`
}

// Candidate is one of the weight vectors among which a verification chose by games on new deals.
type Candidate struct {
	Name    string          `json:"name"`
	Weights engines.Weights `json:"weights"`
	// Settings are the game settings with which the weights are played. It is nil if they equal
	// those of the result.
	Settings engines.Settings `json:"settings,omitempty"`
}

// Refused describes a candidate that its run's verification rejected, so that the start weights
// became the result; see [tuning.Refused] for the reasons. The rating is relative to the start
// weights.
type Refused struct {
	Candidate
	evidence.Rating
	// Standings are the matches that the candidate played against the opponents. It is nil if the
	// candidate had already lost in the games that chose among the candidates.
	Standings []rating.Standing `json:"standings,omitempty"`
}

// SelfMatch is a match between a run's result and the best weights of an earlier round, in games
// that the search did not use.
type SelfMatch struct {
	Share    float64         `json:"share" doc:"fraction of the search's games, from 0 to 1"`
	Round    int             `json:"round" doc:"round in which that fraction was reached"`
	Games    int             `json:"games" doc:"number of games; 0 if both have the same weights"`
	Rating   rating.Float    `json:"rating" doc:"of the result above the earlier weights, in Elo"`
	Interval rating.Interval `json:"interval"`
}

// Caveats returns sentences on limits of the evidence for the result. It returns nil if there are
// none.
func (a Result) Caveats() []string {
	var list []string
	if a.Fit != nil {
		list = a.Fit.Caveats()
	}
	if !a.Unguarded {
		return list
	}
	return append(list, "the result was not compared with the start weights: no opponent of the verification plays like them, and verification.games is too small for one more opponent")
}

// Headline returns a sentence on the winner of a tournament, or "" for other runs.
func (a Result) Headline() string {
	var played evidence.Played
	if a.Played != nil {
		played = *a.Played
	}
	return evidence.Headline(a.Standings, played)
}

// Verdict returns the conclusion of the verification on the result, or nil if nothing was
// verified.
func (a Result) Verdict() *evidence.Verdict {
	if a.Rating == nil {
		return nil
	}
	var refused *evidence.Rating
	if a.Refused != nil {
		refused = &a.Refused.Rating
	}
	v := evidence.NewVerdict(*a.Rating, a.KeptStart, refused)
	if a.Other != nil {
		v = v.WithOther(*a.Other)
	}
	return &v
}

// Earlier returns the checkpoint (interim measurement) whose rating is clearly above that of the
// result: by more than three standard errors of the difference. It returns nil if there is none. If
// there are several, it returns the one with the highest rating. Both ratings are relative to the
// first opponent of the verification. The last checkpoint is ignored, because it is usually the
// verification itself. Checkpoints with too few games for an interval are ignored.
func (a Result) Earlier() *Checkpoint {
	if a.Rating == nil || !a.Rating.Elo.Known() || len(a.Checkpoints) == 0 {
		return nil
	}
	var best *Checkpoint
	own := a.Rating.Interval.Deviation()
	for i, m := range a.Checkpoints[:len(a.Checkpoints)-1] {
		ahead := float64(m.Rating - a.Rating.Elo)
		if ahead > 3*math.Hypot(own, m.Interval.Deviation()) && !m.TooFew() && (best == nil || m.Rating > best.Rating) {
			best = &a.Checkpoints[i]
		}
	}
	return best
}

func resultSoFar(e tuning.Estimate) Result {
	return Result{Name: e.Name, Weights: e.Weights, Fitness: rating.Float(e.Fitness), Games: e.Games, Error: e.Error}
}
