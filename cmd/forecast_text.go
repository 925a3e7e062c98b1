package cmd

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// fitForecast prints the games that a fit would play.
func (w textWriter) fitForecast(f runs.FitForecast) error {
	w.Paragraph("%s by fit: %d free weights, from %s.", f.Engine, f.Weights, f.From)
	if f.Games > 0 {
		w.Paragraph("%d games to learn from, at most %d positions, then %d games to verify: %s.",
			f.Games, f.Positions, f.Verification, formatDuration(f.Seconds, f.PerSecond))
		return w.Err()
	}
	w.Paragraph("%d positions, then %d games to verify: %s.", f.Positions, f.Verification, formatDuration(f.Seconds, f.PerSecond))
	return w.Err()
}

// tuneForecast prints the games that a search would play and the smallest difference that it
// can detect.
func (w textWriter) tuneForecast(f runs.Forecast) error {
	w.Paragraph("%s by %s: %d free weights.", f.Engine, f.Strategy, f.Weights)
	if f.Games > 0 {
		w.Paragraph("%d games, then %d to verify: %s.", f.Games, f.Verification, formatDuration(f.Seconds, f.PerSecond))
		w.expectedRegret(f)
	} else {
		w.Paragraph("As many games as the budget's time allows, at %s, then %d to verify.", formatRate(f.PerSecond), f.Verification)
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

// openings prints which openings the games of a run begin with.
func (w textWriter) openings(p *runs.OpeningsPlan) {
	if p == nil {
		return
	}
	for _, text := range p.Sentences() {
		w.Paragraph("%s.", strings.ToUpper(text[:1])+text[1:])
	}
}

// expectedRegret prints the regret of comparable searches on problems with a known optimum.
func (w textWriter) expectedRegret(f runs.Forecast) {
	if e := f.Expected; e != nil {
		w.Paragraph("This game was not measured. On other problems, the duels of '%s bench', %s ended about %s Elo below the best with this many weights and games where strength is smooth, and %s where it is rugged.",
			w.program, f.Strategy, formatBrief(e.Smooth), formatBrief(e.Rugged))
	} else {
		w.Paragraph("How near to the best %s ends with so many weights and games was not measured, neither in this game nor on the duels of '%s bench'.", f.Strategy, w.program)
	}
	w.Paragraph("On the duels no method can be expected to come closer to the best than %s Elo (the floor).", formatBrief(*f.Floor))
}

// formatDuration formats the estimated duration and the measured rate of games.
func formatDuration(seconds, rate float64) string {
	if rate == 0 {
		return "how long they take is unknown, since no game ended in the measurement"
	}
	return runs.RoughDuration(seconds) + " at " + formatRate(rate)
}

// formatRate formats a rate of games. It is never rounded to 0.
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

// tournamentForecast prints the games that a tournament would play and the smallest
// difference that it can detect.
func (w textWriter) tournamentForecast(f runs.TournamentForecast) error {
	defer w.openings(f.Openings)
	if f.Expected != nil {
		w.Paragraph("%s: a sequential test of at most %d games, %.0f on average in the worst case: %s.",
			f.Engine, f.Games, *f.Expected, formatDuration(f.Seconds, f.PerSecond))
		return w.Err()
	}
	w.Paragraph("%s: %d agents, %d games: %s.", f.Engine, f.Agents, f.Games, formatDuration(f.Seconds, f.PerSecond))
	w.Paragraph("The games of one agent can detect that it is %.0f Elo or more from the mean.", f.Difference)
	return w.Err()
}

// gridForecast prints the points that a grid search would try.
func (w textWriter) gridForecast(f runs.GridForecast) error {
	again := ""
	if f.Visits > f.Points {
		again = fmt.Sprintf(", %d with leave-one-out", f.Visits)
	}
	w.Paragraph("%s: %d points on %d etudes%s: %s at %.3g points a second.", f.Engine, f.Points, f.Etudes, again, runs.RoughDuration(f.Seconds), f.PerSecond)
	if f.Points > f.MaxPoints {
		w.Paragraph("That is more than --max-points %d allows.", f.MaxPoints)
	}
	return w.Err()
}

// benchForecast prints the number of runs of a bench.
func (w textWriter) benchForecast(f bench.Size) error {
	w.Paragraph("%d strategies on %d duels with %d seeds: %d runs, %d games at the most.", f.Strategies, f.Duels, f.Seeds, f.Runs, f.Games)
	return w.Err()
}
