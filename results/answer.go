package results

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tuning"
)

// What a record says of its evidence; see package evidence.
type (
	Rating    = evidence.Rating
	Standing  = evidence.Standing
	Scored    = evidence.Scored
	Compared  = evidence.Compared
	MeanScore = evidence.MeanScore
	Lead      = evidence.Lead
	Verdict   = evidence.Verdict
	Interval  = evidence.Interval
	Float     = evidence.Float
)

// Answer is what a run has found, with its evidence. The zero Answer says that
// it found nothing to single out, as a tournament does.
type Answer struct {
	Name     string           `json:"name,omitempty"` // what it is: "the fittest genome", "the mean of the iterates"
	Weights  engines.Weights  `json:"weights,omitempty"`
	Settings engines.Settings `json:"settings,omitempty"` // of the agents it was found for
	Fitness  Float            `json:"fitness"`            // by the strategy's own games, which flatter
	Games    int              `json:"games"`              // behind Fitness
	// KeptStart says that the weights are those that the search began with.
	KeptStart bool `json:"kept_start,omitempty"`
	// Error is the standard error of every weight, nil where there is none; NaN of a
	// weight of which nothing is known. See tuning.Report.
	Error evidence.Floats `json:"error,omitempty"`
	// Rating is by the verification's games alone; nil where none was played.
	Rating *Rating `json:"rating,omitempty"`
	// Standings are those of the verification, or of a tournament.
	Standings []Standing `json:"standings,omitempty"`
	// Strength is how the answer grew: its strength after some rounds and at the end,
	// above the first opponent of the verification.
	Strength []Milestone `json:"strength,omitempty"`
	// Importance, its standard error and Interaction are what the strategy's model
	// says about the weights, in Elo; see tuning.Report.
	Importance      evidence.Floats `json:"importance,omitempty"`
	ImportanceError evidence.Floats `json:"importance_error,omitempty"`
	Interaction     evidence.Matrix `json:"interaction,omitempty"`
	// Octaves and Map are what the strategy's model says about strength; see
	// tuning.Report.
	Octaves []tuning.Octave `json:"octaves,omitempty"`
	Map     *tuning.Map     `json:"map,omitempty"`
	// Fit is how well a fit predicts its positions; nil of other runs.
	Fit *FitEvidence `json:"fit,omitempty"`
}

// FitEvidence is how well weights predict the results of positions.
type FitEvidence struct {
	Positions int `json:"positions"`
	Games     int `json:"games"` // that the positions come from
	// Blocks reports that Games counts blocks of consecutive positions of a file that does
	// not name its games.
	Blocks bool `json:"blocks,omitempty"`
	// HeldPositions and HeldGames are those that were not fitted to.
	HeldPositions int `json:"held_out_positions"`
	HeldGames     int `json:"held_out_games"`
	// Loss is the mean loss of the positions fitted to, HeldOut that of the others:
	// in nats, or half squares of points where scores are predicted.
	Loss    Float `json:"loss"`
	HeldOut Float `json:"held_out"`
	// StartLoss and StartHeldOut are those of the weights that the fit began with.
	StartLoss    Float `json:"start_loss"`
	StartHeldOut Float `json:"start_held_out"`
	// Gain is StartHeldOut less HeldOut, and GainError its standard error, by games.
	Gain      Float `json:"gain"`
	GainError Float `json:"gain_error"`
	Scale     Float `json:"scale"` // what a unit of the evaluation is worth in logits, or in points
	Ridge     Float `json:"ridge"`
}

// Milestone is how strong the answer was after a round, by fresh games.
type Milestone struct {
	Round    int      `json:"generation"`
	Games    int      `json:"games"` // of the search until then
	Rating   Float    `json:"rating"`
	Interval Interval `json:"interval"`
	Played   int      `json:"played"` // fresh games
}

// Verdict says in one line what the run has found; nil where nothing was
// verified.
func (a Answer) Verdict() *Verdict {
	if a.Rating == nil {
		return nil
	}
	v := evidence.NewVerdict(*a.Rating, a.KeptStart)
	return &v
}

// answerSoFar is a strategy's estimate as an answer.
func answerSoFar(e tuning.Estimate) Answer {
	return Answer{Name: e.Name, Weights: e.Weights, Fitness: Float(e.Fitness), Games: e.Games, Error: e.Error}
}
