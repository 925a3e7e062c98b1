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

// Settings contains values of settings by name, as text: "3", "true", "0,0,8,8,4".
type Settings map[string]string

// SettingKind is the type of the values of a setting.
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

// Setting describes a parameter of a game or its players that is set by the user and not
// tuned.
type Setting struct {
	Name     string // as in a config and on the command line
	Doc      string // a description for the user
	Kind     SettingKind
	Default  string   // may depend on other settings of the engine, not on this one
	Min, Max float64  // the range of an Int, a Float and the numbers of Ints
	Choices  []string // the values of a Choice; for a Text, values with a special meaning

	// File reports that a Text may be given as the name of a file with the text. Stored
	// settings have the contents of the file in place of its name; see package files.
	File bool

	// Player reports that players of one game may have different values of the setting.
	// Other settings belong to the game.
	Player bool
}

// Check returns a [keys.KeyError] of the setting's name if text is not a value of the setting,
// otherwise nil.
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

// within returns an error if v is not in [Min, Max].
func (s Setting) within(v float64) error { return keys.Within(s.Min, s.Max).Check(s.Name, v) }

// Resolve returns a value for every setting of known: the value in the last of the given
// settings that has one, otherwise the default. The error joins a [keys.KeyError] for every
// name that known does not have and every text that is not a value of its setting.
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

// NamesFile reports whether a value of the setting is the name of a file and not the contents.
// A value is the contents if it is empty, is one of the Choices, has several lines, or begins
// with a brace, as JSON does. NamesFile returns false if File is false.
func (s Setting) NamesFile(value string) bool {
	return s.File && value != "" && !slices.Contains(s.Choices, value) &&
		!strings.HasPrefix(value, "{") && !strings.ContainsAny(value, "\n\r")
}

// Int returns the value of an Int. Like Float and Ints, it panics if the text is not a value
// of the kind; [Resolve] checks the texts.
func (s Settings) Int(name string) int {
	v, err := strconv.Atoi(s[name])
	must(name, err)
	return v
}

// Float returns the value of a Float.
func (s Settings) Float(name string) float64 {
	v, err := strconv.ParseFloat(s[name], 64)
	must(name, err)
	return v
}

// Bool returns the value of a Bool. A missing setting is false.
func (s Settings) Bool(name string) bool { return s[name] == "true" }

// Ints returns the values of an Ints setting, or nil if it is empty.
func (s Settings) Ints(name string) []int {
	var out []int
	for _, part := range splitInts(s[name]) {
		v, err := strconv.Atoi(part)
		must(name, err)
		out = append(out, v)
	}
	return out
}

// splitInts splits a list of numbers at its commas. Brackets around the list are ignored.
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

// must panics if the text of a setting is not a value of its kind. That is a mistake of the
// program, because Resolve checks the input.
func must(name string, err error) {
	if err != nil {
		panic(fmt.Sprintf("engines: setting %s read without Resolve: %v", name, err))
	}
}

// settingNames returns the names of settings, in order.
func settingNames(known []Setting) []string {
	names := make([]string, len(known))
	for i, s := range known {
		names[i] = s.Name
	}
	return names
}

// sortedKeys returns the keys of a map in ascending order.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
