package summary

import (
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// Fitted prints the end of a fit.
func (w Writer) Fitted(f runs.Fitted) error {
	e := f.Fit
	of := "games"
	if e.Blocks {
		of = "blocks of lines"
	}
	w.Paragraph("Run %s: %s, fitted to %d positions of %d %s from %s, seed %d.", f.Run, f.Engine.Name, e.Positions, e.Games, of, f.From, f.Seed)
	if e.Blocks {
		w.Paragraph("The file names no games: blocks of consecutive lines were fitted to or held out as a whole. If the positions of a game do not stand together, name its column in strategy.columns.game.")
	}
	w.evidenceOfFit(e, f.Refused != nil)
	if v := f.Judged; v != nil {
		w.Printf("\n%s\n", w.verdict(*v))
	}
	w.disputed(f.Disputed)
	best := f.Verdict.Answer
	w.Printf("\nWeights: %s\n", results.AnswerTitle(best.Name))
	w.weights(findings{
		space: f.Space, answer: best, scaleFree: f.Engine.ScaleFree, meaning: errorOfFit,
	})
	w.Paragraph("%s", verifiedLine(f.Verdict))
	for _, m := range f.Verdict.Matches {
		w.Paragraph("  %s", matchLine(m))
	}
	w.doubts(f.Doubts)
	w.Println()
	if w.refused(f.Run, f.Refused, ""); accepted(f.Judged, f.Disputed) {
		w.Printf("%s export %s --output weights.json   # use them\n", w.Program, f.Run)
	}
	return w.Err()
}

// evidenceOfFit prints what a fit has measured, in two lines. Kept reports that the
// start was kept in place of the fitted weights.
func (w Writer) evidenceOfFit(e results.FitEvidence, kept bool) {
	w.Paragraph("%s", e.HeldOutLine())
	w.Paragraph("%s", e.StrengthLine(kept))
}
