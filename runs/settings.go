package runs

import (
	"maps"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// inlined are the settings of a config with the files that they name read, so that what
// is stored does not depend on them. Mistakes are [keys.KeyError]s.
func inlined(known []engines.Setting, settings map[string]configs.Scalar) (engines.Settings, error) {
	return engines.InlineFiles(known, configs.Settings(settings), engines.ReadFile)
}

// scalars are settings as a config has them.
func scalars(settings engines.Settings) map[string]configs.Scalar {
	out := make(map[string]configs.Scalar, len(settings))
	for name, text := range settings {
		out[name] = configs.Scalar(text)
	}
	return out
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
		out[name] = value
	}
	out, err := engines.InlineFiles(nil, out, engines.ReadFile)
	for _, e := range keys.All(err) {
		return nil, mistakef("--set %w", e)
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
