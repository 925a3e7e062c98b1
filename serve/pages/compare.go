package pages

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
)

// Compare contains the data of the page that compares runs.
type Compare struct {
	Runs     []results.Record
	Groups   []differences
	Strength []documents.StrengthDifference // nil if the ratings cannot be compared
	Link     string                         // path of this view
	Starts   bool                           // the client may start a match
	Games    int                            // games of the match; 0 if unknown
	Price    string                         // sentence about the time of the match; "" if unknown
	Against  string                         // common opponent of the ratings; "" if the ratings cannot be compared
	Rows     []eloRow
	Weights  []comparedWeight
	Share    bool              // weights are shown as shares of their sum
	SameGame bool              // all runs are of the same game
	Config   string            // config of a tournament between the results; "" if they cannot play each other
	Others   []results.Summary // runs that can be added
	Program  string
	Store    string
}

// comparedWeight contains the values that one weight has in the results of several runs.
type comparedWeight struct {
	Name   string
	Values []*engines.Value // by run; nil if the run does not have the weight
}

// NewCompare returns the data for a comparison of runs. table contains the game settings of the
// first run. program is the name of the program and store the flag that selects the store, for the
// shell commands on the page.
func NewCompare(records []results.Record, table map[string]string, program, store string) Compare {
	c := Compare{Runs: records, Program: program, Store: store}
	if len(records) < 2 {
		return c
	}
	var configs []string
	for _, rec := range records {
		configs = append(configs, rec.Config)
	}
	c.Groups = grouped(joined(results.Differences(configs...)))
	c.Strength = documents.StrengthDifferences(records)
	c.Link = comparePath(records)
	if against, ok := documents.Comparable(records); ok {
		c.Against = against
		var standings []rating.Standing
		for _, rec := range records {
			standings = append(standings, rating.Standing{Agent: rec.ID, Rating: rec.Result.Rating.Elo, Interval: rec.Result.Rating.Interval, Games: rec.Result.Rating.Games})
		}
		c.Rows = eloRows(standings)
	}
	c.Share, c.SameGame = true, true
	for _, rec := range records {
		c.Share = c.Share && rec.ScaleFree
		c.SameGame = c.SameGame && rec.Engine == records[0].Engine
	}
	if c.SameGame {
		c.Weights = comparedWeights(records, c.Share)
	}
	c.Config = meeting(records, table)
	return c
}

// Called returns the name that the user gave to a run. It returns the run's ID if the run has no
// name or another of the runs has the same.
func (c Compare) Called(id string) string {
	name, others := "", 0
	for _, rec := range c.Runs {
		if rec.ID == id {
			name = rec.Name
		}
	}
	for _, rec := range c.Runs {
		if rec.Name == name {
			others++
		}
	}
	if name == "" || others > 1 {
		return id
	}
	return name
}

// comparePath returns the URL path of the page that compares the given runs.
func comparePath(records []results.Record) string {
	var parts []string
	for i, rec := range records {
		parts = append(parts, string(rune('a'+i))+"="+url.QueryEscape(rec.ID))
	}
	return "/compare?" + strings.Join(parts, "&")
}

// differences is a group of related config keys in which the configs of runs differ.
type differences struct {
	Title  string
	Keys   []results.Difference
	Folded bool // there are many keys, or they are the options of different strategies
}

// meanings maps prefixes of config keys to topics, which are the titles of groups on the page. The
// first entry whose prefix matches applies.
var meanings = []struct{ prefix, title string }{
	{"engine.weights", "Ranges of weights"},
	{"engine", "Game"},
	{"strategy.name", "Strategy"},
	{"strategy", "Options of the strategy"},
	{"budget", "Budget"},
	{"verification", "Verification"},
	{"objective", "Objective and opponents"},
	{"opponents", "Objective and opponents"},
	{"agents", "Agents"},
	{"schedule", "Schedule"},
	{"", "Other"},
}

// element matches the config key of an element of a list, such as weights[2].
var element = regexp.MustCompile(`^(.*)\[\d+\]$`)

// joined merges the differences between elements of the same list, such as weights[0] and
// weights[1], into one difference with the key of the list. The values of the elements are
// separated by commas.
func joined(all []results.Difference) (list []results.Difference) {
	at := make(map[string]int)
	for _, d := range all {
		m := element.FindStringSubmatch(d.Key)
		if m == nil {
			list = append(list, d)
			continue
		}
		i, known := at[m[1]]
		if !known {
			at[m[1]] = len(list)
			list = append(list, results.Difference{Key: m[1], Values: slices.Clone(d.Values)})
			continue
		}
		for k, v := range d.Values {
			if v != "" && list[i].Values[k] != "" {
				v = ", " + v
			}
			list[i].Values[k] += v
		}
	}
	return list
}

// mostKeys is the largest number of config keys that a group has without being collapsed on the
// page. A group contains keys of one topic in which the configs of runs differ.
const mostKeys = 8

// grouped groups differences between configs by topic. A group with more than mostKeys keys is
// collapsed. So are the options of the strategy if the runs have different strategies, because such
// options cannot be compared.
func grouped(all []results.Difference) (groups []differences) {
	strategies := slices.ContainsFunc(all, func(d results.Difference) bool { return d.Key == "strategy.name" })
	for _, m := range meanings {
		for _, d := range all {
			if meaningOf(d.Key) != m.title {
				continue
			}
			i := slices.IndexFunc(groups, func(g differences) bool { return g.Title == m.title })
			if i < 0 {
				i = len(groups)
				groups = append(groups, differences{Title: m.title})
			}
			if !slices.ContainsFunc(groups[i].Keys, func(o results.Difference) bool { return o.Key == d.Key }) {
				groups[i].Keys = append(groups[i].Keys, d)
			}
		}
	}
	for i, g := range groups {
		groups[i].Folded = len(g.Keys) > mostKeys || strategies && g.Title == "Options of the strategy"
	}
	return groups
}

func meaningOf(key string) string {
	for _, m := range meanings {
		if rest, ok := strings.CutPrefix(key, m.prefix); ok && (m.prefix == "" || rest == "" || strings.ContainsAny(rest[:1], ".[")) {
			return m.title
		}
	}
	return ""
}

// comparedWeights returns one row per weight with its values in the results of all runs. If share
// is true, only the ratios of the weights matter: a value is then the weight divided by the sum of
// the absolute values of all weights. Otherwise it is the weight itself.
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
				list = append(list, comparedWeight{row.Name, make([]*engines.Value, len(records))})
			}
			v := row.Value
			if share {
				v = engines.Value{Number: row.Part}
			}
			list[i].Values[k] = &v
		}
	}
	return list
}

// meeting returns the config, as YAML, of a tournament between the results of the given runs. Each
// agent has the ID of its run as its name. table contains the settings of the game. meeting returns
// "" if a run has no result or the runs are of different games.
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
