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
	Command Command `yaml:"command,flow"`
	// Protocol is what is spoken. The default is ludus.
	Protocol string `yaml:"protocol,omitempty"`
	// Dir is the working folder, seen from the config's. The default is the config's.
	Dir string `yaml:"dir,omitempty"`
	// Env are environment variables, laid over Lanista's own.
	Env map[string]string `yaml:"env,omitempty"`
	// Options are fixed settings of the program, in order.
	Options Texts `yaml:"options,omitempty"`
	// Weights are the weights of a program that cannot declare any.
	Weights Declared `yaml:"weights,omitempty"`
	// Set is the line that sets a weight, in protocols of text.
	Set string `yaml:"set,omitempty"`
	// Setup are lines that are sent once, in protocols of text.
	Setup []string `yaml:"setup,omitempty"`
	// EachGame are lines that are sent before every game, in protocols of text.
	EachGame []string `yaml:"each_game,omitempty"`
	// Restart is when the program gets a fresh process: never, for every game, or for
	// other weights. The default is never, or weights where they stand in the command.
	Restart string `yaml:"restart,omitempty"`
	// Timeouts are how long the program may take.
	Timeouts Timeouts `yaml:"timeouts,omitempty"`
	// Margin is how late a move may come. The default is 50ms.
	Margin time.Duration `yaml:"margin,omitempty"`
	// Failures are how many games the program may lose by failing before the run stops.
	Failures Failures `yaml:"failures,omitempty"`
	// Found is what a run found of the program when it began. It is written with a
	// run; in a config it means nothing.
	Found *Found `yaml:"found,omitempty"`
}

// Timeouts are how long a program may take; 0 is the default.
type Timeouts struct {
	// Start is the time from the start of the process to its first answer. The default is
	// 10s.
	Start time.Duration `yaml:"start,omitempty"`
	// Reply is the time for an answer that needs no thinking. The default is 5s.
	Reply time.Duration `yaml:"reply,omitempty"`
	// Move is the time for a move where the agent has no limit of its own. The default is
	// 1m.
	Move time.Duration `yaml:"move,omitempty"`
	// Quit is the time to end once asked to. The default is 2s.
	Quit time.Duration `yaml:"quit,omitempty"`
}

// Failures are how many games a program may lose by failing before the run stops.
type Failures struct {
	// Row is how many games in a row; 0 is any number. The default is 3.
	Row *int `yaml:"row,omitempty"`
	// Share is which share of at least 200 games; 0 is any. The default is 0.02.
	Share *float64 `yaml:"share,omitempty"`
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
	Name string `yaml:"-"`
	// Min is the smallest value. It must be given.
	Min *float64 `yaml:"min"`
	// Max is the largest value. It must be given.
	Max *float64 `yaml:"max"`
	// Default is what the program plays with by itself. It must be given.
	Default *float64 `yaml:"default"`
	// Kind is what values it may take: real, integer, fixed or log. The default is real.
	Kind string `yaml:"kind,omitempty"`
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
