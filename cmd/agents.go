package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
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
		Long: `Lists the levels, champions and other agents of a game, with their settings and what is
known of their strength. The first column is the name to use after --agent, as the
weights of an agent in a config, or, for a level, after --level of play.`,
		Example: `  lanista agents othello
  lanista tournament minesweeper-opponents   # how strong the levels are`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completer().engines,
	}
	settingsFlag(c.Flags(), &o.settings)
	a.jsonFlag(c)
	return does(c, &o, run, &o.engine)
}

func (a *app) agents(_ context.Context, o agentsOptions) error {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	list, err := a.catalog.Opponents(e)
	if err != nil {
		return err
	}
	document := func(list []runs.OpponentInfo) any { return documents.Opponents(e.Spec().Name, list) }
	return answer(a, list, document, summary.Writer.Opponents)
}
