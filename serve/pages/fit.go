package pages

import (
	"fmt"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// losses shows how well a fit predicts its positions.
type losses struct{ results.FitEvidence }

// Fitted returns the number of positions that were fitted to.
func (l losses) Fitted() int { return l.Positions - l.HeldPositions }

// Losses returns the evidence of a fit, or nil before its result and for other runs.
func (t Tuned) Losses() *losses {
	if t.Best == nil || t.Best.Fit == nil {
		return nil
	}
	return &losses{*t.Best.Fit}
}

// KeptStart reports whether the result is the start weights.
func (t Tuned) KeptStart() bool { return t.Best != nil && t.Best.KeptStart }

// loss formats a loss, or returns a dash if it is unknown.
func loss(v rating.Float) string {
	if !v.Known() {
		return "–"
	}
	return fmt.Sprintf("%.4f", float64(v))
}
