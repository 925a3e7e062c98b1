package cmd

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
)

type agentsOptions struct {
	engine   string
	settings []string
}

func newAgents(a *app, run func(context.Context, agentsOptions) error) *cobra.Command {
	var o agentsOptions
	c := &cobra.Command{
		Use:   "agents ENGINE",
		Short: "List the opponents that ship with a game",
		Long: `Lists the levels, champions and other agents of a game, with their settings and known
strength. Use the name in the first column after --agent, as the weights of an agent in a
config, or, for a level, after --level of play.`,
		Example: `  lanista agents othello
  lanista tournament minesweeper-opponents   # how strong the levels are`,
		Args: cobra.ExactArgs(1),
	}
	settingsFlag(c.Flags(), &o.settings)
	a.jsonFlag(c)
	return runsWith(c, &o, run, &o.engine)
}

func (a *app) agents(_ context.Context, o agentsOptions) error {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	list, err := runs.Opponents(a.catalog, e)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(agentsDocument{e.Spec().Name, list})
	}
	return printAgents(a.out, list)
}

type agentsDocument struct {
	Engine string              `json:"engine"`
	Agents []runs.OpponentInfo `json:"agents"`
}

func printAgents(w *term.Screen, list []runs.OpponentInfo) error {
	t := w.Table("agent", "strength", "settings", "what it is").Spares("settings")
	for _, o := range list {
		t.Row(o.Source, opponentStrength(o), formatSettings(o.Settings), firstSentence(o.Doc))
	}
	return t.Flush()
}

// opponentStrength formats the measured strength of an agent: its mean score or its rating
// against another agent. It returns "-" if the strength was not measured.
func opponentStrength(o runs.OpponentInfo) string {
	switch {
	case o.Score != nil:
		return fmt.Sprintf("%.2f of %d games against %s", *o.Score, o.Games, o.Against)
	case o.Rating != nil && o.Interval != nil:
		return fmt.Sprintf("%s Elo %s over %s", rating.FormatElo(*o.Rating), o.Interval.FormatElo(), o.Against)
	}
	return "-"
}

// formatSettings formats settings as name=value, sorted by name. It returns "-" if there are
// none.
func formatSettings(s map[string]string) string {
	if len(s) == 0 {
		return "-"
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		list = append(list, name+"="+s[name])
	}
	return strings.Join(list, " ")
}

// firstSentence returns a text up to the end of its first sentence or its first semicolon.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(text, ";")
	text, _, _ = strings.Cut(text, ". ")
	return text
}
