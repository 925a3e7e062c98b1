package engines

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Settings holds settings by name, each as text: "3", "true", "0,0,8,8,4".
type Settings map[string]string

// SettingKind says how a setting's text is read.
type SettingKind int

// The kinds of setting.
const (
	Text   SettingKind = iota // any text
	Int                       // a whole number in [Min, Max]
	Bool                      // true or false
	Float                     // a number in [Min, Max]
	Choice                    // one of Choices
	Ints                      // whole numbers in [Min, Max], separated by commas
)

// Setting describes one thing about a game or its players that is set, not
// tuned.
type Setting struct {
	Name     string
	Doc      string
	Kind     SettingKind
	Default  string   // what it is where nobody sets it; it may depend on other settings, not on its own
	Min, Max float64  // for Int, Float and Ints
	Choices  []string // for Choice; of a Text, names that mean something of their own

	// File says that a Text may be given as the name of a file that holds it.
	// Whoever keeps settings keeps the contents in place of the name, as
	// InlineFiles does: what a file says may change.
	File bool

	// Player says that two players at one table may differ in this setting;
	// the others belong to the table.
	Player bool
}

// Check refuses a text that the setting cannot take, with a [keys.KeyError] of
// the setting's name.
func (s Setting) Check(text string) error {
	switch s.Kind {
	case Int:
		v, err := strconv.Atoi(text)
		if err != nil {
			return keys.Errorf(s.Name, "%q is not a whole number", text)
		}
		return s.within(float64(v))
	case Float:
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return keys.Errorf(s.Name, "%q is not a number", text)
		}
		return s.within(v)
	case Bool:
		if text != "true" && text != "false" {
			return keys.Errorf(s.Name, "%q is not true or false", text)
		}
	case Choice:
		return keys.OneOf(s.Name, "", text, s.Choices...)
	case Ints:
		for _, part := range splitInts(text) {
			v, err := strconv.Atoi(part)
			if err != nil {
				return keys.Errorf(s.Name, "%q is not a list of whole numbers", text)
			}
			if err := s.within(float64(v)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s Setting) within(v float64) error { return keys.Within(s.Min, s.Max).Check(s.Name, v) }

// Resolve lays given over the defaults of known and returns a complete set. It
// refuses names that known lacks and texts that their setting cannot take, all of
// them, each with a [keys.KeyError] of the setting's name.
func Resolve(known []Setting, given ...Settings) (Settings, error) {
	out := make(Settings, len(known))
	byName := make(map[string]Setting, len(known))
	for _, s := range known {
		out[s.Name] = s.Default
		byName[s.Name] = s
	}
	var mistakes []error
	for _, layer := range given {
		for _, name := range sortedKeys(layer) {
			s, ok := byName[name]
			if !ok {
				mistakes = append(mistakes, keys.Errorf(name, "unknown setting (%s)", keys.Suggest(settingNames(known), name)))
			} else if err := s.Check(layer[name]); err != nil {
				mistakes = append(mistakes, err)
			}
			out[name] = layer[name]
		}
	}
	if mistakes != nil {
		return nil, errors.Join(mistakes...)
	}
	return out, nil
}

// NamesFile reports whether a value of the setting is the name of a file, not
// what would stand in it; see InlineFiles.
func (s Setting) NamesFile(value string) bool {
	return s.File && value != "" && !slices.Contains(s.Choices, value) &&
		!strings.HasPrefix(value, "{") && !strings.ContainsAny(value, "\n\r")
}

// Int returns a setting that Resolve has found to be an Int.
func (s Settings) Int(name string) int {
	v, err := strconv.Atoi(s[name])
	must(name, err)
	return v
}

// Float returns a setting that Resolve has found to be a Float.
func (s Settings) Float(name string) float64 {
	v, err := strconv.ParseFloat(s[name], 64)
	must(name, err)
	return v
}

// Bool returns a setting that Resolve has found to be a Bool.
func (s Settings) Bool(name string) bool { return s[name] == "true" }

// Ints returns a setting that Resolve has found to be Ints; nil when empty.
func (s Settings) Ints(name string) []int {
	var out []int
	for _, part := range splitInts(s[name]) {
		v, err := strconv.Atoi(part)
		must(name, err)
		out = append(out, v)
	}
	return out
}

func splitInts(text string) []string {
	text = strings.Trim(strings.TrimSpace(text), "[]")
	if text == "" {
		return nil
	}
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// must guards against reading a setting that Resolve has not seen: a mistake in
// the program, not in its input.
func must(name string, err error) {
	if err != nil {
		panic(fmt.Sprintf("engines: setting %s read without Resolve: %v", name, err))
	}
}

func settingNames(known []Setting) []string {
	names := make([]string, len(known))
	for i, s := range known {
		names[i] = s.Name
	}
	return names
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
