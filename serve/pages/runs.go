package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
	Store       string   // flag of the store in a command, with a leading space
	Asked       []string // IDs of the columns that the client chose; nil for the usual ones
}

// column is a column of the list.
type column struct {
	ID, Title string
	Right     bool // numbers
	Chosen    bool
}

// Columns returns all columns that can be shown, besides the name of the run.
func (r Runs) Columns() []column {
	all := []column{
		{ID: "status", Title: "Status"},
		{ID: "result", Title: "Result"},
		{ID: "trend", Title: "Trend"},
		{ID: "weights", Title: "Weights"},
		{ID: "game", Title: "Game"},
		{ID: "kind", Title: "Kind"},
		{ID: "rounds", Title: "Rounds", Right: true},
		{ID: "games", Title: "Games", Right: true},
		{ID: "time", Title: "Time played", Right: true},
		{ID: "seed", Title: "Seed", Right: true},
		{ID: "started", Title: "Started"},
	}
	asked := r.Asked
	if !slices.ContainsFunc(all, func(c column) bool { return slices.Contains(asked, c.ID) }) {
		asked = []string{"status", "result", "trend", "game", "kind", "games", "started"}
	}
	for i := range all {
		all[i].Chosen = slices.Contains(asked, all[i].ID)
	}
	return all
}

// Shown returns the columns that are shown.
func (r Runs) Shown() []column {
	return slices.DeleteFunc(r.Columns(), func(c column) bool { return !c.Chosen })
}

// ListedRun is a run in the list.
type ListedRun struct {
	results.Summary
	Planned int      // planned games of an unfinished run; 0 if unknown
	Left    *float64 // estimated time to the end in seconds; nil if unknown
	Names   []string // names of the weights of the result; nil if unknown
	// Checkpoints are those of a search, finished or not.
	Checkpoints []results.Checkpoint
}

// Called returns the name that the user gave to the run, or its ID.
func (r ListedRun) Called() string { return cmp.Or(r.Name, r.ID) }

// how returns the kind and the strategy of the run.
func (r ListedRun) how() string {
	if r.Strategy != "" && r.Strategy != string(r.Kind) {
		return string(r.Kind) + ", " + r.Strategy
	}
	return string(r.Kind)
}

// Cell returns the text of a column.
func (r ListedRun) Cell(id string) string {
	switch id {
	case "weights":
		return r.weights()
	case "game":
		return r.Engine
	case "kind":
		return r.how()
	case "rounds":
		if r.Rounds > 0 {
			return count(r.Rounds)
		}
	case "games":
		return count(r.Games)
	case "time":
		return r.Elapsed.Round(time.Second).String()
	case "seed":
		return strconv.FormatUint(r.Seed, 10)
	}
	return ""
}

// briefWeights is the largest number of weights in the list.
const briefWeights = 6

// weights returns the weights of the result in brief.
func (r ListedRun) weights() string {
	if r.Result == nil {
		return ""
	}
	var parts []string
	for i, v := range r.Result.Weights {
		if i == briefWeights {
			return strings.Join(parts, ", ") + fmt.Sprintf(" and %d more", len(r.Result.Weights)-i)
		}
		part := brief(v)
		if len(r.Names) == len(r.Result.Weights) {
			part = r.Names[i] + " " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// Brief returns what a narrow screen shows in place of most columns.
func (r ListedRun) Brief() string {
	return r.Engine + " · " + r.how() + " · " + count(r.Games) + " games · " + ago(r.Started)
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
