package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
)

// configOptions are what config check and config show take.
type configOptions struct {
	config    string
	overrides []string
	db        string
}

func newConfig(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Check a config, show what it means, describe every key",
		Example: `  lanista config check my.yaml
  lanista config show risk --set budget.games=5000
  lanista config schema > lanista.json`,
	}
	c.AddCommand(
		newConfigVerb(a, "check CONFIG", "Tell every mistake of a config, with file and line; nothing is played", a.configCheck),
		newConfigVerb(a, "show CONFIG", "Show what would be used, and where each value comes from", a.configShow),
		&cobra.Command{
			Use:   "schema",
			Short: "Print the JSON Schema of configs, for editors",
			Args:  cobra.NoArgs,
			RunE:  func(*cobra.Command, []string) error { return a.configSchema() },
		},
		&cobra.Command{
			Use:   "reference",
			Short: "Print every key with what it takes, its default and its meaning, as Markdown",
			Args:  cobra.NoArgs,
			RunE:  func(*cobra.Command, []string) error { return a.configReference() },
		},
	)
	return c
}

func newConfigVerb(a *app, use, short string, run func(context.Context, configOptions) error) *cobra.Command {
	var o configOptions
	c := &cobra.Command{
		Use:               use,
		Short:             short,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completePresets(""),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.config = args[0]
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	setFlag(c.Flags(), &o.overrides)
	a.jsonFlag(c)
	return c
}

func (o configOptions) options() runs.Options {
	return runs.Options{Config: o.config, Set: o.overrides, Store: o.db}
}

// configCheck tells the mistakes of a config, or what it would play.
func (a *app) configCheck(ctx context.Context, o configOptions) error {
	plan, _, err := a.catalog.Examine(ctx, o.options())
	if a.json {
		return a.checkedJSON(plan, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s: nothing is wrong; %s\n", o.config, planned(plan))
	fmt.Fprintf(a.out, "  %s %s %s\n", a.name, plan.Verb, o.config)
	return nil
}

// planned says what a plan would play: "evolve plays Risk by genetic, 12000 games".
func planned(p runs.Plan) string {
	text := p.Verb + " plays " + p.Engine
	if p.Strategy != "" && p.Strategy != p.Verb {
		text += " by " + p.Strategy
	}
	switch {
	case p.Points > 0:
		text += fmt.Sprintf(", %d points", p.Points)
	case p.Games > 0:
		text += fmt.Sprintf(", %d games", p.Games)
	}
	return text
}

// checkedJSON prints what was found as one document.
func (a *app) checkedJSON(p runs.Plan, err error) error {
	type mistake struct {
		Where   string `json:"where,omitempty"`
		Key     string `json:"key,omitempty"`
		Message string `json:"message"`
	}
	doc := struct {
		OK       bool      `json:"ok"`
		Mistakes []mistake `json:"mistakes"`
		Verb     string    `json:"verb,omitempty"`
		Engine   string    `json:"engine,omitempty"`
		Strategy string    `json:"strategy,omitempty"`
		Games    int       `json:"games,omitempty"`
		Points   int       `json:"points,omitempty"`
	}{err == nil, []mistake{}, p.Verb, p.Engine, p.Strategy, p.Games, p.Points}
	var asked *runs.MistakeError
	if err != nil && !errors.As(err, &asked) {
		return err
	}
	for _, e := range strict.All(err) {
		doc.Mistakes = append(doc.Mistakes, mistake{e.Where(), e.Key, e.Err.Error()})
	}
	return errors.Join(a.writeJSON(doc), err)
}

// configShow prints the config as it would be played, every value with its origin.
func (a *app) configShow(ctx context.Context, o configOptions) error {
	plan, places, err := a.catalog.Examine(ctx, o.options())
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(struct {
			Verb   string       `json:"verb"`
			Config string       `json:"config"` // YAML
			Values []runs.Place `json:"values"`
		}{plan.Verb, plan.Resolved, places})
	}
	t := a.out.Table("key", "value", "from")
	for _, p := range places {
		from := p.From
		if from == "" {
			from = "default"
		}
		t.Row(p.Path, terminal.Shortened(p.Value, 40), from)
	}
	return t.Flush()
}

func (a *app) configSchema() error {
	r, err := a.catalog.Reference()
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
	r, err := a.catalog.Reference()
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(a.out, r.Markdown())
	return err
}
