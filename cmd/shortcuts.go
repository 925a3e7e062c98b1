package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// shortcuts are the flags of a verb that stand for --set of a key, such as --budget for
// budget.games.
type shortcuts []shortcut

// shortcut is a flag with the key that it sets.
type shortcut struct {
	flag *pflag.Flag
	key  string
	list bool // the value of the key is a list
}

// add adds a flag that stands for --set of a key.
func (s *shortcuts) add(f *pflag.FlagSet, name, key string, value pflag.Value, usage string) {
	*s = append(*s, shortcut{flag: f.VarPF(value, name, "", usage), key: key})
}

// addList adds a flag that stands for --set of a key whose value is a list. The flag takes
// the elements without brackets.
func (s *shortcuts) addList(f *pflag.FlagSet, name, key string, value pflag.Value, usage string) {
	s.add(f, name, key, value, usage)
	(*s)[len(*s)-1].list = true
}

// over returns a list of overrides followed by those of the flags that were given. A flag and
// an override of the same key or of a section with the key are a usage error, unless the flag
// comes from the environment: then the override prevails.
func (s shortcuts) over(overrides []string) ([]string, error) {
	out := slices.Clone(overrides)
	for _, one := range s {
		if !one.flag.Changed {
			continue
		}
		typed := slices.IndexFunc(overrides, one.sets)
		switch value := one.flag.Value.String(); {
		case typed < 0 && one.list:
			out = append(out, one.key+"=["+value+"]")
		case typed < 0:
			out = append(out, one.key+"="+value)
		case !fromEnvironment(one.flag):
			return nil, usageErrorf("--%s %s and --set %s both set %s; use one of them", one.flag.Name, value, overrides[typed], one.key)
		}
	}
	return out, nil
}

// sets reports whether an override sets the key of the flag or a section with the key.
func (s shortcut) sets(override string) bool {
	path, _, _ := strings.Cut(override, "=")
	path = strings.TrimSpace(path)
	return path == s.key || strings.HasPrefix(s.key, path+".")
}

// textValue returns a flag value for any text. kind is its placeholder in help texts.
func textValue(kind string) pflag.Value {
	text := ""
	return newFlagValue(kind, func(typed string) error { text = typed; return nil }, func() string { return text })
}
