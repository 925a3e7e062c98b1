package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
)

// app is the state that all commands of the command-line program share: the streams, the games and
// the global flags. Each subcommand has its own file. The file defines the method of app that
// executes the subcommand.
type app struct {
	in      io.Reader
	out     *term.Screen
	err     *term.Screen
	env     func(string) string
	name    string // name of the program as typed
	catalog runs.Catalog

	json       bool   // --json is set
	typedJSON  bool   // --json is among the arguments, perhaps after an invalid one
	noProgress bool   // --no-progress is set
	runFile    string // file for the id of the run; "" for none
}

// reportError prints err and returns the exit code of the process. It prints nothing and returns 0
// if err is nil or reports a closed pipe. A pipe is closed if the reader of standard output, such
// as head, has ended.
func (a *app) reportError(err error) int {
	switch {
	case err == nil, isClosedPipe(err) && isClosedPipe(a.out.Err()):
		return exitDone
	case errors.Is(err, context.Canceled):
		err = withExitCode(exitInterrupted, errors.New("interrupted"))
	}
	var none *runs.NoStoreError
	var asked *runs.MistakeError
	if errors.As(err, &none) && !errors.As(err, &asked) { // a mistake names the file and the line that need the store
		err = usageErrorf("%w; '%s evolve CONFIG' makes one, and --db names another", none, a.name)
	}
	var coded *exitError
	code := exitCode(err)
	if errors.As(err, &asked) || !errors.As(err, &coded) && isWrongName(err) {
		code = exitUsage
	}
	text := withoutOperation(err.Error(), err)
	if errors.Is(err, results.ErrUnknownRun) && !errors.Is(err, results.ErrNoRuns) && asked == nil {
		text += fmt.Sprintf("; '%s runs' lists the runs of a store", a.name)
	}
	fmt.Fprintln(a.err, a.err.Coloured(term.Red, a.name+":")+strings.TrimPrefix(a.message(text), a.name+":"))
	a.failJSON(err)
	return code
}

// withoutOperation returns text, which contains the text of err, without the name of the system
// call that could not open a file. For example, "open x: no such file or directory" becomes "x: no
// such file or directory".
func withoutOperation(text string, err error) string {
	if failed, ok := errors.AsType[*fs.PathError](err); ok && slices.Contains([]string{"open", "stat", "lstat"}, failed.Op) {
		return strings.ReplaceAll(text, failed.Error(), failed.Path+": "+failed.Err.Error())
	}
	return text
}

// failJSON prints an error as a JSON document if the user typed --json and no other output has been
// printed.
func (a *app) failJSON(err error) {
	if !a.json && !a.typedJSON || a.out.Used() {
		return
	}
	_ = a.writeJSON(newErrorDocument(err)) // the exit code reports the failure anyway
}

// newRoot returns the root command with all subcommands and help topics.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   a.name,
		Short: "Tune the weights of game-playing agents",
		Long: `Lanista plays agents against each other to find better weights for them, and
measures with fresh games whether these beat the start weights.

  lanista evolve risk          tune weights for Risk
  lanista runs                 list what was tuned
  lanista export last          write the best weights`,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          showHelp,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			relaxGC(cmd)
			if err := refuseEmptyFlags(cmd.Flags()); err != nil {
				return err
			}
			return flagsFromEnvironment(cmd.Flags(), a.env)
		},
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp(root))
	fitHelp(root, a.out)
	root.Version = versionLine(a.name, runs.BuildInfo())
	root.SetVersionTemplate("{{.Version}}\n")
	root.PersistentFlags().BoolVar(&a.noProgress, "no-progress", false, "hide the progress bar")
	root.AddCommand(verbs(a)...)
	root.AddCommand(a.helpTopics()...)
	root.InitDefaultCompletionCmd("completion")
	rewordHelp(root, a.name, a.catalog.MissingNames())
	checkArguments(root)
	return root
}

// relaxedGCPercent is the value of GOGC for all commands except serve. These commands allocate much
// memory but keep little of it, so the default of 100 would collect garbage too often; see
// docs/lab/speed.md.
const relaxedGCPercent = 200

// relaxGC makes garbage collections of this process less frequent, unless the environment variable
// GOGC is set. It does nothing for the command serve: the server is idle most of the time, and its
// memory remains in use for days.
func relaxGC(c *cobra.Command) {
	if os.Getenv("GOGC") == "" && c.Name() != "serve" {
		debug.SetGCPercent(relaxedGCPercent)
	}
}

// completer returns an object that completes flags and arguments of this program in a shell.
func (a *app) completer() completer { return completer{a.catalog, a.env} }

func (a *app) jsonFlag(c *cobra.Command) {
	c.Flags().BoolVar(&a.json, "json", false, "print one JSON document to standard output")
}

// runFileFlag adds the hidden flag --run-file to a command that starts a run. The command writes
// the ID of the run to that file, from which the web server reads it.
func (a *app) runFileFlag(c *cobra.Command) {
	c.Flags().Var(newFlagValue("string", func(file string) error {
		a.runFile = file
		if file == "-" {
			return errors.New("standard output has the output of the verb; name a file, or /dev/stdout to mix both")
		}
		return nil
	}, func() string { return a.runFile }), "run-file", "write the id of the run to this file when the run begins")
	_ = c.Flags().MarkHidden("run-file") // fails for an unknown flag only
}

func (a *app) writeRunFile(id string) {
	if a.runFile == "" {
		return
	}
	if err := files.Write(a.runFile, []byte(id)); err != nil {
		a.warn("--run-file: %v", err)
	}
}

// writeJSON writes v as JSON to standard output. Commands call it for their result if the user
// typed --json.
func (a *app) writeJSON(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// say prints a message to standard error, after the program's name. The text of a warning must
// already begin with "warning: ".
func (a *app) say(text string) { fmt.Fprintln(a.err, a.message(text)) }

// warn prints a formatted message to standard error, after "warning: ".
func (a *app) warn(format string, args ...any) { a.say("warning: " + fmt.Sprintf(format, args...)) }

// message returns text after the name of the program, wrapped to the width of standard error. If a
// line is too long and ends with a command of this program, the command gets a line of its own.
// That line is not wrapped, so that the user can copy it.
func (a *app) message(text string) string {
	width := a.err.Width()
	lines := strings.Split(a.name+": "+term.Readable(text), "\n")
	for i, line := range lines {
		before, command, found := strings.Cut(line, ": "+a.name+" ")
		if found && width > 0 && utf8.RuneCountInString(line) > width {
			lines[i] = term.Fitted(before+":", width) + "\n  " + a.name + " " + command
		} else {
			lines[i] = term.Fitted(line, width)
		}
	}
	return strings.Join(lines, "\n")
}
