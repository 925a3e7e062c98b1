package cmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/runs"
)

func newConfig(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Check a config, show its values, describe every key",
		Example: `  lanista config check my.yaml
  lanista config show risk --set budget.games=5000
  lanista config schema > lanista.json
  lanista config import config.json --output tune.yaml`,
	}
	c.AddCommand(
		newConfigImport(a, a.configImport),
		newConfigVerb(a, "check CONFIG", "Report every mistake in a config, with file and line; nothing is played", a.configCheck),
		newConfigVerb(a, "show CONFIG", "Show what would be used, and where each value comes from", a.configShow),
		&cobra.Command{
			Use:   "schema",
			Short: "Print the JSON Schema of configs, for editors",
			Args:  cobra.NoArgs,
			RunE:  func(*cobra.Command, []string) error { return a.configSchema() },
		},
		&cobra.Command{
			Use:   "reference",
			Short: "Print every key with its values, default and meaning, as Markdown",
			Args:  cobra.NoArgs,
			RunE:  func(*cobra.Command, []string) error { return a.configReference() },
		},
	)
	return c
}

// newConfigVerb returns a subcommand of the command "config" that takes the argument CONFIG.
func newConfigVerb(a *app, use, short string, run func(context.Context, runs.Options) error) *cobra.Command {
	var o runs.Options
	c := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.ExactArgs(1),
	}
	storeFlag(c.Flags(), &o.Store)
	setFlag(c.Flags(), &o.Set)
	a.jsonFlag(c)
	return runsWith(c, &o, run, &o.Source)
}

// configCheck prints the mistakes in a config, or a summary of the run that it describes if there
// are none.
func (a *app) configCheck(ctx context.Context, o runs.Options) error {
	plan, _, err := runs.CheckConfig(ctx, a.catalog, o)
	var mistake *runs.MistakeError
	switch {
	case a.json && (err == nil || errors.As(err, &mistake)):
		return errors.Join(a.writeJSON(newConfigCheckDocument(plan, err)), err)
	case err != nil:
		return err
	}
	return printConfigCheck(a.out, a.name, o, plan)
}

type configCheckDocument struct {
	OK       bool              `json:"ok"`
	Mistakes []mistakeDocument `json:"mistakes"`
	Verb     string            `json:"verb,omitempty" doc:"command that runs the config"`
	Engine   string            `json:"engine,omitempty" doc:"name of the game"`
	Strategy string            `json:"strategy,omitempty" doc:"name of the strategy; absent for a tournament"`
	Games    int               `json:"games,omitempty" doc:"games of the search or the tournament; absent if unknown"`
	Points   int               `json:"points,omitempty" doc:"points of a grid search"`
	Notes    []string          `json:"notes,omitempty" doc:"sentences about keys that have no effect and about other effects of the config"`
}

// mistakeDocument describes a mistake in a config, in the JSON output of "config check" and of a
// command that failed.
type mistakeDocument struct {
	Where   string `json:"where,omitempty" doc:"file or preset and line, such as my.yaml:4"`
	Key     string `json:"key,omitempty" doc:"path of the key, such as agents[2].settings.depth"`
	Message string `json:"message" doc:"description of the mistake"`
}

func newConfigCheckDocument(p runs.Plan, mistakes error) configCheckDocument {
	return configCheckDocument{mistakes == nil, mistakeDocuments(mistakes), p.Verb, p.Engine, p.Strategy, p.Games, p.Points, p.Notes}
}

// mistakeDocuments returns the mistakes of a config that err contains. If err is an error of
// another kind, the list contains it as one mistake without file, line and key. The list is empty
// if err is nil.
func mistakeDocuments(err error) []mistakeDocument {
	list := []mistakeDocument{}
	for _, e := range strict.All(err) {
		list = append(list, mistakeDocument{e.Where(), e.Key, e.Err.Error()})
	}
	return list
}

// printConfigCheck prints a summary of the run that a valid config describes, and the command
// that starts it.
func printConfigCheck(w *term.Screen, program string, o runs.Options, p runs.Plan) error {
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
	w.Paragraph("%s: OK: %s", o.Source, text)
	command := program + " " + p.Verb + " " + runs.ShellWord(o.Source)
	for _, override := range o.Set {
		command += " --set " + runs.ShellWord(override)
	}
	w.Println("  " + command + storeArgument(o.Store))
	printNotes(w, p.Notes)
	return w.Err()
}

// configShow prints every value of a config with its origin, such as the file, a flag or a
// default.
func (a *app) configShow(ctx context.Context, o runs.Options) error {
	plan, places, err := runs.CheckConfig(ctx, a.catalog, o)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(configShowDocument{plan.Verb, plan.Resolved, places})
	}
	return printConfigValues(a.out, places)
}

type configShowDocument struct {
	Verb   string             `json:"verb" doc:"command that runs the config"`
	Config string             `json:"config" doc:"the config in YAML with its defaults filled in, but for the default of budget.games in a search"`
	Values []runs.ValueOrigin `json:"values" doc:"every value of this config with its origin"`
}

func printConfigValues(w *term.Screen, places []runs.ValueOrigin) error {
	t := w.Table("key", "value", "from")
	for _, p := range places {
		t.Row(p.Path, term.Shortened(p.Value, 40), cmp.Or(p.From, "default"))
	}
	return t.Flush()
}

func (a *app) configSchema() error {
	r, err := runs.Reference(a.catalog)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(r.Schema(), "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.out, string(text))
	return err
}

func (a *app) configReference() error {
	r, err := runs.Reference(a.catalog)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(a.out, r.Markdown())
	return err
}
