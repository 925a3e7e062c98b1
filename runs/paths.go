package runs

import (
	"path/filepath"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// What a path in a config is relative to depends on its key:
//
//   - Settings (@FILE, or the name of a file) are relative to the folder of the config if the config
//     file itself contains the value, otherwise to the working folder; see locateFiles.
//   - Commands and folders of programs are relative to the folder of the config, also if --set gives
//     them; see newPrograms.
//   - The key config of an experiment is relative to the folder of the experiment's file; see
//     sharedConfig.
//   - All other files (weights, etudes, positions of a fit) are relative to the working folder.
//
// A stored config contains the contents of the files of settings, and the values of weights.

// folderOf returns the folder of a config file, or "" for a preset.
func folderOf(config string) string {
	if IsConfig(config) {
		return filepath.Dir(config)
	}
	return ""
}

// locateFiles makes the names of files in settings relative to the working folder. path is the
// config file. Names in this file are relative to its folder; names from --set or from a preset are
// not changed.
func locateFiles(r *Resolved, m *mistakes, path string) {
	folder := folderOf(path)
	if folder == "" {
		return
	}
	var known []engines.Setting
	if game, err := r.catalog.find(r.Config.Engine.Name); err == nil {
		known = game.Spec().Settings
	}
	locate := func(under string, settings map[string]configs.Scalar) {
		for name, file := range filesIn(known, settings) {
			if filepath.IsAbs(file) || m.doc.Source(keys.Join(under, name)) != path {
				continue
			}
			at, _ := strings.CutSuffix(string(settings[name]), file)
			settings[name] = configs.Scalar(at + filepath.Join(folder, file))
		}
	}
	locate("engine.settings", r.Config.Engine.Settings)
	locate("verification.settings", r.Config.Verification.Settings)
	for key, a := range agentsIn(r.Config) {
		locate(key+".settings", a.Settings)
	}
}

// filesIn returns the names of the files that settings refer to, by the names of the settings.
func filesIn(known []engines.Setting, settings map[string]configs.Scalar) map[string]string {
	files := make(map[string]string)
	for name, value := range settings {
		if file, ok := strings.CutPrefix(string(value), "@"); ok {
			files[name] = file
		}
	}
	for _, setting := range known {
		if value, ok := settings[setting.Name]; ok && files[setting.Name] == "" && setting.NamesFile(string(value)) {
			files[setting.Name] = string(value)
		}
	}
	return files
}
