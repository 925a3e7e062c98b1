package pages

import (
	"slices"

	"github.com/lanista/lanista/results"
)

// Runs is what the list of runs shows.
type Runs struct {
	Runs     []results.Summary
	Query    results.Query
	Filtered bool     // only some are asked for
	Engines  []string // that can be asked for
	Next     string   // the address of the next page, "" on the last
	NoStore  bool     // there is no file yet
	Program  string
}

// Sorted lists the runs, those that are running first.
func (r Runs) Sorted() []results.Summary {
	list := slices.Clone(r.Runs)
	slices.SortStableFunc(list, func(a, b results.Summary) int { return isRunning(b) - isRunning(a) })
	return list
}

func isRunning(s results.Summary) int {
	if s.Status == results.Running {
		return 1
	}
	return 0
}

// Kinds are the kinds of runs that can be asked for.
func (Runs) Kinds() []results.Kind {
	return []results.Kind{results.Evolve, results.Tournament, results.Grid}
}

// Statuses are the statuses that can be asked for.
func (Runs) Statuses() []results.Status {
	return []results.Status{results.Running, results.Interrupted, results.Finished}
}
