package cmd

import (
	"context"
	"fmt"
	"strconv"

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
		Long: `Lists the games, or shows the weights and settings of one. NAME may also be the file of
a config: its programs are started and asked.`,
		Example: `  lanista engines
  lanista engines othello --set model=wpc   # the weights of another model`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeEngines,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) == 1:
				o.engine = args[0]
			case len(o.settings) > 0:
				return usagef("--set needs the NAME of the engine")
			}
			return run(cmd.Context(), o)
		},
	}
	c.Flags().StringArrayVar(&o.settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	a.jsonFlag(c)
	return c
}

func (a *app) engines(ctx context.Context, o enginesOptions) error {
	if o.engine == "" {
		return a.listEngines()
	}
	opened, err := a.open(ctx, o.engine, o.settings)
	if err != nil {
		return err
	}
	defer opened.Close()
	return a.showEngine(opened.Engine.Spec())
}

// open makes a game ready, or that of a config, with settings of the form
// name=value.
func (a *app) open(ctx context.Context, name string, settings []string) (*runs.Opened, error) {
	s, err := runs.ParseSettings(settings)
	if err != nil {
		return nil, err
	}
	return a.catalog.Open(ctx, name, s, "")
}

// openEngine finds a game and applies settings of the form name=value.
func (a *app) openEngine(name string, settings []string) (engines.Engine, error) {
	s, err := runs.ParseSettings(settings)
	if err != nil {
		return nil, err
	}
	return a.catalog.Engine(name, s)
}

func (a *app) listEngines() error {
	if a.json {
		var all []documents.EngineDocument
		for _, e := range a.catalog.Games {
			all = append(all, documents.Engine(e.Spec()))
		}
		return a.writeJSON(all)
	}
	t := a.out.Table("engine", "seats", "weights", "what it is")
	for _, e := range a.catalog.Games {
		s := e.Spec()
		t.Row(s.Name, fmt.Sprintf("%d-%d", s.MinSeats, s.MaxSeats), strconv.Itoa(len(s.Weights)), s.Doc)
	}
	return t.Flush()
}

func (a *app) showEngine(s engines.Spec) error {
	if a.json {
		return a.writeJSON(documents.Engine(s))
	}
	fmt.Fprintf(a.out, "%s (%s): %s\nSeats: %d to %d\n", s.Title, s.Name, s.Doc, s.MinSeats, s.MaxSeats)
	if s.ScaleFree {
		fmt.Fprintln(a.out, "Multiplying all weights by one positive number changes no move.")
	}
	fmt.Fprintln(a.out)
	t := a.out.Table("weight", "kind", "range", "default", "meaning")
	for _, w := range s.Weights {
		t.Row(w.Name, w.Kind.String(), fmt.Sprintf("[%v, %v]", w.Min, w.Max), fmt.Sprint(w.Default), w.Doc)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	t = a.out.Table("setting", "default", "of", "meaning")
	for _, v := range s.Settings {
		of := "table"
		if v.Player {
			of = "player"
		}
		t.Row(v.Name, v.Default, of, settingDoc(v))
	}
	return t.Flush()
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
