package pages

import (
	"slices"

	"github.com/lanista/lanista/results"
)

// Runs is what the list of runs shows.
type Runs struct {
	Runs     []ListedRun
	Query    results.Query
	Filtered bool     // only some are asked for
	Engines  []string // that can be asked for
	All      int      // runs that are asked for
	Newer    int      // of them, on the pages before this one
	Next     string   // the address of the next page, "" on the last
	NoStore  bool     // there is no file yet
	Program  string
	Store    string // the flag that names the store in a command, with a blank before it
}

// ListedRun is a run in the list, with what is expected of it while it runs.
type ListedRun struct {
	results.Summary
	Planned int      // games; 0 if it is not known
	Left    *float64 // seconds, likewise
}

// Percent is how much of the planned games is played.
func (r ListedRun) Percent() int { return percent(r.Games, r.Planned) }

// Last is the number of the last run on the page, the newest being 1.
func (r Runs) Last() int { return r.Newer + len(r.Runs) }

// First is the number of the first.
func (r Runs) First() int { return r.Newer + 1 }

// Sorted lists the runs, those that are running first.
func (r Runs) Sorted() []ListedRun {
	list := slices.Clone(r.Runs)
	slices.SortStableFunc(list, func(a, b ListedRun) int { return isRunning(b) - isRunning(a) })
	return list
}

func isRunning(s ListedRun) int {
	if s.Status == results.Running {
		return 1
	}
	return 0
}

// Kinds are the kinds of runs that can be asked for.
func (Runs) Kinds() []results.Kind {
	return []results.Kind{results.Evolve, results.Tournament, results.Grid, results.Fit}
}

// Statuses are the statuses that can be asked for.
func (Runs) Statuses() []results.Status {
	return []results.Status{results.Running, results.Interrupted, results.Finished}
}

// Orders are the orders that can be asked for.
func (Runs) Orders() []choice {
	return []choice{{string(results.Newest), "newest first"}, {string(results.Oldest), "oldest first"}, {string(results.MostGames), "most games first"}}
}

// choice is one of a list, and what it is called.
type choice struct{ Value, Label string }
