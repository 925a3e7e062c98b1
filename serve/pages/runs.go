package pages

import (
	"slices"

	"github.com/lanista/lanista/results"
)

// Runs contains the data of the list of runs.
type Runs struct {
	Runs     []ListedRun
	Query    results.Query
	Filtered bool     // the query has a condition
	Engines  []string // games of all runs, for the filter
	All      int      // number of runs that match the query
	Newer    int      // number of matching runs on previous pages
	Next     string   // URL of the next page; "" on the last page
	NoStore  bool     // the file of the store does not exist
	// Experiments reports whether the store has experiments.
	Experiments bool
	Program     string
	Store       string // flag of the store in a command, with a leading space
}

// ListedRun is a run in the list.
type ListedRun struct {
	results.Summary
	Planned int      // planned games of an unfinished run; 0 if unknown
	Left    *float64 // estimated time to the end in seconds; nil if unknown
	// Checkpoints are those of a search, finished or not.
	Checkpoints []results.Checkpoint
}

// Percent returns the percentage of the planned games that have been played.
func (r ListedRun) Percent() int { return percent(r.Games, r.Planned) }

// Last returns the number of the last run on the page, counted from 1.
func (r Runs) Last() int { return r.Newer + len(r.Runs) }

// First returns the number of the first run on the page, counted from 1.
func (r Runs) First() int { return r.Newer + 1 }

// Sorted returns the runs, those with the status running first.
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

// Kinds returns the kinds of runs, for the filter.
func (Runs) Kinds() []results.Kind {
	return []results.Kind{results.Evolve, results.Tournament, results.Grid, results.Fit}
}

// Statuses returns the statuses of runs, for the filter.
func (Runs) Statuses() []results.Status {
	return []results.Status{results.Running, results.Interrupted, results.Finished}
}

// Orders returns the orders of the list.
func (Runs) Orders() []choice {
	return []choice{{string(results.Newest), "newest first"}, {string(results.Oldest), "oldest first"}, {string(results.MostGames), "most games first"}}
}

// choice is an option of a select element.
type choice struct{ Value, Label string }
