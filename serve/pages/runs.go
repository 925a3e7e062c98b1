package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
)

// Runs contains the data of the page that lists the runs of the store.
type Runs struct {
	Runs     []ListedRun
	Query    results.Query
	Filtered bool     // the query has a condition
	Engines  []string // names of the games in the filter: those of the server, and the game of the query
	All      int      // number of runs that match the query
	Newer    int      // number of matching runs on previous pages
	Next     string   // URL of the next page; "" on the last page
	NoStore  bool     // the file of the store does not exist
	Starts   bool     // the client may start runs
	// Experiments reports whether the store has experiments.
	Experiments bool
	Program     string
	Store       string   // flag of the store in a command, with a leading space
	Asked       []string // IDs of the columns that the client chose; nil for the usual ones
}

// column is a column in the list of runs.
type column struct {
	ID, Title string
	Right     bool // aligned to the right, because it contains numbers
	Chosen    bool
}

// Columns returns all columns that the list of runs can show besides the name.
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

// Shown returns the columns that the user has selected.
func (r Runs) Shown() []column {
	return slices.DeleteFunc(r.Columns(), func(c column) bool { return !c.Chosen })
}

// ListedRun is the entry of a run in the list of runs.
type ListedRun struct {
	results.Summary
	Planned int      // planned games of an unfinished run; 0 if unknown
	Left    *float64 // estimated time to the end in seconds; nil if unknown
	Names   []string // names of the weights of the result; nil if unknown
	// Checkpoints contains the interim measurements of the best weights of a tuning run.
	Checkpoints []results.Checkpoint
}

// Called returns the name that the user gave to the run, or the run's ID if it has no name.
func (r ListedRun) Called() string { return cmp.Or(r.Name, r.ID) }

func (r ListedRun) how() string {
	if r.Strategy != "" && r.Strategy != string(r.Kind) {
		return string(r.Kind) + ", " + r.Strategy
	}
	return string(r.Kind)
}

// Cell returns the text of the run in the column with the given ID. It returns "" for the columns
// status, result, trend and started, which contain more than text.
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
			return evidence.Grouped(r.Rounds)
		}
	case "games":
		return evidence.Grouped(r.Games)
	case "time":
		return r.Elapsed.Round(time.Second).String()
	case "seed":
		return strconv.FormatUint(r.Seed, 10)
	}
	return ""
}

// briefWeights is the largest number of weights that the list shows for a run.
const briefWeights = 6

// weights formats the first weights of the run's result for the list.
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

// Brief returns a summary of the run that replaces most columns on a narrow screen.
func (r ListedRun) Brief() string {
	return r.Engine + " · " + r.how() + " · " + evidence.Grouped(r.Games) + " games · " + ago(r.Started)
}

// Percent returns the percentage of the planned games that have been played.
func (r ListedRun) Percent() int { return percent(r.Games, r.Planned) }

// Last returns the number of the last run on the page. The runs of the list are counted from 1.
func (r Runs) Last() int { return r.Newer + len(r.Runs) }

// First returns the number of the first run on the page. The runs of the list are counted from 1.
func (r Runs) First() int { return r.Newer + 1 }

// Sorted returns the runs of the page, running ones first. Otherwise it keeps the order of the
// list.
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

// Kinds returns the kinds of runs that a user can filter by.
func (Runs) Kinds() []results.Kind {
	return []results.Kind{results.Evolve, results.Tournament, results.Grid, results.Fit}
}

// Statuses returns the statuses of runs that a user can filter by.
func (Runs) Statuses() []results.Status {
	return []results.Status{results.Running, results.Interrupted, results.Finished}
}

// Orders returns the sort orders of the list that a user can choose.
func (Runs) Orders() []choice {
	return []choice{{string(results.Newest), "newest first"}, {string(results.Oldest), "oldest first"}, {string(results.MostGames), "most games first"}}
}

// choice is an option of an HTML select element.
type choice struct{ Value, Label string }
