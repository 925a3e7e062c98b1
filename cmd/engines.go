package cmd

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

type enginesOptions struct {
	engine   string // "" for all
	settings []string
}

func newEngines(a *app, run func(enginesOptions) error) *cobra.Command {
	var o enginesOptions
	c := &cobra.Command{
		Use:   "engines [NAME]",
		Short: "List the games, or show one game's weights and settings",
		Example: `  lanista engines
  lanista engines othello --set model=wpc   # the weights of another model`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeEngines,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 1:
				o.engine = args[0]
			case len(o.settings) > 0:
				return usagef("--set needs the NAME of the engine")
			}
			return run(o)
		},
	}
	c.Flags().StringArrayVar(&o.settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	a.jsonFlag(c)
	return c
}

func (a *app) engines(o enginesOptions) error {
	if o.engine == "" {
		return a.listEngines()
	}
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	return a.showEngine(e.Spec())
}

// openEngine finds a game and applies settings of the form name=value.
func (a *app) openEngine(name string, settings []string) (engines.Engine, error) {
	s, err := runs.ParseSettings(settings)
	if err != nil {
		return nil, err
	}
	return a.catalog.Engine(name, s)
}

func (a *app) completeEngines(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return a.catalog.Games.Names(), cobra.ShellCompDirectiveNoFileComp
}

type engineJSON struct {
	Engine    string        `json:"engine"`
	Title     string        `json:"title"`
	Doc       string        `json:"doc"`
	Seats     [2]int        `json:"seats"`
	ScaleFree bool          `json:"scale_free"`
	Weights   []weightJSON  `json:"weights"`
	Settings  []settingJSON `json:"settings"`
}

type weightJSON struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Doc     string  `json:"doc"`
}

type settingJSON struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Choices []string `json:"choices,omitempty"`
	Player  bool     `json:"player"`
	Doc     string   `json:"doc"`
}

func describeEngine(s engines.Spec) engineJSON {
	out := engineJSON{Engine: s.Name, Title: s.Title, Doc: s.Doc, Seats: [2]int{s.MinSeats, s.MaxSeats}, ScaleFree: s.ScaleFree}
	for _, w := range s.Weights {
		out.Weights = append(out.Weights, weightJSON{w.Name, w.Kind.String(), w.Min, w.Max, w.Default, w.Doc})
	}
	for _, v := range s.Settings {
		out.Settings = append(out.Settings, settingJSON{v.Name, v.Default, v.Choices, v.Player, v.Doc})
	}
	return out
}

func (a *app) listEngines() error {
	if a.json {
		var all []engineJSON
		for _, e := range a.catalog.Games {
			all = append(all, describeEngine(e.Spec()))
		}
		return a.writeJSON(all)
	}
	t := a.table("engine", "seats", "weights", "what it is")
	for _, e := range a.catalog.Games {
		s := e.Spec()
		t.row(s.Name, fmt.Sprintf("%d-%d", s.MinSeats, s.MaxSeats), strconv.Itoa(len(s.Weights)), s.Doc)
	}
	return t.flush()
}

func (a *app) showEngine(s engines.Spec) error {
	if a.json {
		return a.writeJSON(describeEngine(s))
	}
	fmt.Fprintf(a.out, "%s (%s): %s\nSeats: %d to %d\n", s.Title, s.Name, s.Doc, s.MinSeats, s.MaxSeats)
	if s.ScaleFree {
		fmt.Fprintln(a.out, "Multiplying all weights by one positive number changes no move.")
	}
	fmt.Fprintln(a.out)
	t := a.table("weight", "kind", "range", "default", "meaning")
	for _, w := range s.Weights {
		t.row(w.Name, w.Kind.String(), fmt.Sprintf("[%v, %v]", w.Min, w.Max), fmt.Sprint(w.Default), w.Doc)
	}
	if err := t.flush(); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	t = a.table("setting", "default", "of", "meaning")
	for _, v := range s.Settings {
		of := "table"
		if v.Player {
			of = "player"
		}
		t.row(v.Name, v.Default, of, settingDoc(v))
	}
	return t.flush()
}

func settingDoc(s engines.Setting) string {
	doc := s.Doc
	switch s.Kind {
	case engines.Choice:
		doc += fmt.Sprintf(" %v", s.Choices)
	case engines.Int, engines.Float, engines.Ints:
		doc += fmt.Sprintf(" [%v, %v]", s.Min, s.Max)
	}
	return doc
}
