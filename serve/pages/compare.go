package pages

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
)

// Compare contains the data of the page that compares runs.
type Compare struct {
	Runs        []results.Record
	Differences []results.Difference
	Against     string // common opponent of the ratings; "" if the ratings cannot be compared
	Rows        []eloRow
	Weights     []comparedWeight
	Share       bool              // weights are shown as shares of their sum
	Config      string            // config of a tournament between the results; "" if they cannot play each other
	Others      []results.Summary // runs that can be added
	Program     string
	Store       string
}

// comparedWeight contains the values of one weight in the results of all runs.
type comparedWeight struct {
	Name   string
	Values []*float64 // by run; nil if the run does not have the weight
}

// NewCompare returns the data for some runs. table contains the game settings of the first run.
func NewCompare(records []results.Record, table map[string]string, program, store string) Compare {
	c := Compare{Runs: records, Program: program, Store: store}
	if len(records) < 2 {
		return c
	}
	var configs []string
	for _, rec := range records {
		configs = append(configs, rec.Config)
	}
	c.Differences = results.Differences(configs...)
	if against, ok := documents.Comparable(records); ok {
		c.Against = against
		var standings []rating.Standing
		for _, rec := range records {
			standings = append(standings, rating.Standing{Agent: rec.ID, Rating: rec.Result.Rating.Elo, Interval: rec.Result.Rating.Interval, Games: rec.Result.Rating.Games})
		}
		c.Rows = eloRows(standings)
	}
	c.Share = true
	for _, rec := range records {
		c.Share = c.Share && rec.ScaleFree
	}
	c.Weights = comparedWeights(records, c.Share)
	c.Config = meeting(records, table)
	return c
}

// comparedWeights returns the weights of all results by name.
func comparedWeights(records []results.Record, share bool) (list []comparedWeight) {
	at := make(map[string]int)
	for k, rec := range records {
		best, ok := rec.Best()
		if !ok {
			continue
		}
		for _, row := range weightRows(rec, best) {
			i, known := at[row.Name]
			if !known {
				i = len(list)
				at[row.Name] = i
				list = append(list, comparedWeight{row.Name, make([]*float64, len(records))})
			}
			v := row.Value
			if share {
				v = row.Part
			}
			list[i].Values[k] = &v
		}
	}
	return list
}

// meeting returns the config of a tournament between the results of runs of one game, with the
// given game settings. It returns "" if a run has no result or another game.
func meeting(records []results.Record, table map[string]string) string {
	var agents strings.Builder
	for _, rec := range records {
		if _, ok := rec.Best(); !ok || rec.Engine != records[0].Engine {
			return ""
		}
		agents.WriteString("  - {name: " + rec.ID + ", weights: \"run:" + rec.ID + "\"}\n")
	}
	var settings strings.Builder
	for _, name := range slices.Sorted(maps.Keys(table)) {
		fmt.Fprintf(&settings, "    %s: %q\n", name, table[name])
	}
	head := "engine:\n  name: " + records[0].Engine + "\n"
	if settings.Len() > 0 {
		head += "  settings:\n" + settings.String()
	}
	return head + "agents:\n" + agents.String() + "schedule: {cycles: 500}\nseed: 1\n"
}
