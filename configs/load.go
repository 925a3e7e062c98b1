package configs

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

//go:embed presets/*.yaml
var presetFiles embed.FS

// Presets lists the names of the presets, sorted.
func Presets() []string {
	files, err := fs.Glob(presetFiles, "presets/*.yaml")
	if err != nil {
		panic(err) // the pattern is constant
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(path.Base(f), ".yaml")
	}
	slices.Sort(names)
	return names
}

// Preset returns the YAML of a preset, or an error that lists the names.
func Preset(name string) ([]byte, error) {
	data, err := presetFiles.ReadFile("presets/" + name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("configs: unknown preset %q (%s)", name, Suggest(Presets(), name))
	}
	return data, nil
}

// PresetTitle is the first comment line of a preset.
func PresetTitle(name string) string {
	data, err := Preset(name)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(strings.TrimPrefix(line, "#"))
}

// Load reads a preset by name or a YAML file by path, lays it over the preset
// that it names if it names one, and lays the overrides over both. A name with
// a dot or a slash is a path.
func Load(nameOrPath string, overrides []string) (*Document, error) {
	d, err := open(nameOrPath)
	if err != nil {
		return nil, err
	}
	if n := d.find("preset"); n != nil {
		data, err := Preset(n.Value)
		if err != nil {
			return nil, d.errorf(n, "preset", "%s", strings.TrimPrefix(err.Error(), "configs: "))
		}
		base, err := Parse(data, "preset "+n.Value)
		if err != nil {
			return nil, err
		}
		d = d.over(base)
	}
	for _, o := range overrides {
		if d, err = d.Set(o); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func open(nameOrPath string) (*Document, error) {
	if !strings.ContainsAny(nameOrPath, "./\\") {
		data, err := Preset(nameOrPath)
		if err != nil {
			return nil, err
		}
		return Parse(data, "preset "+nameOrPath)
	}
	data, err := os.ReadFile(nameOrPath)
	if err != nil {
		var pathError *fs.PathError
		if errors.As(err, &pathError) {
			err = pathError.Err
		}
		return nil, fmt.Errorf("configs: %s: %w", nameOrPath, err)
	}
	return Parse(data, nameOrPath)
}

// Config decodes the whole document and checks what belongs to no other room.
func (d *Document) Config() (Config, error) {
	var c Config
	if err := d.Decode("", &c); err != nil {
		return c, err
	}
	if c.Engine.Name == "" {
		return c, d.errorf(d.root, "engine.name", "missing")
	}
	for _, n := range []struct {
		key   string
		value int
	}{
		{"engine.seats", c.Engine.Seats},
		{"budget.rounds", c.Budget.Rounds},
		{"budget.games", c.Budget.Games},
		{"verification.games", c.Verification.Games},
	} {
		switch {
		case n.value < 0:
			return c, d.Locate("", fmt.Errorf("%s: %d is negative", n.key, n.value))
		case int64(n.value) > maxCount:
			return c, d.Locate("", fmt.Errorf("%s: %d is more than %d", n.key, n.value, int64(maxCount)))
		}
	}
	return c, nil
}

// maxCount is more games than any machine plays in a century; sums and products
// of such counts stay whole numbers.
const maxCount = 1_000_000_000_000
