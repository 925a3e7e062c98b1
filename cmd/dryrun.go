package cmd

import (
	"fmt"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// printForecast says what a run would play and what it can resolve.
func (a *app) printForecast(f runs.Forecast) error {
	if a.json {
		return a.writeJSON(f)
	}
	fmt.Fprintf(a.out, "%s by %s: %d free weights.\n", f.Engine, f.Strategy, f.Weights)
	if f.Games > 0 {
		fmt.Fprintf(a.out, "%d games, then %d to verify: %s at %.0f games a second.\n", f.Games, f.Verification, f.About(), f.PerSecond)
		a.printReach(f)
	} else {
		fmt.Fprintf(a.out, "As many games as the budget's time allows, %.0f a second, then %d to verify.\n", f.PerSecond, f.Verification)
	}
	if f.Processes > 0 {
		fmt.Fprintf(a.out, "Up to %d processes of programs play at the same time.\n", f.Processes)
	}
	for _, note := range f.Notes {
		fmt.Fprintf(a.out, "Note: %s.\n", note)
	}
	if f.Difference != nil {
		fmt.Fprintf(a.out, "Each match of the verification can detect a difference of %.0f Elo or more.\n", *f.Difference)
	}
	return nil
}

// printReach says how near to the best the games of a search can lead.
func (a *app) printReach(f runs.Forecast) {
	if e := f.Expected; e != nil {
		fmt.Fprintf(a.out, "On the duels of '%s bench', %s ends about %.2g Elo below the best with so many weights and games where strength is smooth, %.2g where it is rugged.\n",
			a.name, f.Strategy, e.Smooth, e.Rugged)
	}
	fmt.Fprintf(a.out, "No method can be expected to end less than %.2g Elo below the best (the floor).\n", *f.Floor)
}

// printTournamentForecast says what a tournament would play and what it can
// resolve.
func (a *app) printTournamentForecast(f runs.TournamentForecast) error {
	if a.json {
		return a.writeJSON(f)
	}
	if f.Expected != nil {
		fmt.Fprintf(a.out, "%s: a sequential test, %d games at the most and %.0f on average where it takes longest: %s at %.0f games a second.\n",
			f.Engine, f.Games, *f.Expected, runs.About(f.Seconds), f.PerSecond)
		return nil
	}
	fmt.Fprintf(a.out, "%s: %d agents, %d games: %s at %.0f games a second.\n", f.Engine, f.Agents, f.Games, runs.About(f.Seconds), f.PerSecond)
	fmt.Fprintf(a.out, "The games of one agent can detect that it is %.0f Elo or more from the mean.\n", f.Difference)
	return nil
}

// printGridForecast says what a grid search would try.
func (a *app) printGridForecast(f runs.GridForecast) error {
	if a.json {
		return a.writeJSON(f)
	}
	fmt.Fprintf(a.out, "%s: %d points on %d etudes", f.Engine, f.Points, f.Etudes)
	if f.Visits > f.Points {
		fmt.Fprintf(a.out, ", %d with leave-one-out", f.Visits)
	}
	fmt.Fprintf(a.out, ": %s at %.3g points a second.\n", runs.About(f.Seconds), f.PerSecond)
	if f.Points > f.MaxPoints {
		fmt.Fprintf(a.out, "That is more than --max-points %d allows.\n", f.MaxPoints)
	}
	return nil
}

// printBenchForecast says how many runs a bench plays.
func (a *app) printBenchForecast(entries []bench.Entry, o bench.Options) error {
	f := bench.Forecast(len(entries), o)
	if a.json {
		return a.writeJSON(f)
	}
	fmt.Fprintf(a.out, "%d strategies on %d duels with %d seeds: %d runs, %d games at the most.\n", f.Strategies, f.Duels, f.Seeds, f.Runs, f.Games)
	return nil
}
