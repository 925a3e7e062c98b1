package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// Environment sets every flag that was not typed and whose variable LANISTA_NAME is set.
func Environment(flags *pflag.FlagSet, env func(string) string) error {
	var first error
	flags.VisitAll(func(f *pflag.Flag) {
		name := "LANISTA_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value := env(name)
		if f.Changed || value == "" || f.Name == "help" || first != nil {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			first = Usagef("%s: %w", name, err)
		}
	})
	return first
}

// Shield puts a blank before arguments that begin with a hyphen and have a blank
// in them, but no equals sign: no flag looks so, and positions of games do. A
// position that could be a flag is written after a lone --.
func Shield(args []string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		if strings.HasPrefix(arg, "-") && strings.Contains(arg, " ") && !strings.Contains(arg, "=") {
			out[i] = " " + arg
		}
	}
	return out
}

// Typed reports whether a flag stands among arguments, also where one before it is a
// mistake. After a lone -- nothing is a flag.
func Typed(args []string, flag string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, flag)
}
