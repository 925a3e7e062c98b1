package summary

import (
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// FitForecast says what a fit would play.
func (w Writer) FitForecast(f runs.FitForecast) error {
	w.Printf("%s by fit: %d free weights, from %s.\n", f.Engine, f.Weights, f.From)
	if f.Games > 0 {
		w.Printf("%d games to learn from, at most %d positions, then %d games to verify: %s at %.0f games a second.\n",
			f.Games, f.Positions, f.Verification, f.About(), f.PerSecond)
		return w.Err()
	}
	w.Printf("%d positions, then %d games to verify: %s at %.0f games a second.\n", f.Positions, f.Verification, f.About(), f.PerSecond)
	return w.Err()
}

// Forecast says what a run would play and what it can resolve.
func (w Writer) Forecast(f runs.Forecast) error {
	w.Printf("%s by %s: %d free weights.\n", f.Engine, f.Strategy, f.Weights)
	if f.Games > 0 {
		w.Printf("%d games, then %d to verify: %s at %.0f games a second.\n", f.Games, f.Verification, f.About(), f.PerSecond)
		w.reach(f)
	} else {
		w.Printf("As many games as the budget's time allows, %.0f a second, then %d to verify.\n", f.PerSecond, f.Verification)
	}
	if f.Processes > 0 {
		w.Printf("Up to %d processes of programs play at the same time.\n", f.Processes)
	}
	for _, note := range f.Notes {
		w.Printf("Note: %s.\n", note)
	}
	if f.Difference != nil {
		w.Printf("Each match of the verification can detect a difference of %.0f Elo or more.\n", *f.Difference)
	}
	return w.Err()
}

// reach says how near to the best the games of a search can lead.
func (w Writer) reach(f runs.Forecast) {
	if e := f.Expected; e != nil {
		w.Printf("On the duels of '%s bench', %s ends about %s Elo below the best with so many weights and games where strength is smooth, %s where it is rugged.\n",
			w.Program, f.Strategy, brief(e.Smooth), brief(e.Rugged))
	} else {
		w.Printf("How near to the best %s ends with so many weights and games was not measured.\n", f.Strategy)
	}
	w.Printf("No method can be expected to end less than %s Elo below the best (the floor).\n", brief(*f.Floor))
}

// TournamentForecast says what a tournament would play and what it can
// resolve.
func (w Writer) TournamentForecast(f runs.TournamentForecast) error {
	if f.Expected != nil {
		w.Printf("%s: a sequential test, %d games at the most and %.0f on average where it takes longest: %s at %.0f games a second.\n",
			f.Engine, f.Games, *f.Expected, runs.About(f.Seconds), f.PerSecond)
		return w.Err()
	}
	w.Printf("%s: %d agents, %d games: %s at %.0f games a second.\n", f.Engine, f.Agents, f.Games, runs.About(f.Seconds), f.PerSecond)
	w.Printf("The games of one agent can detect that it is %.0f Elo or more from the mean.\n", f.Difference)
	return w.Err()
}

// GridForecast says what a grid search would try.
func (w Writer) GridForecast(f runs.GridForecast) error {
	w.Printf("%s: %d points on %d etudes", f.Engine, f.Points, f.Etudes)
	if f.Visits > f.Points {
		w.Printf(", %d with leave-one-out", f.Visits)
	}
	w.Printf(": %s at %.3g points a second.\n", runs.About(f.Seconds), f.PerSecond)
	if f.Points > f.MaxPoints {
		w.Printf("That is more than --max-points %d allows.\n", f.MaxPoints)
	}
	return w.Err()
}

// BenchForecast says how many runs a bench plays.
func (w Writer) BenchForecast(f bench.Size) error {
	w.Printf("%d strategies on %d duels with %d seeds: %d runs, %d games at the most.\n", f.Strategies, f.Duels, f.Seeds, f.Runs, f.Games)
	return w.Err()
}
