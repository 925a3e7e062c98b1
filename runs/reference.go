package runs

import (
	"reflect"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/reference"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Reference returns a description of every config key, for the catalog's games and strategies.
func Reference(c Catalog) (reference.Reference, error) {
	if err := c.Games.Validate(); err != nil {
		return reference.Reference{}, err
	}
	config := &configs.Config{}
	r := reference.Reference{Sections: []reference.Section{{
		Title: "The whole config", Doc: "every key but those of the strategy and the schedule, which follow",
		Shape: reference.Of(config, func() error { return config.Validate() }, laterRanges()),
	}}}
	none, err := configs.Parse([]byte("{}"), "")
	if err != nil {
		return r, err
	}
	for _, m := range c.AllStrategies() {
		options, err := m.defaults(none, tuning.Problem{})
		if err != nil {
			return r, err
		}
		s := reference.Section{Path: "strategy", Name: m.Name, Title: "strategy: {name: " + m.Name + "}", Doc: m.Doc, Shape: reference.Of(options, validator(options), nil)}
		if m.Name == "genetic" {
			s.Shape.Keys = append([]reference.Key{procedureKey}, s.Shape.Keys...)
		}
		r.Sections = append(r.Sections, s)
	}
	r.Sections = append(r.Sections, gridSection(), fitSection(), scheduleSection())
	for i := range r.Sections {
		r.Sections[i].Example = referenceExamples[r.Sections[i].Title]
	}
	for _, e := range c.Games {
		g := game(e)
		g.Example = referenceExamples[g.Name]
		r.Games = append(r.Games, g)
	}
	return r, nil
}

// procedureKey describes the key strategy.procedure, which is not a field of the options.
var procedureKey = reference.Key{
	Name: "procedure", Default: "adapted", Meaning: "Selects the defaults of the other keys: adapted, the values that were best in measurements; bred, values for games such as Risk, where some weights are best near 0, which are listed here; or paper, the values of the Risk report. Without this key it is bred if the config sets operators, their numbers, spread or budget.ahead, or if all free weights are choices.",
	Shape: reference.Shape{Kind: reference.Text, Choices: []string{"bred", "adapted", "paper"}},
}

// validator returns the Validate method of options, or nil if they have none.
func validator(options any) func() error {
	if v, ok := options.(interface{ Validate() error }); ok {
		return v.Validate
	}
	return nil
}

// laterRanges returns the ranges of config keys that depend on the game or the program, and are
// therefore not checked when the config is read.
func laterRanges() map[string]reference.Shape {
	kinds := []string{"real", "integer", "log", "integer log", "fixed"}
	share, row, one := keys.Within(0, 1), keys.AtLeast(0), keys.AtLeast(1)
	seats, plies := keys.Within(1, engines.MaxSeats), keys.Within(0, engines.MaxRandomPlies)
	return map[string]reference.Shape{
		"engine.seats":                      {Range: &seats},
		"budget.rounds":                     {Range: &one}, // 0 stands for a key that is left out
		"budget.games":                      {Range: &one},
		"openings.random_plies":             {Range: &plies},
		"openings.set_aside":                {Range: &row},
		"engine.weights.WEIGHT.kind":        {Choices: kinds},
		"programs.NAME.weights.WEIGHT.kind": {Choices: append(kinds, "choices", "fixed choices", "boolean")},
		"objective.shares[0]":               {Range: &row},
		"programs.NAME.protocol":            {Choices: protocol.Names()},
		"programs.NAME.restart":             {Choices: []string{string(external.RestartNever), string(external.RestartEachGame), string(external.RestartWithWeights)}},
		"programs.NAME.failures.row":        {Range: &row},
		"programs.NAME.failures.share":      {Range: &share},
	}
}

func gridSection() reference.Section {
	space := engines.Space{{Name: "WEIGHT", Min: 0, Max: 1}}
	o := &grid.Options{}
	return reference.Section{
		Path: "strategy", Name: "grid", Title: "strategy: {name: grid}", Doc: "exhaustive search over labelled positions, for the verb grid",
		Shape: reference.Of(o, func() error { return o.Validate(space) }, nil),
	}
}

func fitSection() reference.Section {
	o := &FitOptions{From: selfPlay}
	return reference.Section{
		Path: "strategy", Name: "fit", Title: "strategy: {name: fit}", Doc: "regression on positions of games, for the verb fit",
		Shape: reference.Of(o, func() error { return o.Validate() }, nil),
	}
}

func scheduleSection() reference.Section {
	o := &ScheduleOptions{Kind: scheduleKinds[0], Candidates: 1}
	check := func() error {
		_, err := newSchedule(*o, 4, 2, tournament.Play{})
		return err
	}
	cycles := keys.AtLeast(1) // 0 stands for a key that is left out
	written := map[string]reference.Shape{"cycles": {Range: &cycles}}
	return reference.Section{Path: "schedule", Title: "schedule", Doc: "who meets whom in a tournament", Shape: reference.Of(o, check, written)}
}

// game returns the part of the config reference that describes the settings and weights of one
// game.
func game(e engines.Engine) reference.Game {
	spec := e.Spec()
	g := reference.Game{Name: spec.Name, Title: spec.Title, Closed: true}
	for _, w := range spec.Weights {
		g.Weights = append(g.Weights, w.Name)
	}
	for _, s := range spec.Settings {
		g.Settings = append(g.Settings, settingKey(s))
		for _, choice := range s.Choices {
			other, err := withSettings(e, engines.Settings{s.Name: choice})
			if err != nil || !reflect.DeepEqual(names(other.Spec()), names(spec)) {
				g.Closed = false // it chooses a model
			}
		}
	}
	_, host := engines.As[engines.ArenaFactory](e)
	g.Closed = g.Closed && !host
	return g
}

// names returns the names of a game's weights and settings.
func names(s engines.Spec) []string {
	var list []string
	for _, w := range s.Weights {
		list = append(list, w.Name)
	}
	for _, setting := range s.Settings {
		list = append(list, "set "+setting.Name)
	}
	return list
}

func settingKey(s engines.Setting) reference.Key {
	k := reference.Key{Name: s.Name, Meaning: s.Doc, Default: s.Default}
	switch s.Kind {
	case engines.Int, engines.Float:
		k.Shape.Kind = reference.Number
		if s.Kind == engines.Int {
			k.Shape.Kind = reference.Whole
		}
		if s.Min < s.Max {
			k.Shape.Range = &keys.Range{Min: s.Min, Max: s.Max}
		}
	case engines.Bool:
		k.Shape.Kind = reference.Truth
	case engines.Choice:
		k.Shape.Kind, k.Shape.Choices = reference.Text, s.Choices
	default:
		k.Shape = reference.Shape{Kind: reference.Text, Or: []reference.Shape{{Kind: reference.List, Item: &reference.Shape{Kind: reference.Text}}}}
	}
	return k
}
