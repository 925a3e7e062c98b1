package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/runs"
)

type presetsOptions struct{ preset string } // "" lists all presets

func newPresets(a *app, run func(context.Context, presetsOptions) error) *cobra.Command {
	var o presetsOptions
	c := &cobra.Command{
		SuggestFor: []string{"configs", "examples"},
		Use:        "presets [NAME]",
		Short:      "List the presets, or print one as YAML",
		Example: `  lanista presets
  lanista presets risk > my-risk.yaml   # a config to edit`,
		Args: cobra.MaximumNArgs(1),
	}
	a.jsonFlag(c)
	return runsWith(c, &o, run, &o.preset)
}

func (a *app) presets(_ context.Context, o presetsOptions) error {
	if o.preset == "" {
		list := a.catalog.PresetList()
		if a.json {
			return a.writeJSON(list)
		}
		return printPresets(a.out, list)
	}
	data, err := a.catalog.Configs().Get(o.preset)
	if err != nil {
		return usageError(err)
	}
	if a.json {
		return a.writeJSON(presetDocument{o.preset, string(data)})
	}
	a.out.Print(string(data))
	return a.out.Err()
}

type presetDocument struct {
	Preset string `json:"preset"`
	YAML   string `json:"yaml"`
}

func printPresets(w *term.Screen, list []runs.PresetInfo) error {
	t := w.Table("preset", "verb", "what it does")
	for _, p := range list {
		t.Row(p.Name, p.Verb, p.Title)
	}
	return t.Flush()
}
