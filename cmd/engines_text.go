package cmd

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

// engineList prints a list of games.
func (w textWriter) engineList(games engines.Registry) error {
	t := w.Table("engine", "seats", "weights", "what it is")
	for _, e := range games {
		s := e.Spec()
		t.Row(s.Name, seatRange(s, "-"), strconv.Itoa(len(s.Weights)), s.Doc)
	}
	return t.Flush()
}

// engine prints the weights and settings of a game.
func (w textWriter) engine(i runs.EngineInfo) error {
	s := i.Spec
	title := s.Title
	if title != s.Name {
		title += " (" + s.Name + ")"
	}
	w.Paragraph("%s: %s", title, s.Doc)
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
		t.Row(w.Name, w.Kind.String(), fmt.Sprintf("[%v, %v]", w.Min, w.Max), fmt.Sprint(w.Default), w.Doc)
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

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// seatRange formats the number of seats of a game, with the text to between fewest and most.
func seatRange(s engines.Spec, to string) string {
	if s.MinSeats == s.MaxSeats {
		return strconv.Itoa(s.MinSeats)
	}
	return strconv.Itoa(s.MinSeats) + to + strconv.Itoa(s.MaxSeats)
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
