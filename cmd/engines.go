package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type enginesOptions struct {
	engine   string // "" for all
	settings []string
}

func newEngines(a *app, run func(context.Context, enginesOptions) error) *cobra.Command {
	var o enginesOptions
	c := &cobra.Command{
		Use:   "engines [NAME]",
		Short: "List the games, or show one game's weights and settings",
		Long: `Lists the games, or shows the weights and settings of one. NAME may also be a
config file: its programs are then started.`,
		Example: `  lanista engines
  lanista engines othello --set model=wpc   # the weights of another model`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completer().engines,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 1:
				o.engine = args[0]
			case len(o.settings) > 0:
				return usageErrorf("--set needs the NAME of the engine")
			}
			return run(cmd.Context(), o)
		},
	}
	settingsFlag(c.Flags(), &o.settings)
	a.jsonFlag(c)
	return c
}

func (a *app) engines(ctx context.Context, o enginesOptions) error {
	if o.engine == "" {
		return answer(a, a.catalog.Games, documents.Engines, textWriter.engineList)
	}
	settings, err := runs.ParseSettings(o.settings)
	if err != nil {
		return err
	}
	spec, err := runs.DescribeEngine(ctx, a.catalog, o.engine, settings)
	if err != nil {
		return err
	}
	openings, err := runs.DescribeOpenings(ctx, a.catalog, o.engine, settings)
	if err != nil {
		return err
	}
	document := func(i runs.EngineInfo) documents.Engine { return documents.NewEngine(i.Spec, i.Openings) }
	return answer(a, runs.EngineInfo{Spec: spec, Openings: openings}, document, textWriter.engine)
}

// openEngine finds a game and applies settings of the form name=value.
func (a *app) openEngine(name string, settings []string) (engines.Engine, error) {
	s, err := runs.ParseSettings(settings)
	if err != nil {
		return nil, err
	}
	return a.catalog.Engine(name, s)
}
