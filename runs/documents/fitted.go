package documents

import (
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

// Fitted is the document of a fit.
func Fitted(f runs.FitResult) any {
	best := &Object{}
	answer := f.Verification.Answer
	best.Add("weights", Weights(f.Space, answer.Weights))
	if answer.Error != nil {
		best.Add("error", Weights(f.Space, answer.Error))
	}
	best.Add("name", answer.Name)
	if len(f.Verification.Matches) > 0 {
		m := f.Verification.Matches[0]
		best.Add("rating", m.Rating)
		best.Add("interval", m.Interval)
		best.Add("against", m.Agent)
		best.Add("games", m.Games)
		addVariety(best, m.Variety)
	}
	doc := &Object{}
	doc.Add("run", f.Run)
	doc.Add("engine", f.Engine.Name)
	doc.Add("strategy", "fit")
	doc.Add("from", f.From)
	doc.Add("seed", f.Seed)
	addFit(doc, f.Fit)
	found := &Object{}
	found.Add("weights", Weights(f.Space, f.Found.Weights))
	if f.Found.Error != nil {
		found.Add("error", Weights(f.Space, f.Found.Error))
	}
	doc.Add("fitted", found)
	doc.Add("best", best)
	if r := newRefused(f.Space, f.Refused); r != nil {
		doc.Add("refused", r)
	}
	doc.Add("verdict", f.Verdict)
	doc.Add("verification", append([]rating.Standing{}, f.Verification.Matches...)) // a list, if an empty one
	if f.Disputed != "" {
		doc.Add("disputed", f.Disputed)
	}
	if f.Caveats != nil {
		doc.Add("doubts", f.Caveats)
	}
	doc.Add("games", f.Games)
	doc.Add("seconds", f.Elapsed.Seconds())
	return doc
}

// addFit adds how well weights predict positions, and how strong they are.
func addFit(doc *Object, e results.FitEvidence) {
	doc.Add("positions", e.Positions)
	doc.Add("fitted_games", e.Games)
	doc.Add("blocks", e.Blocks)
	doc.Add("held_out_positions", e.HeldPositions)
	doc.Add("held_out_games", e.HeldGames)
	doc.Add("loss", e.Loss)
	doc.Add("held_out", e.HeldOut)
	doc.Add("start_loss", e.StartLoss)
	doc.Add("start_held_out", e.StartHeldOut)
	doc.Add("gain", e.Gain)
	doc.Add("gain_error", e.GainError)
	doc.Add("strength", strengthOf(e.Strength))
	doc.Add("same_as_start", e.SameAsStart)
	doc.Add("scale", e.Scale)
	doc.Add("ridge", e.Ridge)
}

// strengthOf returns the document of a rating; nil for nil.
func strengthOf(r *evidence.Rating) any {
	if r == nil {
		return nil
	}
	doc := &Object{}
	doc.Add("rating", r.Elo)
	doc.Add("interval", r.Interval)
	doc.Add("against", r.Against)
	doc.Add("games", r.Games)
	return doc
}

// fitOf returns the document of a fit's evidence; nil for nil.
func fitOf(e *results.FitEvidence) *Object {
	if e == nil {
		return nil
	}
	doc := &Object{}
	addFit(doc, *e)
	return doc
}
