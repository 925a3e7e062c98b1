package documents

import (
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/runs"
)

// mistake is what is wrong in a config.
type mistake struct {
	Where   string `json:"where,omitempty"` // file and line
	Key     string `json:"key,omitempty"`
	Message string `json:"message"`
}

// Checked says what is wrong in a config, or what it would play where nothing is.
func Checked(p runs.Plan, mistakes error) any {
	doc := struct {
		OK       bool      `json:"ok"`
		Mistakes []mistake `json:"mistakes"`
		Verb     string    `json:"verb,omitempty"`
		Engine   string    `json:"engine,omitempty"`
		Strategy string    `json:"strategy,omitempty"`
		Games    int       `json:"games,omitempty"`
		Points   int       `json:"points,omitempty"`
	}{mistakes == nil, []mistake{}, p.Verb, p.Engine, p.Strategy, p.Games, p.Points}
	for _, e := range strict.All(mistakes) {
		doc.Mistakes = append(doc.Mistakes, mistake{e.Where(), e.Key, e.Err.Error()})
	}
	return doc
}

// Planned is a config as it would be played, each value with its origin.
func Planned(p runs.Plan, places []runs.ValueOrigin) any {
	return struct {
		Verb   string             `json:"verb"`
		Config string             `json:"config"` // YAML
		Values []runs.ValueOrigin `json:"values"`
	}{p.Verb, p.Resolved, places}
}
