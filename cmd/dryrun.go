package cmd

import (
	"fmt"

	"github.com/lanista/lanista/runs"
)

// printForecast says what a run would play and what it can resolve.
func (a *app) printForecast(f runs.Forecast) error {
	if a.json {
		return a.writeJSON(f)
	}
	fmt.Fprintf(a.out, "%s by %s: %d free weights.\n", f.Engine, f.Strategy, f.Weights)
	if f.Games > 0 {
		fmt.Fprintf(a.out, "%d games, then %d to verify: %s at %.0f games a second.\n", f.Games, f.Verification, f.About(), f.PerSecond)
		fmt.Fprintf(a.out, "So many games, between weights %v Elo below the best, locate the best to about %.2g Elo.\n", f.ProbeDepth, *f.Regret)
	} else {
		fmt.Fprintf(a.out, "As many games as the budget's time allows, %.0f a second, then %d to verify.\n", f.PerSecond, f.Verification)
	}
	if f.Difference != nil {
		fmt.Fprintf(a.out, "The verification can tell a difference of %.0f Elo or more from none, in each of its matches.\n", *f.Difference)
	}
	return nil
}
