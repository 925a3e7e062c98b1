package cmd

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type agentsOptions struct {
	engine   string
	settings []string
}

func newAgents(a *app, run func(agentsOptions) error) *cobra.Command {
	var o agentsOptions
	c := &cobra.Command{
		Use:   "agents ENGINE",
		Short: "List the opponents that ship with a game",
		Long: `Lists the levels, champions and other agents of a game, with their settings and what is
known of their strength. The first column is what names them: after --agent, as weights
of an agent in a config, or for a level after --level of play.`,
		Example: `  lanista agents othello
  lanista tournament minesweeper-opponents   # how strong the levels are`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeEngines,
		RunE: func(_ *cobra.Command, args []string) error {
			o.engine = args[0]
			return run(o)
		},
	}
	c.Flags().StringArrayVar(&o.settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	a.jsonFlag(c)
	return c
}

func (a *app) agents(o agentsOptions) error {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	list, err := a.catalog.Opponents(e)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(documents.Opponents(e.Spec().Name, list))
	}
	t := a.out.Table("agent", "strength", "settings", "what it is")
	for _, o := range list {
		t.Row(o.Source, strength(o), settingsText(o.Settings), firstSentence(o.Doc))
	}
	return t.Flush()
}

// strength is what is known of an opponent's strength, in a few words.
func strength(o runs.OpponentInfo) string {
	switch {
	case o.Score != nil:
		return fmt.Sprintf("%.2f of %d games against %s", *o.Score, o.Games, o.Against)
	case o.Rating != nil && o.Interval != nil:
		return fmt.Sprintf("%+.0f Elo [%+.0f, %+.0f] over %s", *o.Rating, o.Interval[0], o.Interval[1], o.Against)
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
