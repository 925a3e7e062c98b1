package engines

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
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
	Default  string
	Min, Max float64  // for Int, Float and Ints
	Choices  []string // for Choice

	// Player says that two players at one table may differ in this setting;
	// the others belong to the table.
	Player bool
}

// Check refuses a text that the setting cannot take, naming the setting.
func (s Setting) Check(text string) error {
	switch s.Kind {
	case Int:
		v, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("setting %s: %q is not a whole number", s.Name, text)
		}
		return s.within(float64(v), text)
	case Float:
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("setting %s: %q is not a number", s.Name, text)
		}
		return s.within(v, text)
	case Bool:
		if text != "true" && text != "false" {
			return fmt.Errorf("setting %s: %q is not true or false", s.Name, text)
		}
	case Choice:
		if !slices.Contains(s.Choices, text) {
			return fmt.Errorf("setting %s: %q is not one of %s", s.Name, text, strings.Join(s.Choices, ", "))
		}
	case Ints:
		for _, part := range splitInts(text) {
			v, err := strconv.Atoi(part)
			if err != nil {
				return fmt.Errorf("setting %s: %q is not a list of whole numbers", s.Name, text)
			}
			if err := s.within(float64(v), part); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s Setting) within(v float64, text string) error {
	if !(v >= s.Min && v <= s.Max) {
		return fmt.Errorf("setting %s: %s is not within [%v, %v]", s.Name, text, s.Min, s.Max)
	}
	return nil
}

// Resolve lays given over the defaults of known and returns a complete set. It
// refuses names that known lacks and texts that their setting cannot take.
func Resolve(known []Setting, given ...Settings) (Settings, error) {
	out := make(Settings, len(known))
	byName := make(map[string]Setting, len(known))
	for _, s := range known {
		out[s.Name] = s.Default
		byName[s.Name] = s
	}
	for _, layer := range given {
		for _, name := range sortedKeys(layer) {
			s, ok := byName[name]
			if !ok {
				return nil, fmt.Errorf("unknown setting %q (have %s)", name, settingNames(known))
			}
			if err := s.Check(layer[name]); err != nil {
				return nil, err
			}
			out[name] = layer[name]
		}
	}
	return out, nil
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

func settingNames(known []Setting) string {
	names := make([]string, len(known))
	for i, s := range known {
		names[i] = s.Name
	}
	return strings.Join(names, ", ")
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
