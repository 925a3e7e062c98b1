package configs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/lanista/lanista/configs/strict"
)

// Load reads a config: a preset by name, or a YAML file by path. A name with a dot, a slash or a
// backslash is a path. The config is merged with the preset that it names and with the overrides;
// see [Presets.Merge]. If the path is a pipe, Load waits for data until ctx is cancelled. Duplicate
// keys are reported by [Document.Config], together with all other mistakes.
func (p Presets) Load(ctx context.Context, nameOrPath string, overrides []string) (*Document, error) {
	d, err := p.open(ctx, nameOrPath)
	if err != nil {
		return nil, err
	}
	return p.Merge(d, overrides)
}

// Parse parses the text of a config and merges it as [Presets.Merge] does. source is the name of
// the config in errors. Parse returns an error for a text that is not YAML. Duplicate keys are
// reported by [Document.Config], together with all other mistakes.
func (p Presets) Parse(text []byte, source string, overrides []string) (*Document, error) {
	d, err := parseRepeated(text, source)
	if err != nil {
		return nil, err
	}
	return p.Merge(d, overrides)
}

// Merge returns the document merged with a preset and with the overrides. An override has the form
// PATH=VALUE, as in "budget.games=5000". The key "preset" of the document, or an override of this
// key, names the preset. Values of the document replace values of the preset, and overrides replace
// both. Merge returns an error for an unknown preset and for an override of another form.
func (p Presets) Merge(d *Document, overrides []string) (*Document, error) {
	if d == nil || d.Document == nil {
		return nil, errors.New("the document is nil")
	}
	var others []string
	for _, o := range overrides {
		if overriddenPath(o) != "preset" {
			others = append(others, o)
			continue
		}
		var err error
		if d, err = d.Set(o); err != nil {
			return nil, err
		}
	}
	if preset, ok := d.Text("preset"); ok {
		data, err := p.Get(preset)
		if err != nil {
			return nil, d.Locate("preset", err)
		}
		base, err := Parse(data, "preset "+preset)
		if err != nil {
			return nil, err
		}
		d = base.With(d.Document)
	}
	for _, o := range namesFirst(others) {
		var err error
		if d, err = d.Set(o); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// namesFirst returns a copy of overrides in which those that set a strategy or an engine, or the
// name of one, come first. Such an override may replace the whole section, and would drop the
// values that earlier overrides have set.
func namesFirst(overrides []string) []string {
	replaces := func(override string) bool {
		return slices.Contains(named, strings.TrimSuffix(overriddenPath(override), ".name"))
	}
	ordered := slices.Clone(overrides)
	slices.SortStableFunc(ordered, func(a, b string) int {
		switch first, second := replaces(a), replaces(b); {
		case first == second:
			return 0
		case first:
			return -1
		}
		return 1
	})
	return ordered
}

// overriddenPath returns the path of an override of the form PATH=VALUE.
func overriddenPath(override string) string {
	path, _, _ := strings.Cut(override, "=")
	return strings.TrimSpace(path)
}

func (p Presets) open(ctx context.Context, nameOrPath string) (*Document, error) {
	if !strings.ContainsAny(nameOrPath, "./\\") {
		data, err := p.Get(nameOrPath)
		if file := fileOf(nameOrPath); err != nil && file != "" {
			err = fmt.Errorf("unknown preset %q (did you mean the file %s?)", nameOrPath, file)
		}
		if err != nil {
			return nil, err
		}
		return Parse(data, "preset "+nameOrPath)
	}
	data, err := read(ctx, nameOrPath)
	if err != nil {
		if pathError, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathError.Err
		}
		return nil, fmt.Errorf("%s: %w", nameOrPath, err)
	}
	return parseRepeated(data, nameOrPath)
}

// fileOf returns the config file that a user probably meant by a name without an extension. It is
// the first regular file among ./NAME, NAME.yaml, NAME.yml and NAME/NAME.yaml. The last is the file
// that the command init writes. fileOf returns "" if none of them exists.
func fileOf(name string) string {
	for _, file := range []string{"./" + name, name + ".yaml", name + ".yml", filepath.Join(name, name+".yaml")} {
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
	}
	return ""
}

// largest is the size in bytes of the largest accepted config file.
const largest = 16 << 20

// read reads a file or a pipe. It stops waiting for a pipe's data when ctx is cancelled.
func read(ctx context.Context, path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return readAll(path)
	}
	type content struct {
		data []byte
		err  error
	}
	read := make(chan content, 1)
	go func() {
		data, err := readAll(path)
		read <- content{data, err}
	}()
	select {
	case c := <-read:
		return c.data, c.err
	case <-ctx.Done():
		// Opening and closing the pipe for writing ends the wait of the reader.
		if w, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			_ = w.Close()
		}
		return nil, ctx.Err()
	}
}

func readAll(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, largest+1))
	if err == nil && len(data) > largest {
		err = fmt.Errorf("larger than %d MB", largest>>20)
	}
	return data, err
}

// Config decodes and validates the whole document except the options in the sections strategy and
// schedule.
func (d *Document) Config() (Config, error) {
	var c Config
	err := d.Decode("", &c)
	return c, strict.Together(errors.Join(err, d.Repeated()), d.Locate("", c.Validate()))
}
