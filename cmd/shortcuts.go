package cmd

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lanista/lanista/configs/strict"
)

// shortcuts lists flags that are short forms of --set with a config key. For example, --budget 5000
// has the effect of --set budget.games=5000.
type shortcuts []shortcut

// shortcut is a flag with the config key that it sets.
type shortcut struct {
	flag *pflag.Flag
	key  string
	list bool // the value of the key is a list
	text bool // the value of the key is a text, whatever it looks like in YAML
}

// shortcutMark is the annotation that marks a flag as one of the [shortcuts]. It contains the config
// key.
const shortcutMark = "sets a config key"

func isShortcut(f *pflag.Flag) bool {
	_, ok := f.Annotations[shortcutMark]
	return ok
}

// add adds a shortcut: a flag with the given name that sets the given config key.
func (s *shortcuts) add(f *pflag.FlagSet, name, key string, value pflag.Value, usage string) {
	*s = append(*s, shortcut{flag: f.VarPF(value, name, "", usage), key: key})
	annotate(f, shortcutMark, []string{key}, name)
}

// addList adds a shortcut flag that sets a config key to a list. The user types the list without
// brackets.
func (s *shortcuts) addList(f *pflag.FlagSet, name, key string, value pflag.Value, usage string) {
	s.add(f, name, key, value, usage)
	(*s)[len(*s)-1].list = true
}

// addText adds a shortcut flag that sets a config key to a text, such as the name of a file.
func (s *shortcuts) addText(f *pflag.FlagSet, name, key string, value pflag.Value, usage string) {
	s.add(f, name, key, value, usage)
	(*s)[len(*s)-1].text = true
}

// over returns overrides, the values of --set, with an override added for each shortcut flag. For
// example, --budget 5000 adds budget.games=5000. If overrides already sets the key of a typed flag,
// or a section that contains the key, over returns a usage error. A flag whose value comes from an
// environment variable is ignored in this case.
func (s shortcuts) over(overrides []string) ([]string, error) {
	out := slices.Clone(overrides)
	for _, one := range s {
		if !one.flag.Changed {
			continue
		}
		typed := slices.IndexFunc(overrides, one.sets)
		switch value := one.flag.Value.String(); {
		case typed < 0:
			out = append(out, one.override())
		case !fromEnvironment(one.flag):
			return nil, usageErrorf("--%s %s and --set %s both set %s; use one of them", one.flag.Name, value, overrides[typed], one.key)
		}
	}
	return out, nil
}

// override returns the --set override that has the effect of the flag, such as budget.games=5000
// for --budget 5000.
func (s shortcut) override() string {
	switch value := s.flag.Value.String(); {
	case s.list:
		return s.key + "=[" + value + "]"
	case s.text:
		quoted, _ := json.Marshal(value) // JSON is also YAML; a string has no error
		return s.key + "=" + string(quoted)
	default:
		return s.key + "=" + value
	}
}

// inError returns err with a text that names the flags which the user typed. A shortcut flag such
// as --budget is treated as an override of --set, so an error may mention the override
// budget.games=5000. inError replaces it by --budget 5000. It returns nil if err is nil.
func (s shortcuts) inError(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	for _, one := range s {
		if one.flag.Changed {
			typed := "--" + one.flag.Name + " " + one.flag.Value.String() + ":"
			text = strings.ReplaceAll(text, "--set "+one.override()+":", typed)
			text = strings.ReplaceAll(text, strict.OverrideSource("--set", one.override())+":", typed)
		}
	}
	return typedError{err, text}
}

// typedError is an error whose text names the flags that the user typed, such as --budget, in place
// of overrides of --set. The wrapped error keeps its text.
type typedError struct {
	error
	text string
}

func (e typedError) Error() string { return e.text }

// Unwrap returns the wrapped error, which has its original text.
func (e typedError) Unwrap() error { return e.error }

// sets reports whether a --set override sets the config key of the flag or a section that
// contains it.
func (s shortcut) sets(override string) bool { return setsKey(override, s.key) }

// setsKey reports whether a --set override sets a config key or a section that contains it.
func setsKey(override, key string) bool {
	path, _, _ := strings.Cut(override, "=")
	path = strings.TrimSpace(path)
	return path == key || strings.HasPrefix(key, path+".")
}

// setByTypedFlag reports whether the user typed a flag that sets the same config key as a --set
// override. For example, --budget 5000 sets the same key as --set budget.games=100.
func setByTypedFlag(flags *pflag.FlagSet, override string) bool {
	found := false
	flags.VisitAll(func(f *pflag.Flag) {
		found = found || isShortcut(f) && flagTyped(flags, f.Name) && setsKey(override, f.Annotations[shortcutMark][0])
	})
	return found
}

// textValue returns a flag value that accepts any text. kind is the placeholder in help texts.
func textValue(kind string) pflag.Value {
	text := ""
	return newFlagValue(kind, func(typed string) error { text = typed; return nil }, func() string { return text })
}
