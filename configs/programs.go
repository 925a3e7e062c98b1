package configs

import (
	"fmt"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs/strict"
)

// Program is a command that plays, in a protocol. What the values mean, and which
// are right, is known by the room that runs programs.
type Program struct {
	// Command is the executable and its arguments: a list, or one text that is
	// split at blanks.
	Command  Command           `yaml:"command,flow"`
	Protocol string            `yaml:"protocol,omitempty"` // ludus (the default) and others
	Dir      string            `yaml:"dir,omitempty"`      // the working folder, from the config's
	Env      map[string]string `yaml:"env,omitempty"`      // laid over Lanista's own variables
	// Options are fixed settings of the program, in order.
	Options Texts `yaml:"options,omitempty"`
	// Weights are those of a program that cannot declare any.
	Weights Declared `yaml:"weights,omitempty"`
	// Set is the line that sets a weight, Setup lines that are sent once, EachGame
	// lines that are sent before every game, in protocols of text.
	Set      string   `yaml:"set,omitempty"`
	Setup    []string `yaml:"setup,omitempty"`
	EachGame []string `yaml:"each_game,omitempty"`
	// Restart says when the program gets a fresh process: never, game, weights.
	Restart  string        `yaml:"restart,omitempty"`
	Timeouts Timeouts      `yaml:"timeouts,omitempty"`
	Margin   time.Duration `yaml:"margin,omitempty"` // what a move may be late
	Failures Failures      `yaml:"failures,omitempty"`
	// Found is what a run found of the program when it began. It is written with a
	// run; in a config it means nothing.
	Found *Found `yaml:"found,omitempty"`
}

// Timeouts are how long a program may take; 0 is the default.
type Timeouts struct {
	Start time.Duration `yaml:"start,omitempty"`
	Reply time.Duration `yaml:"reply,omitempty"`
	Move  time.Duration `yaml:"move,omitempty"`
	Quit  time.Duration `yaml:"quit,omitempty"`
}

// Failures are how many games a program may lose by failing before the run stops.
type Failures struct {
	Row   *int     `yaml:"row,omitempty"`   // in a row; 3 when absent, 0 for any number
	Share *float64 `yaml:"share,omitempty"` // of at least 200; 0.02 when absent, 0 for any share
}

// Found is what a run found of a program.
type Found struct {
	Path    string      `yaml:"path"`
	Name    string      `yaml:"name,omitempty"`
	Version string      `yaml:"version,omitempty"`
	Files   []FoundFile `yaml:"files"`
}

// FoundFile is a file that a command consists of.
type FoundFile struct {
	Argument string `yaml:"argument"`
	SHA256   string `yaml:"sha256"`
}

// Command is an executable and its arguments.
type Command []string

// shellOnly are the characters that mean something to a shell, and that somebody
// who writes them expects to mean it here.
const shellOnly = "|&;<>$`'\"\\*?~"

// UnmarshalNode reads a list, or a text that is split at blanks.
func (c *Command) UnmarshalNode(n strict.Node) error {
	text, ok := n.Scalar()
	if !ok {
		n.Decode((*[]string)(c))
		return nil
	}
	if i := strings.IndexAny(text, shellOnly); i >= 0 {
		return fmt.Errorf("%q would mean something to a shell, and there is none here; write the command as a list: [%s]",
			text[i:i+1], strings.Join(strings.Fields(text), ", "))
	}
	*c = strings.Fields(text)
	return nil
}

// Texts are texts by name, in the order in which they were written.
type Texts []NamedText

// NamedText is one of them.
type NamedText struct{ Name, Text string }

// UnmarshalNode reads a mapping.
func (t *Texts) UnmarshalNode(n strict.Node) error {
	entries, ok := n.Entries()
	if !ok {
		return fmt.Errorf("a mapping is needed, not %s", n.Kind())
	}
	for _, e := range entries {
		var text Scalar
		if err := text.UnmarshalNode(e.Node); err != nil {
			return fmt.Errorf("%s: %w", e.Key, err)
		}
		*t = append(*t, NamedText{e.Key, string(text)})
	}
	return nil
}

// MarshalYAML writes what UnmarshalNode reads.
func (t Texts) MarshalYAML() (any, error) {
	n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for _, o := range t {
		var key, value yaml.Node
		key.SetString(o.Name)
		value.SetString(o.Text)
		n.Content = append(n.Content, &key, &value)
	}
	return n, nil
}

// Declared are weights by name, in the order in which they were written.
type Declared []DeclaredWeight

// DeclaredWeight is one of them.
type DeclaredWeight struct {
	Name    string   `yaml:"-"`
	Min     *float64 `yaml:"min"`
	Max     *float64 `yaml:"max"`
	Default *float64 `yaml:"default"`
	Kind    string   `yaml:"kind,omitempty"`
}

// UnmarshalNode reads a mapping.
func (d *Declared) UnmarshalNode(n strict.Node) error {
	entries, ok := n.Entries()
	if !ok {
		return fmt.Errorf("a mapping is needed, not %s", n.Kind())
	}
	for _, e := range entries {
		w := DeclaredWeight{Name: e.Key}
		e.Decode(&w)
		*d = append(*d, w)
	}
	return nil
}

// MarshalYAML writes what UnmarshalNode reads.
func (d Declared) MarshalYAML() (any, error) {
	n := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for _, w := range d {
		var key, value yaml.Node
		key.SetString(w.Name)
		if err := value.Encode(w); err != nil {
			return nil, err
		}
		n.Content = append(n.Content, &key, &value)
	}
	return n, nil
}
