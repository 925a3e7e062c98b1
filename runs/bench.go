package runs

import (
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// BenchEntries are the strategies of the catalog as they are without any option,
// and the procedure of the Risk report for reference.
func (c Catalog) BenchEntries() []bench.Entry {
	var entries []bench.Entry
	for _, m := range c.Strategies() {
		entries = append(entries, benchEntry(m.Name, m, "{}"))
		if m.Name == "genetic" {
			entries = append(entries, benchEntry("risk-paper", m, "strategy: {procedure: paper}"))
		}
	}
	return slices.Clip(entries)
}

// benchEntry is a method with the options of a config.
func benchEntry(name string, m Method, config string) bench.Entry {
	return bench.Entry{Name: name, New: func(p tuning.Problem) (tuning.Strategy, error) {
		d, err := configs.Parse([]byte(config), name)
		if err != nil {
			return nil, err
		}
		options, err := m.Options(d)
		if err != nil {
			return nil, err
		}
		return m.New(p, options)
	}}
}
