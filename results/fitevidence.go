package results

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// FitEvidence is how well weights predict the results of positions.
type FitEvidence struct {
	Target    string `json:"target,omitempty"` // result or score
	Positions int    `json:"positions"`
	Games     int    `json:"games"` // that the positions come from
	// Blocks reports that Games counts blocks of consecutive positions of a file that does
	// not name its games.
	Blocks bool `json:"blocks,omitempty"`
	// HeldPositions and HeldGames count the positions and games that were not fitted to.
	HeldPositions int `json:"held_out_positions"`
	HeldGames     int `json:"held_out_games"`
	// Loss is the mean loss of the positions fitted to, HeldOut that of the others:
	// in nats, or half squares of points where scores are predicted.
	Loss    rating.Float `json:"loss"`
	HeldOut rating.Float `json:"held_out"`
	// StartLoss and StartHeldOut are those of the weights that the fit began with.
	StartLoss    rating.Float `json:"start_loss"`
	StartHeldOut rating.Float `json:"start_held_out"`
	// Gain is StartHeldOut less HeldOut, and GainError its standard error, by games.
	Gain      rating.Float `json:"gain"`
	GainError rating.Float `json:"gain_error"`
	// Strength is the rating of the fitted weights against the start, by fresh games; nil
	// if they have not met.
	Strength *evidence.Rating `json:"strength,omitempty"`
	// SameAsStart reports that the fitted weights play like the start.
	SameAsStart bool         `json:"same_as_start,omitempty"`
	Scale       rating.Float `json:"scale"` // what a unit of the evaluation is worth in logits, or in points
	// StartScale is the scale with which the start weights predict best, the constant K of
	// Texel's method in logits.
	StartScale rating.Float `json:"start_scale,omitempty"`
	Ridge      rating.Float `json:"ridge"`
	Lasso      float64      `json:"lasso,omitempty"`
	// Filtered is the number of positions that the filter left out.
	Filtered int `json:"filtered,omitempty"`
	// Moved lists how far each weight has moved from its start.
	Moved []FitMove `json:"moved,omitempty"`
	// Steps contains the losses after every step of the fit.
	Steps []FitStep `json:"steps,omitempty"`
	// Calibration compares predictions and targets of the positions held out, by prediction.
	Calibration []FitBin `json:"calibration,omitempty"`
	// Stages does the same by the property Stage of the positions, such as the phase.
	Stages []FitBin `json:"stages,omitempty"`
	Stage  string   `json:"stage,omitempty"`
}

// FitMove is the way of a weight in a fit.
type FitMove struct {
	Weight string  `json:"weight"`
	Start  float64 `json:"start"`
	Fitted float64 `json:"fitted"`
	Error  float64 `json:"error,omitempty"` // standard error; 0 if it is unknown
}

// FitStep contains the mean losses after a step of a fit, without penalties.
type FitStep struct {
	Ridge   rating.Float `json:"ridge"`
	Loss    rating.Float `json:"loss"`
	HeldOut rating.Float `json:"held_out"`
}

// FitBin compares the mean prediction and the mean target of some positions.
type FitBin struct {
	From      float64         `json:"from"` // of the predictions, or of the property
	To        float64         `json:"to"`
	Positions int             `json:"positions"`
	Predicted float64         `json:"predicted"`
	Observed  float64         `json:"observed"`
	Interval  rating.Interval `json:"interval"` // of Observed, by games
}

// Outside reports whether the prediction lies outside the interval.
func (b FitBin) Outside() bool {
	return b.Predicted < b.Interval.Low || b.Predicted > b.Interval.High
}

// ScaleLine returns a sentence with the scale of the evaluation, or "" if it is unknown or the
// target was a score.
func (e FitEvidence) ScaleLine() string {
	if !(e.StartScale > 0) || e.Target != "result" {
		return ""
	}
	const elo = 400 / math.Ln10 // of a logit
	return fmt.Sprintf("Scale: a unit of the start weights is worth %.3g Elo (K of Texel's method, fitted first); of the fitted weights %.3g Elo.", elo*float64(e.StartScale), elo*float64(e.Scale))
}

// HeldOutLine returns a sentence with the loss on the games held out, before and after.
func (e FitEvidence) HeldOutLine() string {
	if !e.HeldOut.Known() {
		return fmt.Sprintf("Loss: %.4f at the start weights, %.4f fitted. No game was held out, so that the loss on other games is not known.", e.StartLoss, e.Loss)
	}
	line := fmt.Sprintf("Held-out loss: %.4f at the start weights, %.4f fitted", e.StartHeldOut, e.HeldOut)
	if e.GainError.Known() {
		verb, by := "falls", float64(e.Gain)
		if by < 0 {
			verb, by = "rises", -by
		}
		line += fmt.Sprintf("; it %s by %.4f ± %.4f", verb, by, e.GainError)
	}
	of := "games"
	if e.Blocks {
		of = "blocks of the file"
	}
	return fmt.Sprintf("%s (%d positions of %d %s, not fitted to).", line, e.HeldPositions, e.HeldGames, of)
}

// StrengthLine returns a sentence with the strength of the fitted weights against the
// start. Kept reports that the start was kept in their place.
func (e FitEvidence) StrengthLine(kept bool) string {
	switch s := e.Strength; {
	case e.SameAsStart:
		return "Strength: the fitted weights play like the start weights, so that no game between them was played."
	case s == nil:
		return "Strength: not measured; no fresh games were played against the start weights."
	case !s.Elo.Known():
		return fmt.Sprintf("Strength: unknown after %d fresh games against the start weights.", s.Games)
	default:
		line := fmt.Sprintf("Strength: the fitted weights are at %s against the start weights, in %d fresh games", s.Text(), s.Games)
		if kept {
			line += "; the start is kept"
		}
		return line + "."
	}
}
