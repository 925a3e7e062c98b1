package runs

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// fromFile returns a setting's value: the contents of a file where it is
// written @FILE, such as a list of openings or a profile.
func fromFile(value string) (string, error) {
	path, ok := strings.CutPrefix(value, "@")
	if !ok {
		return value, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(data)), nil
}

// expand returns settings with the files that they name read, those written
// @FILE and those of settings that may be files, so that what is stored does not
// depend on them.
func expand(known []engines.Setting, settings map[string]configs.Scalar) (map[string]configs.Scalar, error) {
	given := make(engines.Settings, len(settings))
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		text, err := fromFile(string(settings[name]))
		if err != nil {
			return nil, keys.Errorf(name, "%w", err)
		}
		given[name] = text
	}
	given, err := engines.InlineFiles(known, given, os.ReadFile)
	if err != nil {
		return nil, err
	}
	out := make(map[string]configs.Scalar, len(given))
	for name, text := range given {
		out[name] = configs.Scalar(text)
	}
	return out, nil
}

// ParseSettings reads settings of the form name=value; a value @FILE is the
// contents of the file.
func ParseSettings(list []string) (engines.Settings, error) {
	out := make(engines.Settings, len(list))
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, mistakef("--set %s: name=value is needed", text)
		}
		text, err := fromFile(value)
		if err != nil {
			return nil, mistakef("--set %s: %w", name, err)
		}
		out[name] = text
	}
	return out, nil
}

// overlay lays stronger settings over weaker ones.
func overlay(weak, strong engines.Settings) engines.Settings {
	if len(weak) == 0 {
		return strong
	}
	out := maps.Clone(weak)
	maps.Copy(out, strong)
	return out
}

// ofSpec are the settings that a game has as it is set: another choice of one may
// have had others.
func ofSpec(spec engines.Spec, given engines.Settings) engines.Settings {
	out := make(engines.Settings, len(given))
	for _, d := range spec.Settings {
		if v, ok := given[d.Name]; ok {
			out[d.Name] = v
		}
	}
	return out
}

// playerSettings are the settings that belong to agents, those left at their
// defaults among them.
func playerSettings(spec engines.Spec, set map[string]configs.Scalar) engines.Settings {
	out := make(engines.Settings)
	for _, d := range spec.Settings {
		if !d.Player {
			continue
		}
		out[d.Name] = d.Default
		if v, ok := set[d.Name]; ok {
			out[d.Name] = string(v)
		}
	}
	return out
}
