package runs

import (
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// BenchEntries returns a benchmark entry for every strategy of the catalog with its default
// options. As a reference, it adds an entry for the genetic strategy with the procedure "paper".
func BenchEntries(c Catalog) []bench.Entry {
	var entries []bench.Entry
	for _, m := range c.AllStrategies() {
		entries = append(entries, benchEntry(m.Name, m, "{}"))
		if m.Name == "genetic" {
			entries = append(entries, benchEntry("risk-paper", m, "strategy: {procedure: paper}"))
		}
	}
	return slices.Clip(entries)
}

// BenchEntry returns the benchmark entry of the named strategy. For the name "all" it returns the
// entries of all strategies. Two more names are accepted, which "all" does not include:
// "genetic-adapted" and "genetic-bred", for the genetic strategy with the procedure "adapted" or
// "bred".
func BenchEntry(c Catalog, strategy string) ([]bench.Entry, error) {
	entries := BenchEntries(c)
	if strategy == "all" {
		return entries, nil
	}
	if m, err := findStrategy(c, "genetic"); err == nil {
		entries = append(entries,
			benchEntry("genetic-adapted", m, "strategy: {procedure: adapted}"),
			benchEntry("genetic-bred", m, "strategy: {procedure: bred}"))
	}
	var names []string
	for i, e := range entries {
		if e.Name == strategy {
			return entries[i : i+1], nil
		}
		names = append(names, e.Name)
	}
	return nil, keys.OneOf("", "strategy", strategy, append(names, "all")...)
}

// benchEntry returns the benchmark entry of a strategy with the options in config, a YAML text.
func benchEntry(name string, m NamedStrategy, config string) bench.Entry {
	return bench.Entry{Name: name, New: func(p tuning.Problem) (tuning.Strategy, error) {
		d, err := configs.Parse([]byte(config), name)
		if err != nil {
			return nil, err
		}
		options, err := m.defaults(d, p)
		if err != nil {
			return nil, err
		}
		s, _, err := m.build(p, options)
		return s, err
	}}
}
