package summary

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/runs"
)

// strength is what is known of an opponent's strength, in a few words.
func strength(o runs.OpponentInfo) string {
	switch {
	case o.Score != nil:
		return fmt.Sprintf("%.2f of %d games against %s", *o.Score, o.Games, o.Against)
	case o.Rating != nil && o.Interval != nil:
		return fmt.Sprintf("%s Elo %s over %s", elo(*o.Rating), eloInterval(o.Interval[0], o.Interval[1]), o.Against)
	}
	return "-"
}

// settingsText writes settings as name=value, sorted.
func settingsText(s map[string]string) string {
	if len(s) == 0 {
		return "-"
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		list = append(list, name+"="+s[name])
	}
	return strings.Join(list, " ")
}

// firstSentence is a text up to its first full stop that ends a sentence or its
// first semicolon.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(text, ";")
	text, _, _ = strings.Cut(text, ". ")
	return text
}

// Opponents lists the agents that ship with a game.
func (w Writer) Opponents(list []runs.OpponentInfo) error {
	t := w.Table("agent", "strength", "settings", "what it is").Spares("settings")
	for _, o := range list {
		t.Row(o.Source, strength(o), settingsText(o.Settings), firstSentence(o.Doc))
	}
	return t.Flush()
}
