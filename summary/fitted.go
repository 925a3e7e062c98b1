package summary

import (
	"math"
	"slices"

	"github.com/lanista/lanista/runs"
)

// Fitted prints the end of a fit.
func (w Writer) Fitted(f runs.Fitted) error {
	e := f.Fit
	w.Paragraph("Run %s: %s, fitted to %d positions of %d games from %s, seed %d.", f.Run, f.Engine.Name, e.Positions, e.Games, f.From, f.Seed)
	if math.IsNaN(float64(e.HeldOut)) {
		w.Paragraph("Loss %s; the start weights: %s. No game was held out.", Number(float64(e.Loss)), Number(float64(e.StartLoss)))
	} else {
		w.Paragraph("Loss %s, on games held out %s; the start weights: %s and %s.",
			Number(float64(e.Loss)), Number(float64(e.HeldOut)), Number(float64(e.StartLoss)), Number(float64(e.StartHeldOut)))
	}
	if v := f.Judged; v != nil {
		w.Printf("\n%s\n", w.verdict(*v))
	}
	w.disputed(f.Disputed)
	best := f.Verdict.Answer
	if !slices.Equal(best.Weights, f.Found.Weights) {
		w.Paragraph("Fitted, but not clearly better than the start in play: %s", weightList(f.Space, f.Found.Weights))
	}
	w.Printf("\nWeights: %s\n", best.Name)
	w.weights(findings{
		space: f.Space, answer: best, scaleFree: f.Engine.ScaleFree, meaning: errorOfFit,
	})
	w.Paragraph("%s", verifiedLine(f.Verdict))
	for _, m := range f.Verdict.Matches {
		w.Paragraph("  %s", matchLine(m))
	}
	w.doubts(f.Doubts)
	if accepted(f.Judged, f.Disputed) {
		w.Printf("\n%s export %s --output weights.json   # use them\n", w.Program, f.Run)
	}
	return w.Err()
}
