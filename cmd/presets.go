package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cli"
)

func newPresets(a *app, run func(preset string) error) *cobra.Command {
	c := &cobra.Command{
		Use:   "presets [NAME]",
		Short: "List the presets, or print one as YAML",
		Example: `  lanista presets
  lanista presets risk > my-risk.yaml   # a config to edit`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completePresets(""),
		RunE: func(_ *cobra.Command, args []string) error {
			preset := ""
			if len(args) == 1 {
				preset = args[0]
			}
			return run(preset)
		},
	}
	a.jsonFlag(c)
	return c
}

func (a *app) presets(preset string) error {
	if preset == "" {
		return a.listPresets()
	}
	return a.printPreset(preset)
}

type presetLine struct {
	Name  string `json:"preset"`
	Verb  string `json:"verb"` // that plays it
	Title string `json:"title"`
}

func (a *app) listPresets() error {
	var lines []presetLine
	presets := a.catalog.Configs()
	for _, name := range presets.Names() {
		lines = append(lines, presetLine{name, a.catalog.PresetVerb(name), presets.Title(name)})
	}
	if a.json {
		return a.writeJSON(lines)
	}
	t := a.out.Table("preset", "verb", "what it does")
	for _, l := range lines {
		t.Row(l.Name, l.Verb, l.Title)
	}
	return t.Flush()
}

func (a *app) printPreset(name string) error {
	data, err := a.catalog.Configs().Get(name)
	if err != nil {
		return cli.Usage(err)
	}
	if a.json {
		return a.writeJSON(map[string]string{"preset": name, "yaml": string(data)})
	}
	_, err = fmt.Fprint(a.out, string(data))
	return err
}
