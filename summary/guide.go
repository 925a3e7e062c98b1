package summary

import (
	"strings"

	"github.com/lanista/lanista/engines"
)

// Guide is the guide of a game under headings: its rules, and how its moves and positions are
// written.
func Guide(e engines.Engine) string {
	g := engines.GuideTo(e)
	var parts []string
	for _, part := range []struct{ title, text string }{
		{"Rules", g.Rules}, {"Moves", g.Moves}, {"Positions, for eval, perft and grid; start is the start of a game", g.Position}, {"Picture", g.Picture},
	} {
		if part.text != "" {
			parts = append(parts, part.title+"\n\n"+indented(part.text))
		}
	}
	return strings.Join(parts, "\n\n")
}

func indented(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }
