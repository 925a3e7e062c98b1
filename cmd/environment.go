package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// flagsFromEnvironment sets every flag that was not typed to the value of the environment
// variable LANISTA_FLAG, if that is not empty.
func flagsFromEnvironment(flags *pflag.FlagSet, env func(string) string) error {
	var first error
	flags.VisitAll(func(f *pflag.Flag) {
		name := "LANISTA_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value := env(name)
		if f.Changed || value == "" || f.Name == "help" || first != nil {
			return
		}
		if err := flags.Set(f.Name, value); err != nil {
			first = usageErrorf("%s: %w", name, err)
			return
		}
		_ = flags.SetAnnotation(f.Name, environmentMark, nil) // fails for an unknown flag only
	})
	return first
}

// environmentMark is the annotation of a flag whose value comes from the environment.
const environmentMark = "from the environment"

// fromEnvironment reports whether the value of a flag comes from the environment.
func fromEnvironment(f *pflag.Flag) bool {
	_, ok := f.Annotations[environmentMark]
	return ok
}

// escapePositions puts a blank before every argument that begins with a hyphen and contains
// a blank but no equals sign, so that it is not parsed as a flag. Such an argument is the
// position of a game. A position that looks like a flag must be typed after a lone --.
func escapePositions(args []string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		if strings.HasPrefix(arg, "-") && strings.Contains(arg, " ") && !strings.Contains(arg, "=") {
			out[i] = " " + arg
		}
	}
	return out
}

// isTyped reports whether a flag is among the arguments, even if an argument before it is
// invalid. Nothing after a lone -- is a flag.
func isTyped(args []string, flag string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, flag)
}
