package cmd

import "github.com/spf13/pflag"

// programOptions are about the programs that a config names.
type programOptions struct {
	trace   string
	changed bool
}

// programFlags adds the flags about programs.
func programFlags(flags *pflag.FlagSet, o *programOptions) {
	flags.StringVar(&o.trace, "trace", "", "a folder for a file per process of a program, with every line that goes in or out")
	flags.BoolVar(&o.changed, "changed-programs", false, "resume even if the programs have changed since the run began")
}
