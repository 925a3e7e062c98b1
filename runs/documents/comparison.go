package documents

import "github.com/lanista/lanista/results"

// Comparison lays runs side by side.
type Comparison struct {
	Runs        []Detailed   `json:"runs"`
	Differences []Difference `json:"differences" doc:"the keys in which their configs differ"`
	Against     *string      `json:"against" doc:"the opponent that all of them were rated against; null where their ratings cannot be compared"`
}

// Difference is a key in which configs differ.
type Difference struct {
	Key    string   `json:"key"`
	Values []string `json:"values" doc:"a run each; empty where it is not set"`
}

// Compare is the document of some runs.
func Compare(records []results.Record) Comparison {
	c := Comparison{Runs: []Detailed{}, Differences: []Difference{}}
	var configs []string
	for _, rec := range records {
		c.Runs = append(c.Runs, Detail(rec))
		configs = append(configs, rec.Config)
	}
	for _, d := range results.Differences(configs...) {
		c.Differences = append(c.Differences, Difference(d))
	}
	if against, ok := Comparable(records); ok {
		c.Against = &against
	}
	return c
}

// Comparable is the opponent that all of the runs were rated against; ok is false
// where there is no such opponent, or they play different games.
func Comparable(records []results.Record) (against string, ok bool) {
	for i, rec := range records {
		if rec.Answer == nil || rec.Answer.Rating == nil || rec.Engine != records[0].Engine {
			return "", false
		}
		if i > 0 && rec.Answer.Rating.Against != against {
			return "", false
		}
		against = rec.Answer.Rating.Against
	}
	return against, len(records) > 0
}
