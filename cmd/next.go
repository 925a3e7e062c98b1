package cmd

import (
	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/runs"
)

// printNextSteps prints the recommended next steps after a run, each with its number of games and
// its command. store is " --db PATH" for the commands, or "" for the default store.
func printNextSteps(w *term.Screen, program, store string, steps []runs.NextStep) {
	for _, s := range steps {
		price := s.Price()
		if price != "" {
			price = " (" + price + ")"
		}
		w.Paragraph("Next: %s%s.", s.Text, price)
		w.Printf("  %s\n", s.Command(program, store))
	}
}
