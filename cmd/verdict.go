package cmd

import (
	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results/evidence"
)

// colouredVerdict returns the text of a verdict: green if the result is better, red if it is worse,
// yellow if neither is shown.
func colouredVerdict(w *term.Screen, v evidence.Verdict) string {
	colour := term.Yellow
	switch {
	case v.Better:
		colour = term.Green
	case v.Interval.High < 0:
		colour = term.Red
	}
	return w.Coloured(colour, v.String())
}

// isAccepted reports whether the weights of a run are recommended: they did not lose to the
// start weights, and no workers disagreed.
func isAccepted(v *evidence.Verdict, disputed string) bool {
	return disputed == "" && (v == nil || !v.KeptStart)
}

// printDisputed prints why the results of a run are disputed.
func printDisputed(w *term.Screen, reason string) {
	if reason != "" {
		w.Paragraph("%s", w.Coloured(term.Red, "Disputed: "+reason+". Other results of the run may be wrong too; start it again."))
	}
}

// printCaveats prints the reasons that weaken the evidence.
func printCaveats(w *term.Screen, doubts []string) {
	for _, d := range doubts {
		w.Println()
		w.Paragraph("Doubtful: %s.", d)
	}
}
