package table

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/runs"
)

// Room is where tables are set up: the games and agents that can be asked for.
type Room struct {
	Catalog runs.Catalog
	// Store is the file with the runs whose agents and maps can be named; "" for
	// none.
	Store string
	// Exact is the largest value of a setting "exact", the empty squares from which
	// a player solves the game; larger ones are lowered to it. 0 leaves it alone.
	Exact int
	// Places, where there are any, bound how many positions are read at once.
	Places *Places
}

// quiet are the settings that add chance to a game or its players for the sake of
// tournaments. At a table they are 0 unless somebody asks for them.
var quiet = []string{"random_plies", "opening", "epsilon"}

// Engine finds a game and applies settings that came from outside: none of them
// may name a file. What adds chance for the sake of tournaments is off unless it is
// asked for.
func (r *Room) Engine(ctx context.Context, name string, given engines.Settings) (engines.Engine, error) {
	e, err := r.Catalog.Games.Find(name)
	if err != nil {
		return nil, refuse(NotFound, "engine", "there is no game %q (%s)", name, keys.Suggest(r.Catalog.Games.Names(), name))
	}
	known := e.Spec().Settings
	settings := make(engines.Settings, len(given)+len(quiet))
	for _, s := range known {
		if slices.Contains(quiet, s.Name) {
			settings[s.Name] = "0"
		}
	}
	maps.Copy(settings, given)
	for _, s := range known {
		if settings[s.Name], err = r.contents(ctx, s, settings[s.Name]); err != nil {
			return nil, err
		}
		if settings[s.Name] == "" {
			delete(settings, s.Name)
		}
	}
	if e, err = e.With(settings); err != nil {
		return nil, refusedSettings(BadSetting, "settings", err)
	}
	return e, nil
}

// contents replaces the name of a run by what the run had in a setting that may be
// a file, and refuses the name of anything else.
func (r *Room) contents(ctx context.Context, s engines.Setting, value string) (string, error) {
	if !s.File || value == "" || slices.Contains(s.Choices, value) {
		return value, nil
	}
	field := "settings." + s.Name
	id, isRun := strings.CutPrefix(value, "run:")
	if !isRun || r.Store == "" {
		return "", refuse(BadSetting, field, "%s: want %s, or run:ID for what a stored run had", s.Name, strings.Join(s.Choices, ", "))
	}
	rec, err := runs.Record(ctx, r.Store, id)
	if err != nil {
		return "", refuse(BadSetting, field, "%s: run %q cannot be read", s.Name, id)
	}
	c, err := storedConfig(rec.Config, rec.ID)
	if err != nil {
		return "", refused(BadSetting, field, err)
	}
	had := configs.Settings(c.Engine.Settings)[s.Name]
	if had == "" {
		had = s.Default
	}
	if s.NamesFile(had) {
		return "", refuse(BadSetting, field, "%s: run %s kept the name of a file, not its contents", s.Name, rec.ID)
	}
	return had, nil
}

// SettingsOf is how the table of a stored run is set, in words that set another one
// so: a map that was a file is named after the run.
func SettingsOf(e engines.Engine, config, id string) (map[string]string, error) {
	c, err := storedConfig(config, id)
	if err != nil {
		return nil, err
	}
	had := configs.Settings(c.Engine.Settings)
	out := make(map[string]string)
	for _, s := range e.Spec().Settings {
		value, ok := had[s.Name]
		if !ok || s.Player {
			continue
		}
		if s.File && value != "" && !slices.Contains(s.Choices, value) {
			value = "run:" + id
		}
		out[s.Name] = value
	}
	return out, nil
}

// storedConfig reads the config of a run.
func storedConfig(text, id string) (configs.Config, error) {
	d, err := configs.Parse([]byte(text), "run "+id)
	if err != nil {
		return configs.Config{}, err
	}
	return d.Config()
}

// refusedSettings names the first setting that is wrong.
func refusedSettings(code Code, field string, err error) error {
	var all []error
	for _, m := range keys.All(err) {
		at := field
		if m.Path != "" {
			at += "." + m.Path
		}
		all = append(all, &Error{code, at, m})
	}
	return errors.Join(all...)
}
