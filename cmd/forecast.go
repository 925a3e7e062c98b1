package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/runs"
)

// forecast prints what a run would play and how large a difference it can show, without playing it.
// plan makes the forecast, and text prints it unless --json is given.
func forecast[T any](ctx context.Context, a *app, o runs.Options, plan func(context.Context, runs.Catalog, runs.Options) (T, error), text func(*term.Screen, T) error) error {
	o.Events.Warning = a.say
	defer a.await(ctx, "measuring")() // how long games take
	f, err := plan(ctx, a.catalog, o)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(f)
	}
	return text(a.out, f)
}

// printOpenings prints the openings (first moves) with which the games of a run begin: how many
// there are, and whether they repeat.
func printOpenings(w *term.Screen, p *runs.OpeningsPlan) {
	if p == nil {
		return
	}
	list := p.Sentences()
	for _, text := range list {
		w.Paragraph("%s.", strings.ToUpper(text[:1])+text[1:])
	}
	if len(list) == 0 && p.Different.Openings > 0 {
		w.Paragraph("%s.", p.Begin())
	}
}

// formatDuration formats the estimated duration of games and their measured rate, in games per
// second. A rate of 0 means that no game ended in the measurement.
func formatDuration(seconds, rate float64) string {
	if rate == 0 {
		return "how long they take is unknown, since no game ended in the measurement"
	}
	return runs.RoughDuration(seconds) + " at " + formatRate(rate)
}

// formatRate formats a rate in games per second. It never rounds a positive rate to 0.
func formatRate(rate float64) string {
	switch {
	case rate == 0:
		return "an unknown number of games a second"
	case rate >= 9.95:
		return fmt.Sprintf("%.0f games a second", rate)
	case rate >= 0.95:
		return fmt.Sprintf("%.1f games a second", rate)
	}
	return fmt.Sprintf("one game in %.2g seconds", 1/rate)
}

// printNotes prints the notes of a forecast, which are sentences without a full stop.
func printNotes(w *term.Screen, notes []string) {
	for _, note := range notes {
		w.Paragraph("Note: %s.", note)
	}
}
