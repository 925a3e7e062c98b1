package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagsFromEnvironment sets flags that the user did not type to the values of environment
// variables. The variable of the flag --dry-run is LANISTA_DRY_RUN; an empty value does not count.
// Only --help and --version have no variable. A variable is ignored if its flag cannot be combined
// with what the user typed, or depends on another flag that is missing.
func flagsFromEnvironment(flags *pflag.FlagSet, env func(string) string) error {
	stored := flagTyped(flags, "resume") && flags.NArg() == 0 // the stored config counts
	typed := func(name string) bool { return name == anArgument && flags.NArg() > 0 || flagTyped(flags, name) }
	var usable func(f *pflag.Flag) bool // whether the variable of the flag is set and not ignored
	given := func(name string) bool {
		f := flags.Lookup(name)
		return typed(name) || f != nil && usable(f)
	}
	usable = func(f *pflag.Flag) bool {
		value, needed := env(variableOf(f.Name)), f.Annotations[neededMark]
		switch {
		case value == "", f.Name == "help", f.Name == "version", stored && isShortcut(f), f.Name == "set" && setByTypedFlag(flags, value),
			slices.ContainsFunc(excludedBy[f.Name], typed), slices.ContainsFunc(f.Annotations[excludedMark], typed):
			return false
		}
		return len(needed) == 0 || slices.ContainsFunc(needed, given)
	}
	var first error
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed || first != nil || !usable(f) {
			return
		}
		name := variableOf(f.Name)
		value := env(name)
		if err := flags.Set(f.Name, value); err != nil {
			first = usageErrorf("%s: %s", name, parseErrorText(err))
			return
		}
		_ = flags.SetAnnotation(f.Name, environmentMark, nil) // fails for an unknown flag only
	})
	return first
}

// variableOf returns the name of the environment variable of a flag, such as LANISTA_DRY_RUN for
// the flag dry-run.
func variableOf(flag string) string {
	return "LANISTA_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// refuseEmptyFlags returns a usage error for a typed flag with an empty text, as in --resume "$RUN"
// without a value of RUN. The flag would otherwise be ignored, and --resume would begin a new run.
func refuseEmptyFlags(flags *pflag.FlagSet) error {
	var first error
	flags.Visit(func(f *pflag.Flag) {
		if first == nil && f.Value.Type() == "string" && f.Value.String() == "" {
			first = usageErrorf("--%s: the value is empty", f.Name)
		}
	})
	return first
}

// excludedMark is the key of a flag annotation: a list of flags that cannot be combined with the
// annotated flag. If the user types one of them, the environment variable of the annotated flag is
// ignored. The map excludedBy contains the exclusions that hold in every command.
const excludedMark = "excluded by"

// neededMark is the key of a flag annotation: a list of flags, at least one of which the annotated
// flag requires. If none of them is given, on the command line or by its environment variable, the
// environment variable of the annotated flag is ignored.
const neededMark = "needed for"

// anArgument stands for any argument of the command in the annotations excludedMark and neededMark,
// which otherwise contain names of flags.
const anArgument = "ARGUMENT"

// annotate records for [flagsFromEnvironment] how the flags in names depend on the flags in others.
// If mark is excludedMark, the flags in names cannot be combined with those in others. If mark is
// neededMark, each flag in names requires at least one of those in others.
func annotate(flags *pflag.FlagSet, mark string, others []string, names ...string) {
	for _, name := range names {
		_ = flags.SetAnnotation(name, mark, others) // fails for an unknown flag only
	}
}

// excludedBy maps a flag to the flags with which it cannot be combined, in every command.
var excludedBy = map[string][]string{
	"name": {"resume"}, "seed": {"seeds"}, "seeds": {"seed"},
	"rounds": {"games"}, "games": {"rounds"}, "level": {"agent"}, "agent": {"level"}, "round": {"candidate"}, "candidate": {"round"},
	"tc": {"st", "depth", "nodes"}, "st": {"tc", "depth", "nodes"}, "depth": {"tc", "st", "nodes"}, "nodes": {"tc", "st", "depth"},
	"once": {"drain"}, "drain": {"once"}, "lengths": {"failures", "replay"}, "failures": {"lengths"}, "replay": {"lengths"},
	"tls-cert": {"nats"}, "tls-key": {"nats"}, "insecure": {"nats"}, "creds": {"listen", "local-workers"},
}

// environmentMark is the annotation that marks a flag whose value comes from an environment
// variable.
const environmentMark = "from the environment"

func fromEnvironment(f *pflag.Flag) bool {
	_, ok := f.Annotations[environmentMark]
	return ok
}

// flagTyped reports whether the user typed a flag. It returns false for a flag whose value comes from an
// environment variable, and for a flag that the command does not have.
func flagTyped(flags *pflag.FlagSet, name string) bool {
	f := flags.Lookup(name)
	return f != nil && f.Changed && !fromEnvironment(f)
}

// escapePositions puts a blank before every argument that looks like a game position, so that the
// parser does not treat it as a flag. Such an argument begins with a hyphen and contains a blank,
// but no equals sign. Arguments after "--" and values of flags do not change. takesValue reports
// whether the argument after arg is the value of the flag arg.
func escapePositions(args []string, takesValue func(arg string) bool) []string {
	out := slices.Clone(args)
	for i := 0; i < len(out) && out[i] != "--"; i++ {
		switch arg := out[i]; {
		case takesValue(arg):
			i++
		case strings.HasPrefix(arg, "-") && strings.Contains(arg, " ") && !strings.Contains(arg, "="):
			out[i] = " " + arg
		}
	}
	return out
}

// takesValue reports whether arg is a flag of a command whose value is the next argument, as in
// --db FILE.
func takesValue(c *cobra.Command, arg string) bool {
	var f *pflag.Flag
	if name, long := strings.CutPrefix(arg, "--"); long {
		f = c.Flag(name)
	} else if name, ok := strings.CutPrefix(arg, "-"); ok && len(name) == 1 {
		f = c.Flags().ShorthandLookup(name)
	}
	return f != nil && f.NoOptDefVal == ""
}

// isTyped reports whether a flag is among the arguments, even if these cannot be parsed. It does
// not count arguments after "--".
func isTyped(args []string, flag string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, flag)
}
