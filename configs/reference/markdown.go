package reference

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Row is a row of the printed table of config keys.
type Row struct {
	Path, Takes, Default, Meaning string
	Values                        []string // the values of a key with a fixed list of texts; nil for other keys
}

// Rows returns table rows for all keys of a mapping, including the keys of nested mappings and of
// the mappings in lists. It does not expand mappings that are used in several places.
func (s Shape) Rows() []Row {
	var rows []Row
	s.rows("", &rows)
	return rows
}

// rows appends a table row to the list for every config key in the shape, including nested keys.
// path is the config path of the value that the shape describes.
func (s Shape) rows(path string, to *[]Row) {
	for _, k := range s.Keys {
		at := keys.Join(path, k.Name)
		row := Row{Path: at, Takes: k.Shape.Takes(), Default: k.Default, Meaning: k.Meaning, Values: k.Shape.values()}
		if named := k.Shape.named(); named != "" {
			row.Takes = named
		}
		*to = append(*to, row)
		if k.Shape.named() != "" {
			continue
		}
		k.Shape.rows(at, to)
		for _, other := range k.Shape.Or {
			other.rows(at, to)
		}
	}
	switch {
	case s.Kind == Named && s.Item.Kind == Mapping:
		s.Item.rows(path+"."+s.Key, to)
	case s.Kind == List && s.Item.Kind == Mapping:
		s.Item.rows(path+"[N]", to)
	}
}

// values returns the texts that a config key accepts, if there is a fixed list of them, and
// otherwise nil. It ignores other notations of the same value, such as a mapping.
func (s Shape) values() []string {
	if s.Kind == Truth {
		return []string{"true", "false"}
	}
	return s.Choices
}

// named returns the name of a kind of value that the reference describes in one place, such as "an
// agent" or "a list of agents". For all other values it returns "".
func (s Shape) named() string {
	switch {
	case s.Of != "":
		return "an " + s.Of
	case s.Kind == List && s.Item.Of != "":
		return "a list of " + s.Item.Of + "s"
	}
	return ""
}

// shared returns the descriptions of values that several config keys accept, such as an agent, by
// name. The printed reference describes each of them only once.
func (r Reference) shared() map[string]Shape {
	out := make(map[string]Shape)
	var look func(s Shape)
	look = func(s Shape) {
		if s.Of != "" {
			out[s.Of] = s
		}
		for _, k := range s.Keys {
			look(k.Shape)
		}
		for _, o := range s.Or {
			look(o)
		}
		if s.Item != nil {
			look(*s.Item)
		}
	}
	for _, s := range r.Sections {
		look(s.Shape)
	}
	return out
}

const introduction = `# Configs: every key

A config is YAML or JSON. It is a file, or a preset by name (` + "`lanista presets`" + `). Only ` + "`engine.name`" + ` is required, or a preset to build
on. Every other key has the default below. Unknown keys, values out of range and duplicate keys are errors. All of them are reported at once,
each with its line. A section that the verb does not use, such as ` + "`budget`" + ` in a tournament, is reported and has no effect.
So is a key that another key makes useless, such as ` + "`schedule.size`" + ` without random groups or ` + "`weights`" + ` of the player ` + "`random`" + `.

` + "```console" + `
$ lanista config check my.yaml           # report every mistake, with its line, and the verb that plays the config
$ lanista config show my.yaml            # print the values in use and where each comes from
$ lanista config schema > lanista.json   # print a JSON Schema for editors
` + "```" + `

An editor that supports JSON Schema completes and checks a config that begins with ` + "`# yaml-language-server: $schema=lanista.json`" + `. Use
` + "`--set`" + ` to override any key on the command line: ` + "`--set strategy.population=60`" + `.

This page is generated. Use ` + "`lanista config reference`" + ` to print it, with your own games if you build a program with them.
`

// Markdown returns the reference as a page. The page contains a table for every section, and then
// the games.
func (r Reference) Markdown() string {
	var b strings.Builder
	b.WriteString(introduction)
	for i, s := range r.Sections {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n", s.Title, sentenceCase(s.Doc))
		table(&b, s.Shape.Rows())
		example(&b, s.Example)
		if i == 0 {
			agents := r.shared()["agent"]
			b.WriteString("\n## Agents\n\nAn agent is a text that names the source of its weights: `default`, `champion`, `start` (the start weights), `random` and other\n" +
				"players of the game, `level:hard`, `run:RUN`, the name of a program, or a file that `export` wrote. Or it is a mapping:\n\n")
			for _, o := range agents.Or {
				table(&b, o.Rows())
			}
		}
	}
	b.WriteString("\n## engine.settings of each game\n")
	for _, g := range r.Games {
		fmt.Fprintf(&b, "\n### %s (`%s`)\n\n", g.Title, g.Name)
		if !g.Closed {
			b.WriteString("A setting selects a model, which may have settings and weights of its own. Use `lanista engines " + g.Name + " --set SETTING=VALUE` to list them.\n\n")
		}
		table(&b, Shape{Kind: Mapping, Keys: g.Settings}.Rows())
		example(&b, g.Example)
	}
	return b.String()
}

func example(b *strings.Builder, config string) {
	if config != "" {
		fmt.Fprintf(b, "\nFor example:\n\n```yaml\n%s```\n", config)
	}
}

func table(b *strings.Builder, rows []Row) {
	b.WriteString("| key | takes | default | meaning |\n|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", r.Path, cell(r.Takes), cell(r.Default), cell(r.Meaning))
	}
}

func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(text)
}

func sentenceCase(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
