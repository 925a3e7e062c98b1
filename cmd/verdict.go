package cmd

import (
	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results/evidence"
)

// printVerdict prints the verdict, which is the conclusion about a run's result. It is green if the
// result is better than its opponent, red if it is worse, and yellow if neither has been shown.
func printVerdict(w *term.Screen, v evidence.Verdict) {
	colour := term.Yellow
	switch {
	case v.Better:
		colour = term.Green
	case v.Interval.High < 0:
		colour = term.Red
	}
	w.ParagraphIn(colour, v.String())
}

// isAccepted reports whether the weights of a run can be recommended. It returns false if the
// verification replaced them by the start weights, or if disputed, the reason to doubt the run's
// results, is not "".
func isAccepted(v *evidence.Verdict, disputed string) bool {
	return disputed == "" && (v == nil || !v.KeptStart)
}

// printExport prints the command that exports the weights of a run. A remark at its end is "use
// them", or states that the weights are not verified or not shown to be better. v is nil if the run
// was not verified.
func printExport(w *term.Screen, adv advice, id string, v *evidence.Verdict) {
	what := "use them"
	switch {
	case v == nil:
		what = "the weights, not verified"
	case !v.Better:
		what = "the weights, not shown to be better"
	}
	w.Printf("%s export %s --output weights.json%s   # %s\n", adv.program, id, adv.store, what)
}

// printDisputed prints the reason why the results of a run are in doubt.
func printDisputed(w *term.Screen, reason string) {
	if reason != "" {
		w.ParagraphIn(term.Red, "Disputed: "+reason+". Other results of the run may be wrong too; resume it, or start it again.")
	}
}

// printCaveats prints reasons to trust the measurements of a run less than their numbers suggest.
func printCaveats(w *term.Screen, doubts []string) {
	for _, d := range doubts {
		w.Gap()
		w.Paragraph("Doubtful: %s.", d)
	}
}
