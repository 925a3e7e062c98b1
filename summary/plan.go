package summary

import (
	"fmt"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
)

// Checked says what a config would play that has no mistake.
func (w Writer) Checked(config string, p runs.Plan) error {
	text := p.Verb + " of " + p.Engine
	if p.Strategy != "" && p.Strategy != p.Verb {
		text += " by " + p.Strategy
	}
	switch {
	case p.Points > 0:
		text += fmt.Sprintf(", %d points", p.Points)
	case p.Games > 0:
		text += fmt.Sprintf(", %d games", p.Games)
	}
	w.Printf("%s: nothing is wrong; %s\n", config, text)
	w.Printf("  %s %s %s\n", w.Program, p.Verb, config)
	return w.Err()
}

// Planned lists the values of a config as it would be played, each with its origin.
func (w Writer) Planned(places []runs.Place) error {
	t := w.Table("key", "value", "from")
	for _, p := range places {
		from := p.From
		if from == "" {
			from = "default"
		}
		t.Row(p.Path, terminal.Shortened(p.Value, 40), from)
	}
	return t.Flush()
}
