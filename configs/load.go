package configs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Load reads a preset by name or a YAML file by path, lays it over the preset
// that it names if it names one, and lays the overrides over both. A name with
// a dot or a slash is a path.
func (p Presets) Load(nameOrPath string, overrides []string) (*Document, error) {
	d, err := p.open(nameOrPath)
	if err != nil {
		return nil, err
	}
	return p.layer(d, overrides)
}

// Parse reads the text of a config as Load reads a file; source names it in
// errors.
func (p Presets) Parse(text []byte, source string, overrides []string) (*Document, error) {
	d, err := Parse(text, source)
	if err != nil {
		return nil, err
	}
	return p.layer(d, overrides)
}

// layer lays a document over the preset that it names, and the overrides over
// both.
func (p Presets) layer(d *Document, overrides []string) (*Document, error) {
	if preset, ok := d.Text("preset"); ok {
		data, err := p.Get(preset)
		if err != nil {
			return nil, d.Locate("preset", err)
		}
		base, err := Parse(data, "preset "+preset)
		if err != nil {
			return nil, err
		}
		d = d.over(base)
	}
	for _, o := range overrides {
		var err error
		if d, err = d.Set(o); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (p Presets) open(nameOrPath string) (*Document, error) {
	if !strings.ContainsAny(nameOrPath, "./\\") {
		data, err := p.Get(nameOrPath)
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
		return nil, fmt.Errorf("%s: %w", nameOrPath, err)
	}
	return Parse(data, nameOrPath)
}

// Config decodes the whole document and checks what belongs to no other room.
func (d *Document) Config() (Config, error) {
	var c Config
	if err := d.Decode("", &c); err != nil {
		return c, err
	}
	var mistakes []error
	if c.Engine.Name == "" {
		mistakes = append(mistakes, keys.Errorf("engine.name", "missing"))
	}
	for _, n := range []struct {
		key   string
		value int
	}{
		{"engine.seats", c.Engine.Seats},
		{"budget.rounds", c.Budget.Rounds},
		{"budget.games", c.Budget.Games},
		{"budget.ahead", c.Budget.Ahead},
		{"verification.games", c.Verification.Games},
		{"openings.random_plies", c.Openings.RandomPlies},
	} {
		switch {
		case n.value < 0:
			mistakes = append(mistakes, keys.Errorf(n.key, "%d is negative", n.value))
		case int64(n.value) > maxCount:
			mistakes = append(mistakes, keys.Errorf(n.key, "%d is more than %d", n.value, int64(maxCount)))
		}
	}
	if by := c.Objective.By; by != "" && by != "places" && by != "score" {
		mistakes = append(mistakes, keys.Errorf("objective.by", "unknown objective %q (have places, score)", by))
	}
	if err := keys.AtLeast(0).Check("objective.scale", c.Objective.Scale); err != nil {
		mistakes = append(mistakes, err)
	}
	for i, share := range c.Objective.Shares {
		if err := keys.AtLeast(0).Check(fmt.Sprintf("objective.shares[%d]", i), share); err != nil {
			mistakes = append(mistakes, err)
		}
	}
	return c, d.Locate("", errors.Join(mistakes...))
}

// maxCount is more games than any machine plays in a century; sums and products
// of such counts stay whole numbers.
const maxCount = 1_000_000_000_000
