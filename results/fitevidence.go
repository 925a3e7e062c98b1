package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// FitEvidence measures how well fitted weights predict the outcomes of games from positions in
// these games.
type FitEvidence struct {
	Target        string           `json:"target,omitempty" doc:"what was predicted: result or score"`
	Positions     int              `json:"positions" doc:"all positions, with those held out"`
	Games         int              `json:"games" doc:"games of these positions"`
	Blocks        bool             `json:"blocks,omitempty" doc:"whether games are blocks of consecutive positions, because the file does not name games"`
	HeldPositions int              `json:"held_out_positions" doc:"positions that were not fitted"`
	HeldGames     int              `json:"held_out_games" doc:"games of these positions"`
	Loss          rating.Float     `json:"loss" doc:"mean over the fitted positions: cross-entropy in nats, or half the squared error in points"`
	HeldOut       rating.Float     `json:"held_out" doc:"the same over the positions held out"`
	StartLoss     rating.Float     `json:"start_loss" doc:"loss of the start weights"`
	StartHeldOut  rating.Float     `json:"start_held_out" doc:"the same over the positions held out"`
	Gain          rating.Float     `json:"gain" doc:"start_held_out minus held_out"`
	GainError     rating.Float     `json:"gain_error" doc:"standard error of the gain, computed over games"`
	Strength      *evidence.Rating `json:"strength,omitempty" doc:"of the fitted weights above the start, by fresh games"`
	SameAsStart   bool             `json:"same_as_start,omitempty" doc:"whether players choose the same moves with both"`
	// Scale is the factor that converts the evaluation to logits, or to points. With two seats the
	// evaluation is the difference between the evaluations of the two seats.
	Scale       rating.Float `json:"scale" doc:"logits, or points, for a unit of the evaluation"`
	StartScale  rating.Float `json:"start_scale,omitempty" doc:"the same for the start weights: the constant K of Texel tuning"`
	Mirrored    bool         `json:"mirrored,omitempty" doc:"whether the evaluation of the second seat is always the negative of that of the first, so that a unit of one seat's evaluation is worth twice the scale"`
	Ridge       rating.Float `json:"ridge" doc:"factor of the L2 penalty"`
	Lasso       float64      `json:"lasso,omitempty" doc:"factor of the L1 penalty"`
	KeptStart   bool         `json:"kept_start,omitempty" doc:"whether no weights predict better than the start"`
	Unconverged bool         `json:"unconverged,omitempty" doc:"whether the fit ended before its minimum"`
	Filtered    int          `json:"filtered,omitempty" doc:"positions that a filter left out"`
	// Moved contains the start value and the fitted value of each weight.
	Moved []FitMove `json:"moved,omitempty"`
	// Steps contains the losses after every step of the fit's optimization.
	Steps       []FitStep `json:"steps,omitempty"`
	Calibration []FitBin  `json:"calibration,omitempty" doc:"groups of the positions held out by their prediction"`
	Stages      []FitBin  `json:"stages,omitempty" doc:"groups of the positions held out by the property stage"`
	Stage       string    `json:"stage,omitempty"`
}

// FitMove is the change of one weight by a fit.
type FitMove struct {
	Weight string  `json:"weight"`
	Start  float64 `json:"start" doc:"start value"`
	Fitted float64 `json:"fitted" doc:"fitted value"`
	Error  float64 `json:"error,omitempty" doc:"standard error of the fitted value; absent if unknown"`
}

// FitStep contains the mean losses after a step of a fit's optimization, without the ridge and
// lasso penalties.
type FitStep struct {
	Ridge   rating.Float `json:"ridge" doc:"factor of the L2 penalty"`
	Loss    rating.Float `json:"loss" doc:"mean over the fitted positions, without penalties"`
	HeldOut rating.Float `json:"held_out" doc:"mean over the positions held out"`
}

// FitBin compares the mean prediction for a group of similar positions with the mean outcome of
// their games.
type FitBin struct {
	From      float64         `json:"from" doc:"lower limit of the prediction, or of the property"`
	To        float64         `json:"to" doc:"upper limit"`
	Positions int             `json:"positions" doc:"number of predictions: one for each position, with more than two seats one for each seat"`
	Predicted float64         `json:"predicted" doc:"mean prediction"`
	Observed  float64         `json:"observed" doc:"mean outcome"`
	Interval  rating.Interval `json:"interval" doc:"of observed, computed over games"`
}

// Outside reports whether the mean prediction lies outside the confidence interval of the mean
// outcome. It ignores differences up to 1e-9, which may be rounding errors if the interval has no
// width.
func (b FitBin) Outside() bool {
	const rounding = 1e-9
	return b.Predicted < b.Interval.Low-rounding || b.Predicted > b.Interval.High+rounding
}

// FormatBound formats the lower or upper end of the range that a [FitBin] covers, with at most
// three decimals.
func FormatBound(v float64) string {
	return strconv.FormatFloat(math.Round(1000*v)/1000, 'f', -1, 64)
}

// ScaleLine returns a sentence on how many Elo a unit of the evaluation is worth, with the start
// weights and with the fitted weights. If Mirrored is true, both numbers are doubled, because a
// unit more for one seat is a unit less for the other. ScaleLine returns "" if StartScale is
// unknown, or if scores were fitted instead of results.
func (e FitEvidence) ScaleLine() string {
	if !(e.StartScale > 0) || e.Target != "result" {
		return ""
	}
	elo := 400 / math.Ln10 // of a logit
	if e.Mirrored {
		elo *= 2
	}
	return fmt.Sprintf("Scale: a unit of the start weights is worth %s Elo (K of Texel's method, fitted first); of the fitted weights %s Elo.",
		threeDigits(elo*float64(e.StartScale)), threeDigits(elo*float64(e.Scale)))
}

// PenaltyLine returns a sentence with the strengths of the ridge penalty and the lasso penalty that the
// fit used. It returns "" if the start weights were kept or there was no penalty.
func (e FitEvidence) PenaltyLine() string {
	if e.KeptStart || !(e.Ridge > 0) && e.Lasso == 0 {
		return ""
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	line := "Ridge: " + number(float64(e.Ridge))
	if slices.ContainsFunc(e.Steps, func(s FitStep) bool { return s.Ridge != e.Ridge }) {
		line += ", the strength with the lowest held-out loss"
	}
	if e.Lasso > 0 {
		line += "; lasso: " + number(e.Lasso)
	}
	return line + "."
}

// threeDigits formats a number with three significant digits and without an exponent.
func threeDigits(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil {
		return fmt.Sprint(v)
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// MovedLine returns a sentence with the weights that the fit changed by more than two standard
// errors. A fit with a lasso penalty has no standard errors; the sentence then names all changed
// weights. MovedLine returns "" if the weights are unknown.
func (e FitEvidence) MovedLine() string {
	if len(e.Moved) == 0 {
		return ""
	}
	var moved []string
	for _, m := range e.Moved {
		if by := m.Fitted - m.Start; m.Error > 0 && math.Abs(by) > 2*m.Error || e.Lasso > 0 && by != 0 {
			moved = append(moved, fmt.Sprintf("%s %.6g to %.6g", m.Weight, m.Start, m.Fitted))
		}
	}
	names, among := cmp.Or(strings.Join(moved, ", "), "none"), fmt.Sprintf("%d of %d", len(moved), len(e.Moved))
	if e.Lasso > 0 {
		return fmt.Sprintf("Moved (%s; the lasso keeps the others at the start, and allows no errors): %s.", among, names)
	}
	return fmt.Sprintf("Moved by more than two standard errors (%s): %s.", among, names)
}

// HeldOutLine returns a sentence that compares the loss on held-out games before and after the
// fit.
func (e FitEvidence) HeldOutLine() string {
	if e.KeptStart && e.HeldOut.Known() {
		return fmt.Sprintf("Held-out loss: %.4f at the start weights, which are kept (%s of %s, not fitted to).", e.StartHeldOut, counted(e.HeldPositions, "position"), e.heldOf())
	}
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
	return fmt.Sprintf("%s (%s of %s, not fitted to).", line, counted(e.HeldPositions, "position"), e.heldOf())
}

// heldOf returns the number of held-out games as text, such as "120 games". If the file of
// positions does not name their games, it returns the number of held-out blocks of the file.
func (e FitEvidence) heldOf() string {
	if e.Blocks {
		return counted(e.HeldGames, "block") + " of the file"
	}
	return counted(e.HeldGames, "game")
}

// counted returns a number with its noun, such as "1 block" or "2 blocks".
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}

// Caveats returns sentences on limits of the fit. It returns nil if there are none.
func (e FitEvidence) Caveats() []string {
	var list []string
	if e.KeptStart {
		list = append(list, "no weights within their ranges were found that predict the positions better than the start weights, which are kept")
	}
	if e.Unconverged {
		list = append(list, "the minimisation of the loss did not converge, so that other weights may predict the positions better; more positions, a larger ridge or a smaller lasso help")
	}
	n, of := e.Positions-e.HeldPositions, "positions"
	if games := e.Games - e.HeldGames; e.Games > 0 && !e.Blocks && e.Target != "score" && games < n {
		n, of = games, "games"
	}
	if len(e.Moved) > 0 && !e.KeptStart && n < fewResults*len(e.Moved) {
		list = append(list, fmt.Sprintf("%d %s are few for %d weights: with fewer than %d for each, the weights and their errors are not reliable", n, of, len(e.Moved), fewResults))
	}
	return list
}

// fewResults is the smallest number of results for each fitted weight with which the errors of a
// fit are reliable. With fewer, [FitEvidence.Caveats] contains a warning. The result of a game
// counts once for all its positions. Each position counts separately if the file does not name the
// games, or if the targets are scores. The number follows the rule of ten events for each variable
// of a logistic regression. Source: P. Peduzzi and others, "A simulation study of the number of
// events per variable in logistic regression analysis", J. Clinical Epidemiology 49, 1996.
const fewResults = 10

// StrengthLine returns a sentence on the strength of the fitted weights relative to the start
// weights. kept reports whether the run kept the start weights as its result.
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
