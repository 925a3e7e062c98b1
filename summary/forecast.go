package summary

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// FitForecast says what a fit would play.
func (w Writer) FitForecast(f runs.FitForecast) error {
	w.Paragraph("%s by fit: %d free weights, from %s.", f.Engine, f.Weights, f.From)
	if f.Games > 0 {
		w.Paragraph("%d games to learn from, at most %d positions, then %d games to verify: %s at %.0f games a second.",
			f.Games, f.Positions, f.Verification, f.About(), f.PerSecond)
		return w.Err()
	}
	w.Paragraph("%d positions, then %d games to verify: %s at %.0f games a second.", f.Positions, f.Verification, f.About(), f.PerSecond)
	return w.Err()
}

// Forecast says what a run would play and what it can resolve.
func (w Writer) Forecast(f runs.Forecast) error {
	w.Paragraph("%s by %s: %d free weights.", f.Engine, f.Strategy, f.Weights)
	if f.Games > 0 {
		w.Paragraph("%d games, then %d to verify: %s at %.0f games a second.", f.Games, f.Verification, f.About(), f.PerSecond)
		w.reach(f)
	} else {
		w.Paragraph("As many games as the budget's time allows, %.0f a second, then %d to verify.", f.PerSecond, f.Verification)
	}
	if f.Processes > 0 {
		w.Paragraph("Up to %d processes of programs play at the same time.", f.Processes)
	}
	w.openings(f.Openings)
	for _, note := range f.Notes {
		w.Paragraph("Note: %s.", note)
	}
	if f.Difference != nil {
		w.Paragraph("Each match of the verification can detect a difference of %.0f Elo or more.", *f.Difference)
	}
	return w.Err()
}

// openings prints how the games of a run begin.
func (w Writer) openings(p *runs.OpeningsPlan) {
	if p == nil {
		return
	}
	for _, text := range p.Sentences() {
		w.Paragraph("%s.", strings.ToUpper(text[:1])+text[1:])
	}
}

// reach says how near to the best the games of a search can lead.
func (w Writer) reach(f runs.Forecast) {
	if e := f.Expected; e != nil {
		w.Paragraph("With this many weights and games %s ends about %s Elo below the best on the smooth duels of '%s bench', and %s on the rugged ones.",
			f.Strategy, brief(e.Smooth), w.Program, brief(e.Rugged))
	} else {
		w.Paragraph("How near to the best %s ends with so many weights and games was not measured.", f.Strategy)
	}
	w.Paragraph("No method can be expected to come closer to the best than %s Elo (the floor).", brief(*f.Floor))
}

// TournamentForecast says what a tournament would play and what it can
// resolve.
func (w Writer) TournamentForecast(f runs.TournamentForecast) error {
	defer w.openings(f.Openings)
	if f.Expected != nil {
		w.Paragraph("%s: a sequential test of at most %d games, %.0f on average in the worst case: %s at %.0f games a second.",
			f.Engine, f.Games, *f.Expected, runs.About(f.Seconds), f.PerSecond)
		return w.Err()
	}
	w.Paragraph("%s: %d agents, %d games: %s at %.0f games a second.", f.Engine, f.Agents, f.Games, runs.About(f.Seconds), f.PerSecond)
	w.Paragraph("The games of one agent can detect that it is %.0f Elo or more from the mean.", f.Difference)
	return w.Err()
}

// GridForecast says what a grid search would try.
func (w Writer) GridForecast(f runs.GridForecast) error {
	again := ""
	if f.Visits > f.Points {
		again = fmt.Sprintf(", %d with leave-one-out", f.Visits)
	}
	w.Paragraph("%s: %d points on %d etudes%s: %s at %.3g points a second.", f.Engine, f.Points, f.Etudes, again, runs.About(f.Seconds), f.PerSecond)
	if f.Points > f.MaxPoints {
		w.Paragraph("That is more than --max-points %d allows.", f.MaxPoints)
	}
	return w.Err()
}

// BenchForecast says how many runs a bench plays.
func (w Writer) BenchForecast(f bench.Size) error {
	w.Paragraph("%d strategies on %d duels with %d seeds: %d runs, %d games at the most.", f.Strategies, f.Duels, f.Seeds, f.Runs, f.Games)
	return w.Err()
}
