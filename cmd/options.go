package cmd

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// runOptions are the flags that the commands "evolve", "fit" and "tournament" have in common.
type runOptions struct {
	options runs.Options
	dryRun  bool
	remote  remoteOptions
	typed   typedCommand
}

// flags adds the flags that the commands "evolve", "fit" and "tournament" have in common to c. It
// also adds the flag --seed to short, the list of flags that set a config key.
func (o *runOptions) flags(a *app, c *cobra.Command, short *shortcuts) {
	f := c.Flags()
	short.add(f, "seed", "seed", seedValue(new(*uint64)), "seed of the run; a result is a function of config and seed")
	f.StringVar(&o.options.Resume, "resume", "", "resume a stored `RUN`: its id, the beginning or end of it, its name, or last (the newest of all runs)")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the plan and how large a difference it can show, then exit")
	f.BoolVar(&o.options.Force, "force", false, "play even if all deals of the game are equal or a deterministic program does not repeat its games")
	a.storedFlags(c, &o.options)
}

// gameFlags adds the flags of commands that play games: for a file of the games, for external
// programs and for workers.
func (o *runOptions) gameFlags(f *pflag.FlagSet) {
	f.StringVar(&o.options.GamesFile, "games-file", "", "write every game to `FILE`: one JSON object per line, or PGN if its name ends in .pgn (chess)")
	f.StringVar(&o.options.Trace, "trace", "", "write all input and output of programs to this `FOLDER`, one file per process")
	f.BoolVar(&o.options.ChangedPrograms, "changed-programs", false, "resume even if the programs have changed since the run began")
	f.BoolVar(&o.options.BindPrograms, "affinity", false, "bind the programs of each game that is played at once to a processor core of its own (Linux)")
	remoteFlags(f, &o.remote, &o.options.Workers)
}

func (a *app) storedFlags(c *cobra.Command, o *runs.Options) {
	storeFlag(c.Flags(), &o.Store)
	c.Flags().Var(newFlagValue("TEXT", func(text string) error {
		o.Name = text
		return results.CheckName(text)
	}, func() string { return o.Name }), "name", "a name for the run")
	setFlag(c.Flags(), &o.Set)
	a.jsonFlag(c)
	a.runFileFlag(c)
}

// complete sets the options that follow from the command line, and checks them. The config is the
// first of args, and the flags in short that were typed become overrides of it. f contains the
// flags of the command. complete returns a usage error with the text missing if neither CONFIG nor
// --resume is given.
func (o *runOptions) complete(f *pflag.FlagSet, args []string, short shortcuts, missing string) (err error) {
	o.typed = newTypedCommand(args, f) // of evolve, fit and tournament, whose config flags are all shortcuts
	if len(args) == 1 {
		o.options.Source = args[0]
	}
	switch {
	case o.options.Source == "" && o.options.Resume == "":
		return usageErrorf("%s", missing)
	case o.options.Resume != "" && o.options.Name != "":
		return usageErrorf("--name cannot be used with --resume: a resumed run keeps its name; use 'runs rename' to change it")
	}
	o.options.Set, err = short.over(o.options.Set)
	return err
}

// configMissing returns the error text for a missing argument CONFIG.
func (a *app) configMissing() string {
	return "a CONFIG is needed: a preset's name or a YAML file\nSee '" + a.name + " presets'"
}

// runWithWorkers calls work while a progress bar counts in the given unit, such as "games". It
// first starts the workers that remote requests, and stops them at the end.
func (a *app) runWithWorkers(ctx context.Context, unit string, o *runs.Options, remote remoteOptions, work func(*term.Progress) error) error {
	p := a.progress(unit)
	defer p.Finish()
	o.Events = a.events(p)
	server, err := a.startRemote(ctx, remote, p)
	if err != nil {
		return err
	}
	defer server.close()
	o.NewExecutor = server.newExecutor()
	return work(p)
}

// runStored calls work, which plays a stored run, and displays a progress bar. If the run is
// interrupted, the returned error contains the command that resumes it.
func (a *app) runStored(ctx context.Context, verb, unit string, o *runOptions, work func(*term.Progress) error) error {
	return a.runWithWorkers(ctx, unit, &o.options, o.remote, func(p *term.Progress) error {
		return a.resumable(work(p), p, verb, o.options.Store, o.typed)
	})
}

// typedCommand contains the words of a command line that the command for resuming its run repeats.
// Each is an argument or a flag with its value, quoted for a shell.
type typedCommand struct {
	config []string // arguments and flags that determine the config of the run
	play   []string // other flags, such as the file of games
	seeds  bool     // a run was started for each seed of a range
}

// startFlags lists the flags that are left out of the command for resuming a run. They concern only
// the process that started the run, such as --json, or cannot be combined with --resume, such as
// --seeds.
var startFlags = []string{"resume", "name", "seeds", "db", "json", "run-file", "no-progress", "dry-run", "trace"}

// newTypedCommand returns the words of a typed command line that the command for resuming the run
// may need. Flags that came from the environment and flags in startFlags are left out. The field
// config receives args and the flags that determine the config: --set, its shortcuts such as
// --budget, and those in configFlags. The field play receives the other flags.
func newTypedCommand(args []string, f *pflag.FlagSet, configFlags ...string) typedCommand {
	var t typedCommand
	for _, arg := range args {
		t.config = append(t.config, runs.ShellWord(arg))
	}
	f.VisitAll(func(flag *pflag.Flag) {
		inConfig := flag.Name == "set" || isShortcut(flag) || slices.Contains(configFlags, flag.Name)
		if flag.Changed && flag.Name == "seeds" && !inConfig {
			t.seeds = true
		}
		switch {
		case !flag.Changed || fromEnvironment(flag):
		case inConfig:
			t.config = append(t.config, typedFlag(flag)...)
		case !slices.Contains(startFlags, flag.Name):
			t.play = append(t.play, typedFlag(flag)...)
		}
	})
	return t
}

// typedFlag returns a flag with its value, quoted for a shell. A flag with several values is
// repeated.
func typedFlag(f *pflag.Flag) []string {
	name, values := "--"+f.Name, []string{f.Value.String()}
	if list, ok := f.Value.(interface{ GetSlice() []string }); ok {
		values = list.GetSlice()
	}
	switch {
	case f.Name == "concurrency": // the command "tournament" has only the other name
		name = "--workers"
	case f.NoOptDefVal == values[0]:
		return []string{name}
	case f.NoOptDefVal != "":
		return []string{name + "=" + runs.ShellWord(values[0])}
	}
	var words []string
	for _, value := range values {
		words = append(words, name, runs.ShellWord(value))
	}
	return words
}

// resumeCommand returns the shell command that resumes a stored run, with the flags in t.play. If
// withConfig is true, it also repeats the config and the flags that determine it, in t.config. This
// is necessary if the store is not enough to resume the run, for example because external programs
// are never started from a store. If the user typed --seeds, the command then has --seed with the
// seed of this run instead.
func (a *app) resumeCommand(verb, run, store string, t typedCommand, withConfig bool, seed uint64) string {
	if verb == "match" && !withConfig {
		verb = "tournament" // which needs no OLD and NEW
	}
	words := []string{a.name, verb}
	if withConfig {
		words = append(words, t.config...)
		if t.seeds {
			words = append(words, "--seed", strconv.FormatUint(seed, 10))
		}
	}
	words = append(append(words, t.play...), "--resume", runs.ShellWord(run))
	return strings.Join(words, " ") + storeArgument(store)
}

// resumable adds the shell command that resumes the run to the error of a run that ended early.
// verb is the command that started the run, and t is its command line. For a run that has already
// finished, the added text states how to continue or show it. If a run was interrupted before
// anything was stored, the error gets the exit code 130. Other errors are returned unchanged.
func (a *app) resumable(err error, p *term.Progress, verb, store string, t typedCommand) error {
	if broken, ok := errors.AsType[*runs.StoppedError](err); ok {
		p.Finish()
		return a.stopped(broken, verb, store, t)
	}
	more := map[string]string{"evolve": "--budget N", "tournament": "--cycles N", "match": "--rounds N"}[verb]
	if finished, ok := errors.AsType[*runs.FinishedError](err); ok && finished.Extends && more != "" {
		return fmt.Errorf("%w; use %s to continue it with more games", err, more)
	}
	if errors.Is(err, results.ErrFinished) {
		return fmt.Errorf("%w; '%s runs%s' lists it, and with its name or id shows the result", err, a.name, storeArgument(store))
	}
	stopped, ok := errors.AsType[*runs.InterruptedError](err)
	if !ok {
		if errors.Is(err, context.Canceled) {
			p.Finish()
			return withExitCode(exitInterrupted, errors.New("interrupted before there was anything to save"))
		}
		return err
	}
	p.Finish()
	later := ""
	if stopped.RemainingSeeds != nil {
		later = fmt.Sprintf("\n  Seeds %s had not begun: the same command with --seeds %[1]s plays them", stopped.RemainingSeeds)
	}
	code, reason := stopReason(stopped.Err, stopped.Saved())
	return errorWithExitCode(code, "%s. Resume with: %s%s",
		reason, a.resumeCommand(verb, stopped.Run, store, t, stopped.Programs || stopped.Early, stopped.Seed), later)
}

// stopped adds the command that resumes the run to the error of a run that was stopped. A run is
// stopped if an agent or an external program forfeits too many games, or if a program cannot play.
// If an external program forfeited the games, stopped also adds the command that shows its
// failures.
func (a *app) stopped(err *runs.StoppedError, verb, store string, t typedCommand) error {
	resume := a.resumeCommand(verb, err.Run, store, t, err.Programs, err.Seed)
	if _, ok := errors.AsType[*tournament.ForfeitsError](err); ok {
		return fmt.Errorf("%w\n  resume: %s", err, resume)
	}
	see, mended := "", "; after a change of the program, add --changed-programs"
	if _, ok := errors.AsType[*tournament.BrokenError](err); ok {
		see = fmt.Sprintf("see: %s runs %s --failures%s; ", a.name, err.Run, storeArgument(store))
	}
	if slices.Contains(t.play, "--changed-programs") {
		mended = ""
	}
	return fmt.Errorf("%w\n  %sresume: %s%s", err, see, resume, mended)
}

// stopReason returns the exit code and the beginning of the message for a run that stopped before its
// end because of err. saved describes the part of the run that is in the store.
func stopReason(err error, saved string) (code int, reason string) {
	if runs.Exhausted(err) {
		return exitFailed, err.Error() + "; fewer --workers need fewer files, processes and memory"
	}
	if runs.Unwritten(err) {
		return exitFailed, err.Error()
	}
	return exitInterrupted, "interrupted; " + saved
}

// storeArgument returns " --db PATH" for use in a recommended command, or "" for the default
// store.
func storeArgument(path string) string {
	if path == runs.DefaultStore {
		return ""
	}
	return " --db " + runs.ShellWord(path)
}

// advice contains the parts of shell commands that a text recommends to the user: the name of the
// program and the flag --db.
type advice struct {
	program string // name of the program as typed
	store   string // " --db PATH", or "" for the default store
}

// advice returns the parts of recommended commands that use the store with the given path.
func (a *app) advice(store string) advice { return advice{a.name, storeArgument(store)} }

// configAfterRun returns the config file in the arguments RUN [CONFIG] of a command, or "" if it is
// absent. The config contains the commands that start the external programs of the run.
// configAfterRun returns a usage error if the second argument is not the name of a config file.
func configAfterRun(args []string) (string, error) {
	if len(args) < 2 {
		return "", nil
	}
	if !runs.IsConfig(args[1]) {
		return "", usageErrorf("%s is not a config file (.yaml)", args[1])
	}
	return args[1], nil
}

// workersFlag adds the flag --workers, whose default is the number of cores.
func workersFlag(flags *pflag.FlagSet, workers *int) {
	*workers = runtime.GOMAXPROCS(0)
	flags.Var(slotsValue(workers, 1), "workers", "number of games played at once; does not change the result")
	flags.Lookup("workers").DefValue = "all cores"
}

// storeFlag adds the flag --db, which names the store.
func storeFlag(flags *pflag.FlagSet, path *string) {
	flags.StringVar(path, "db", runs.DefaultStore, "`FILE` of the store")
}

// setFlag adds the flag --set, which changes a config value.
func setFlag(flags *pflag.FlagSet, overrides *[]string) {
	flags.StringArrayVar(overrides, "set", nil, "override any key of the config, as `PATH=VALUE` (repeatable)")
}

// settingsFlag adds the flag --set, which changes a game setting.
func settingsFlag(flags *pflag.FlagSet, settings *[]string) {
	flags.StringArrayVar(settings, "set", nil, "set a setting of the game, as `NAME=VALUE` (repeatable)")
}
