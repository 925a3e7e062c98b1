package engines

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Settings maps the names of settings to their values as text, such as "3", "true" or
// "0,0,8,8,4".
type Settings map[string]string

// SettingKind is the type of the values of a setting, such as [Int].
type SettingKind int

// These are the kinds of settings: the types of their values.
const (
	Text   SettingKind = iota // any text
	Int                       // a whole number in [Min, Max]
	Bool                      // true or false
	Float                     // a number in [Min, Max]
	Choice                    // one of Choices
	Ints                      // whole numbers in [Min, Max], separated by commas
)

var settingKindNames = [...]string{"text", "int", "bool", "float", "choice", "ints"}

// String returns the name of the kind in documents and protocols, such as "int".
func (k SettingKind) String() string { return named(settingKindNames[:], int(k), "kind") }

// ParseSettingKind parses the name of a kind of settings. For an unknown name, the error lists all
// names or suggests one.
func ParseSettingKind(name string) (SettingKind, error) {
	i, err := fromName(settingKindNames[:], name, "kind")
	return SettingKind(i), err
}

// Setting describes a parameter of a game or its players that users choose and that is not tuned,
// such as a search depth.
type Setting struct {
	Name     string // as in a config and on the command line
	Doc      string // a description for the user
	Kind     SettingKind
	Default  string   // may depend on other settings of the engine, not on this one
	Min, Max float64  // the range of an Int, a Float and the numbers of Ints
	Choices  []string // the values of a Choice; for a Text, values with a special meaning

	// File states that the value of a Text setting may be the name of a file that contains the
	// text. Stored settings have the contents of the file instead of its name; see package files.
	File bool

	// Player states that each player of a game may have a different value of the setting. If it
	// is false, the value applies to the whole game. Package session changes the whole numbers
	// named depth and exact of a player for a search that a person starts.
	Player bool
}

// Check returns nil if text is a valid value of the setting, otherwise a [keys.KeyError] with the
// setting's name.
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

// Resolve combines settings. It returns a value for every setting in known: the value in the last
// of the given maps that contains one, otherwise the default. The error joins a [keys.KeyError] for
// every name that is not in known and every text that is not a valid value.
func Resolve(known []Setting, given ...Settings) (Settings, error) {
	out := make(Settings, len(known))
	byName := make(map[string]Setting, len(known))
	for _, s := range known {
		out[s.Name] = s.Default
		byName[s.Name] = s
	}
	var mistakes []error
	for _, layer := range given {
		for _, name := range slices.Sorted(maps.Keys(layer)) {
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

// Merge returns a new map with all settings of s and over. A setting that is in both has its value
// from over.
func (s Settings) Merge(over Settings) Settings {
	out := make(Settings, len(s)+len(over))
	maps.Copy(out, s)
	maps.Copy(out, over)
	return out
}

// NamesFile reports whether a value of the setting is the name of a file. It returns false if
// s.File is false. It also returns false for texts that replace a file: an empty text, one of the
// Choices, several lines, and JSON, which begins with a brace.
func (s Setting) NamesFile(value string) bool {
	return s.File && value != "" && !slices.Contains(s.Choices, value) &&
		!strings.HasPrefix(value, "{") && !strings.ContainsAny(value, "\n\r")
}

// Int returns the value of a setting of kind Int. Like Float and Ints, it panics if the text is not
// a valid value. The settings that [Resolve] returns contain only valid values.
func (s Settings) Int(name string) int {
	v, err := strconv.Atoi(s[name])
	must(name, err)
	return v
}

// Float returns the value of a setting of kind Float. It panics if the text is not a number.
func (s Settings) Float(name string) float64 {
	v, err := strconv.ParseFloat(s[name], 64)
	must(name, err)
	return v
}

// Bool returns the value of a setting of kind Bool. It is false if the setting is missing.
func (s Settings) Bool(name string) bool { return s[name] == "true" }

// Ints returns the numbers in a setting of kind Ints, or nil if it is empty. It panics if the text
// is not a list of whole numbers.
func (s Settings) Ints(name string) []int {
	var out []int
	for _, part := range splitInts(s[name]) {
		v, err := strconv.Atoi(part)
		must(name, err)
		out = append(out, v)
	}
	return out
}

// splitInts splits a list of numbers at the commas. It ignores brackets around the list.
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

// must panics if err is not nil. The panic reports a bug: Resolve has not checked the settings.
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
