package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type enginesOptions struct {
	engine   string // name of the game; "" lists all games
	settings []string
}

func newEngines(a *app, run func(context.Context, enginesOptions) error) *cobra.Command {
	var o enginesOptions
	c := &cobra.Command{
		SuggestFor: []string{"games"},
		Use:        "engines [NAME]",
		Short:      "List the games, or show one game's weights and settings",
		Long: `Lists the games, or shows the weights and settings of one. NAME may also be a
config file: its programs are then started.`,
		Example: `  lanista engines
  lanista engines othello --set model=wpc   # the weights of another model`,
		Args: cobra.MaximumNArgs(1),
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
		if a.json {
			return a.writeJSON(documents.Engines(a.catalog.Games))
		}
		return printEngines(a.out, a.catalog.Games)
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
	if a.json {
		return a.writeJSON(engineDocument{documents.NewEngine(spec), openings})
	}
	return printEngine(a.out, runs.EngineInfo{Spec: spec, Openings: openings})
}

type engineDocument struct {
	documents.Engine
	Openings *runs.OpeningsPlan `json:"openings,omitempty" doc:"how the games of a search of the default budget begin; absent for a game with chance"`
}

// openEngine returns the game with the given name and settings. Each setting has the form
// name=value.
func (a *app) openEngine(name string, settings []string) (engines.Engine, error) {
	s, err := runs.ParseSettings(settings)
	if err != nil {
		return nil, err
	}
	if runs.IsConfig(name) {
		return nil, usageErrorf("%s is a config; this command needs the name of a game in Go (%s)", name, keys.Suggest(a.catalog.Games.Names(), ""))
	}
	return a.catalog.Engine(name, s)
}

func printEngines(w *term.Screen, games engines.Registry) error {
	t := w.Table("engine", "seats", "weights", "what it is")
	for _, e := range games {
		s := e.Spec()
		t.Row(s.Name, seatRange(s, "-"), strconv.Itoa(len(s.Weights)), s.Doc)
	}
	return t.Flush()
}

// printEngine prints the description, weights and settings of a game.
func printEngine(w *term.Screen, i runs.EngineInfo) error {
	s := i.Spec
	title := s.Title
	if title != s.Name {
		title += " (" + s.Name + ")"
	}
	if s.Doc != "" { // a program need not have one
		title += ": " + s.Doc
	}
	w.Paragraph("%s", title)
	w.Printf("Seats: %s\n", seatRange(s, " to "))
	if has, ok := s.Chance.Known(); ok {
		w.Printf("Chance: %s\n", yesNo(has))
	}
	if s.ScaleFree {
		w.Paragraph("Multiplying all weights by one positive number changes no move.")
	}
	if p := i.Openings; p != nil {
		w.Paragraph("%s.", p.Begin())
	}
	w.Println()
	t := w.Table("weight", "kind", "range", "default", "meaning")
	for _, w := range s.Weights {
		t.Row(w.Name, kindOf(w), rangeOf(w), w.Format(w.Default), w.Doc)
	}
	if err := t.Flush(); err != nil || len(s.Settings) == 0 {
		return err
	}
	w.Println()
	t = w.Table("setting", "default", "of", "meaning")
	for _, v := range s.Settings {
		of := "table"
		if v.Player {
			of = "player"
		}
		t.Row(v.Name, v.Default, of, settingDoc(v))
	}
	return t.Flush()
}

// kindOf returns the kind of a weight as a config writes it. If the choices are "false" and "true",
// it is "boolean", and otherwise the text of [engines.Kind], such as "real" or "integer log".
func kindOf(w engines.Weight) string {
	if slices.Equal(w.Choices, engines.Switch) {
		return "boolean"
	}
	return w.Kind.String()
}

// rangeOf formats the values that a weight can have: an interval, or the list of its choices.
func rangeOf(w engines.Weight) string {
	if w.Kind.Has(engines.Choices) {
		return strings.Join(w.Choices, ", ")
	}
	return fmt.Sprintf("[%v, %v]", w.Min, w.Max)
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// seatRange formats the possible numbers of players of a game, such as "2" or "2 to 4". to is the
// text between the smallest and the largest number.
func seatRange(s engines.Spec, to string) string {
	if s.MinSeats == s.MaxSeats {
		return strconv.Itoa(s.MinSeats)
	}
	return strconv.Itoa(s.MinSeats) + to + strconv.Itoa(s.MaxSeats)
}

// settingDoc returns the description of a game setting, followed by its accepted values.
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
