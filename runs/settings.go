package runs

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
)

// configured returns a copy of the game e with the settings in a config, and these settings. The
// contents of files replace their names, so that a stored run does not depend on files. Mistakes
// are [keys.KeyError] values with their places in the files.
func configured(e engines.Engine, settings map[string]configs.Scalar) (engines.Engine, engines.Settings, error) {
	given, from, err := inlined(e.Spec().Settings, settings)
	if err != nil {
		return nil, given, err
	}
	set, err := withSettings(e, given)
	return set, given, from.place(err)
}

// settingFiles are the files from which settings were read, by the names of the settings.
type settingFiles map[string]settingFile

type settingFile struct {
	name  string
	blank int // number of blank lines at the beginning of the file, which the setting's value lacks
}

// inlined returns the settings in a config with the contents of files in place of their names. It
// also returns the files that it has read. Mistakes are [keys.KeyError] values.
func inlined(known []engines.Setting, settings map[string]configs.Scalar) (engines.Settings, settingFiles, error) {
	sources := make(settingFiles)
	blank := make(map[string]int)
	for name, file := range filesIn(known, settings) {
		sources[name] = settingFile{name: file}
	}
	out, err := files.Inline(known, configs.Settings(settings), func(file string) ([]byte, error) {
		data, err := files.Read(file)
		blank[file] = bytes.Count(data[:len(data)-len(bytes.TrimLeft(data, " \t\r\n"))], []byte("\n"))
		return data, err
	})
	for name, file := range sources {
		if !strings.HasPrefix(string(settings[name]), "@") { // the whole of it is the setting
			continue
		}
		sources[name] = settingFile{file.name, blank[file.name]}
	}
	return out, sources, err
}

// place adds a file and line to an error about a setting that was read from the file. It returns
// other errors unchanged.
func (f settingFiles) place(err error) error {
	if !slices.ContainsFunc(keys.All(err), func(e *keys.KeyError) bool { _, ok := f[e.Path]; return ok }) {
		return err
	}
	var out []error
	for _, e := range keys.All(err) {
		file, ok := f[e.Path]
		if !ok {
			out = append(out, e)
			continue
		}
		cause := e.Err
		if line, ok := errors.AsType[*training.LineError](cause); ok {
			cause = &training.LineError{Line: line.Line + file.blank, Err: line.Err}
		}
		out = append(out, &keys.KeyError{Path: e.Path, Err: inFile(file.name, cause)})
	}
	return errors.Join(out...)
}

// scalars converts settings to the type used in configs.
func scalars(settings engines.Settings) map[string]configs.Scalar {
	out := make(map[string]configs.Scalar, len(settings))
	for name, text := range settings {
		out[name] = configs.Scalar(text)
	}
	return out
}

// ParseSettings parses settings of the form name=value. A value @FILE means the contents of the
// file.
func ParseSettings(list []string) (engines.Settings, error) {
	out := make(engines.Settings, len(list))
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, mistakef("--set %s: name=value is needed", text)
		}
		out[name] = value
	}
	out, err := files.Inline(nil, out, files.Read)
	for _, e := range keys.All(err) {
		return nil, mistakef("--set %w", e)
	}
	return out, nil
}

// overlay returns the settings of both maps; strong takes precedence.
func overlay(weak, strong engines.Settings) engines.Settings {
	if len(weak) == 0 {
		return strong
	}
	out := maps.Clone(weak)
	maps.Copy(out, strong)
	return out
}

// ofSpec returns the given settings that the game has. Which settings a game has may depend on the
// values of other settings.
func ofSpec(spec engines.Spec, given engines.Settings) engines.Settings {
	out := make(engines.Settings, len(given))
	for _, d := range spec.Settings {
		if v, ok := given[d.Name]; ok {
			out[d.Name] = v
		}
	}
	return out
}

// playerSettings returns the settings of the tuned agent, with their defaults, but without settings
// of the whole game. If the agent is an external program, only the setting limit applies.
func playerSettings(spec engines.Spec, e configs.Engine) engines.Settings {
	out := make(engines.Settings)
	for _, d := range spec.Settings {
		if !d.Player || e.Player != "" && d.Name != external.LimitSetting {
			continue
		}
		out[d.Name] = d.Default
		if v, ok := e.Settings[d.Name]; ok {
			out[d.Name] = string(v)
		}
	}
	return out
}
