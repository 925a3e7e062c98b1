package pages

import (
	"fmt"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// losses formats the prediction losses in the result of a fit. A loss measures how far the
// predicted results of positions are from the actual ones.
type losses struct{ results.FitEvidence }

// Fitted returns the number of positions that the weights were fitted to.
func (l losses) Fitted() int { return l.Positions - l.HeldPositions }

// Losses returns the prediction losses of a fit, which measure the distance of predicted from
// actual results. It returns nil for other runs and for a fit without a result.
func (t Tuned) Losses() *losses {
	if t.Best == nil || t.Best.Fit == nil {
		return nil
	}
	return &losses{*t.Best.Fit}
}

// KeptStart reports whether the result equals the start weights.
func (t Tuned) KeptStart() bool { return t.Best != nil && t.Best.KeptStart }

// loss formats a prediction loss. It returns a dash if the loss is unknown.
func loss(v rating.Float) string {
	if !v.Known() {
		return "–"
	}
	return fmt.Sprintf("%.4f", float64(v))
}

// StepChart returns a chart of the prediction loss after every step of a fit.
func (l losses) StepChart() Chart {
	fitted, held := Line{Name: "fitted to"}, Line{Name: "held out"}
	for i, s := range l.Steps {
		if s.Loss.Known() {
			fitted.Points = append(fitted.Points, [2]float64{float64(i + 1), float64(s.Loss)})
		}
		if s.HeldOut.Known() {
			held.Points = append(held.Points, [2]float64{float64(i + 1), float64(s.HeldOut)})
		}
	}
	c := Chart{Title: "Loss by step", Note: "If the loss on held-out positions rises while the other falls, the weights fit chance results of the games, which new games do not repeat.", X: "step", Y: "loss", Whole: true, Lines: []Line{fitted}}
	if len(held.Points) > 0 {
		c.Lines = append(c.Lines, held)
	}
	return c
}

// CalibrationChart returns a chart of observed results against predicted results. A second line
// marks where both are equal.
func (l losses) CalibrationChart() Chart {
	observed, equal := Line{Name: "observed"}, Line{Name: "perfect"}
	for _, b := range l.Calibration {
		observed.Points = append(observed.Points, [2]float64{b.Predicted, b.Observed})
		equal.Points = append(equal.Points, [2]float64{b.Predicted, b.Predicted})
	}
	return Chart{Title: "Calibration", Note: "Positions in groups by prediction. The table has the intervals.", X: "predicted", Y: "observed", Lines: []Line{observed, equal}}
}
