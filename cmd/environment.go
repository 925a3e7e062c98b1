package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagsFromEnvironment sets the flags that the user did not type from environment variables. If
// LANISTA_FLAG is set to a text that is not empty, that text becomes the value of --flag. Every flag
// has such a variable, --yes included, except --help and --version. flagsFromEnvironment ignores the
// variable of a flag that cannot be used with the typed flags and arguments, or that has no meaning
// without another flag.
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

// excludedMark is the key of a flag annotation that lists flags of the same command with which the
// annotated flag cannot be used. If the user types one of them, the environment variable of the
// annotated flag is ignored. Flags that exclude each other in every command are in the map excludedBy
// instead.
const excludedMark = "excluded by"

// neededMark is the key of a flag annotation that lists other flags, on which the annotated flag
// depends. The environment variable of the annotated flag is ignored unless the user gives one of
// the listed flags, on the command line or by its environment variable.
const neededMark = "needed for"

// anArgument replaces the name of a flag in the annotations excludedMark and neededMark. It means
// any argument of the command.
const anArgument = "ARGUMENT"

// annotate records that some flags depend on others, for [flagsFromEnvironment]. If mark is
// excludedMark, the flags in names cannot be used together with those in others. If it is
// neededMark, they have no meaning without one of those in others.
func annotate(flags *pflag.FlagSet, mark string, others []string, names ...string) {
	for _, name := range names {
		_ = flags.SetAnnotation(name, mark, others) // fails for an unknown flag only
	}
}

// excludedBy maps a flag to the flags with which it cannot be used, in every command.
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

// escapePositions puts a blank before every argument that looks like a game position, so that it is
// not parsed as a flag. That is an argument that begins with a hyphen and contains a blank, but no
// equals sign. Other positions that begin with a hyphen must follow "--". Arguments after "--" and
// values of flags do not change; takesValue reports whether an argument is a flag whose value is the
// next argument.
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

// takesValue reports whether an argument is a flag of a command whose value is the next argument.
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
