package configs

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Program describes an external program that plays as an agent or implements the rules of a game.
// It is one entry of the config section "programs". Package engines/external validates the values.
type Program struct {
	// Command is the executable with its arguments: a list, or a text that is split at blanks. In
	// an argument, {weights} stands for the path of a JSON file with the weights, and {weight:NAME}
	// for the value of one weight.
	Command Command `yaml:"command,flow"`
	// Protocol is the protocol of the program. The default is ludus.
	Protocol string `yaml:"protocol,omitempty"`
	// Dir is the working folder, relative to the folder of the config. The default is the
	// folder of the config.
	Dir string `yaml:"dir,omitempty"`
	// Env are environment variables in addition to those of Lanista.
	Env map[string]string `yaml:"env,omitempty"`
	// Options are fixed settings to send to the program, in this order.
	Options Texts `yaml:"options,omitempty"`
	// Weights declares the weights of a program that cannot declare them itself.
	Weights Declared `yaml:"weights,omitempty"`
	// Set is the line that sets one weight in the protocols gtp, nboard and xboard, such as
	// "set_weight {name} {value}". {name} and {value} stand for the name and the value of the
	// weight. The line is sent for every weight before every game.
	Set string `yaml:"set,omitempty"`
	// Setup lists lines to send once after the start, in text protocols.
	Setup []string `yaml:"setup,omitempty"`
	// EachGame lists lines to send before every game, in text protocols.
	EachGame []string `yaml:"each_game,omitempty"`
	// Restart determines when the program gets a new process: never, for every game, or for other
	// weights. The default is never, or weights if they are part of the command.
	Restart string `yaml:"restart,omitempty"`
	// Timeouts are the time limits of the program.
	Timeouts Timeouts `yaml:"timeouts,omitempty"`
	// Margin is the time by which a move may exceed its time limit. The default is 50ms.
	Margin time.Duration `yaml:"margin,omitempty"`
	// Failures limits the number of games that the program may lose by failing. The run stops
	// beyond these limits.
	Failures Failures `yaml:"failures,omitempty"`
	// Found identifies the version of the program with which the run began. Stored runs contain
	// it. A new run replaces it.
	Found *Found `yaml:"found,omitempty"`
}

// Timeouts limit the time that a program may take; 0 means the default.
type Timeouts struct {
	// Start is the longest time from the start of the process to its first answer. The default is
	// 10s.
	Start time.Duration `yaml:"start,omitempty"`
	// Reply is the longest time for an answer that requires no thinking. The default is 5s.
	Reply time.Duration `yaml:"reply,omitempty"`
	// Move is the longest time for a move of an agent without a time limit. It is added to a time limit
	// where no referee measures time, as in a game against a person. The default is 1m.
	Move time.Duration `yaml:"move,omitempty"`
	// Quit is the longest time from the request to exit to the end of the process. The default is
	// 2s.
	Quit time.Duration `yaml:"quit,omitempty"`
}

// Failures limits how many games a program may lose by failing before the run stops.
type Failures struct {
	// Row is the number of failed games in a row at which the run stops; 0 means no limit.
	// The default is 3.
	Row *int `yaml:"row,omitempty"`
	// Share is the share of failed games, in 200 games or more, above which the run stops;
	// 0 means no limit. The default is 0.02.
	Share *float64 `yaml:"share,omitempty"`
}

// Found describes the version of an external program that a run used: the path of its executable,
// the name and version that the program reports, and digests of its files.
type Found struct {
	Path    string      `yaml:"path"`
	Name    string      `yaml:"name,omitempty"`
	Version string      `yaml:"version,omitempty"`
	Files   []FoundFile `yaml:"files"`
}

// FoundFile is a file among the arguments of an external program's command, with the SHA-256 hash
// of its contents.
type FoundFile struct {
	Argument string `yaml:"argument"`
	SHA256   string `yaml:"sha256"`
}

// Command is an executable with its arguments.
type Command []string

// shellOnly contains the characters that have a special meaning in a shell. Commands run without
// a shell, so a command with one of them is probably a mistake.
const shellOnly = "|&;<>$`'\"\\*?~"

// UnmarshalNode decodes a list, or a text that is split at blanks.
func (c *Command) UnmarshalNode(n strict.Node) error {
	text, ok := n.Scalar()
	if !ok {
		n.Decode((*[]string)(c))
		return nil
	}
	if i := strings.IndexAny(text, shellOnly); i >= 0 {
		return fmt.Errorf("%q is special in a shell, but no shell runs the command; write it as a list: [%s]",
			text[i:i+1], strings.Join(strings.Fields(text), ", "))
	}
	*c = strings.Fields(text)
	return nil
}

// Texts is a list of named texts in the order in which the config contains them.
type Texts []NamedText

// NamedText is an entry of [Texts]: a text and its name.
type NamedText struct{ Name, Text string }

// UnmarshalNode decodes a mapping of names to texts.
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

// MarshalYAML returns a mapping of names to texts, in the order of the list.
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

// Declared is the list of weights that a config declares for an external program, in the order of
// the config.
type Declared []DeclaredWeight

// DeclaredWeight is a weight that a config declares for a program.
type DeclaredWeight struct {
	Name string `yaml:"-"`
	// Min is the smallest value. It is required for a number.
	Min *float64 `yaml:"min,omitempty"`
	// Max is the largest value. It is required for a number.
	Max *float64 `yaml:"max,omitempty"`
	// Default is the value that the program uses by itself: a number, or the text of a choice. It
	// is required.
	Default *engines.Value `yaml:"default"`
	// Kind limits the values: real, integer, fixed, log, choices, or boolean for the choices false
	// and true. The default is real, and choices for a weight with the key choices.
	Kind string `yaml:"kind,omitempty"`
	// Choices are the texts of a weight without an order. Such a weight has no min and max. The
	// default is a number.
	Choices []string `yaml:"choices,omitempty,flow"`
}

// Weight converts the declared weight to a weight of an engine. Its error is a [keys.KeyError]
// whose key begins with the weight's name.
func (d DeclaredWeight) Weight() (engines.Weight, error) {
	out := engines.Weight{Name: d.Name}
	texts, kind := d.Choices, d.Kind
	if kind == "boolean" {
		if texts != nil {
			return out, keys.Errorf(d.Name+".choices", "a boolean weight has the choices false and true; leave out one of the keys kind and choices")
		}
		texts, kind = engines.Switch, ""
	}
	if kind != "" {
		var err error
		if out.Kind, err = engines.ParseKind(kind); err != nil {
			return out, keys.Errorf(d.Name+".kind", "unknown kind of weight %q (have real, integer, log, fixed, choices, boolean)", kind)
		}
	}
	if texts != nil || out.Kind.Has(engines.Choices) {
		return d.withChoices(texts, out.Kind)
	}
	if d.Min == nil || d.Max == nil || d.Default == nil {
		return out, keys.Errorf(d.Name, "min, max and default are needed")
	}
	var err error
	out.Min, out.Max = *d.Min, *d.Max
	if out.Default, err = out.Number(*d.Default); err != nil {
		return out, keys.Errorf(d.Name+".default", "%w", errors.Unwrap(err))
	}
	return out, nil
}

// withChoices converts a declared weight whose values are texts to a weight of an engine. texts
// contains the allowed values, and kind the bits to add to the weight's Kind. withChoices returns a
// [keys.KeyError] if texts is empty, or if the declaration has a minimum or a maximum. It also
// returns one if the default is missing or not in texts.
func (d DeclaredWeight) withChoices(texts []string, kind engines.Kind) (engines.Weight, error) {
	out := engines.NewChoices(d.Name, "", texts, "")
	out.Kind |= kind
	switch {
	case len(texts) == 0:
		return out, keys.Errorf(d.Name+".choices", "a list of texts is needed")
	case d.Min != nil || d.Max != nil:
		return out, keys.Errorf(d.Name, "a weight with choices has no min and max")
	case d.Default == nil:
		return out, keys.Errorf(d.Name, "default is needed")
	}
	var err error
	if out.Default, err = out.Number(*d.Default); err != nil {
		return out, keys.Errorf(d.Name+".default", "%w", errors.Unwrap(err))
	}
	return out, nil
}

// UnmarshalNode decodes a mapping of names to weights.
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

// MarshalYAML returns a YAML mapping from the name of each weight to its declaration. It keeps the
// order of the weights in d.
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
