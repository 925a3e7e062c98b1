package cmd

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

// Program is a command-line program that tunes and plays a set of games.
type Program struct {
	// Name is the name of the program in help texts and messages. The default is lanista.
	Name string
	// Games are the games that the program offers, with default settings.
	Games []engines.Engine
	// Presets contains additional preset configs as files NAME.yaml. They extend the presets that
	// ship for Games.
	Presets fs.FS
	// Champions contains additional files with the best known weights of games, as NAME.json.
	Champions fs.FS
	// Strategies are additional tuning strategies that a config can name.
	Strategies []runs.NamedStrategy
}

// Main runs a command-line program that offers the given games. It uses the arguments and streams
// of the process and exits with the program's exit code. The program's name is that of the
// executable file.
func Main(games ...engines.Engine) {
	p := Program{Name: programName(os.Args[0]), Games: games}
	os.Exit(p.Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Run runs the program with the given arguments and streams, and returns the exit code:
//
//   - 0 for success,
//   - 1 if the work failed,
//   - 2 if the command line or a config is wrong,
//   - 3 if a sequential test accepted H0,
//   - 4 if a sequential test is undecided,
//   - 130 if the program was interrupted.
//
// The first interrupt, termination or hang-up signal to the process cancels the work. Another one,
// half a second later or more, ends the process. A nil in is empty, and a nil out or errOut
// discards the text.
func (p Program) Run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	if in == nil {
		in = strings.NewReader("")
	}
	if out == nil {
		out = io.Discard
	}
	if errOut == nil {
		errOut = io.Discard
	}
	a := p.app(in, out, errOut)
	a.typedJSON = isTyped(args, "--json")
	if err := a.catalog.Games.Validate(); err != nil {
		return a.reportError(err)
	}
	// After the first signal, stop restores the default action, so that a later signal ends the
	// process. If the work does not end soon, a message describes that.
	ctx, stop := signal.NotifyContext(ctx, stopSignals()...)
	defer stop()
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		<-ctx.Done()
		select {
		case <-ended: // without a signal
		default:
			a.err.EraseLine()
			a.handleSecondSignal(stop, ended)
		}
	}()
	// A closed pipe is an error of the stream: the default action of SIGPIPE would end a run
	// before it is stored.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)
	defer a.err.EraseOnSuspend()()
	root := newRoot(a)
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		a.completer().register(root)
	}
	c, _, err := root.Find(args)
	if err != nil {
		c = root
	}
	root.SetArgs(escapePositions(args, func(arg string) bool { return takesValue(c, arg) }))
	err = unknownCommand(root, args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	if err == nil {
		err = a.out.Err()
	}
	if ctx.Err() != nil {
		a.err.EraseLine()
	}
	return a.reportError(err)
}

// stopSignals returns the signals that interrupt the program. SIGHUP, which a closed terminal
// sends, is among them unless the program ignores it, as it does if it was started by nohup.
func stopSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// Command returns the tree of the program's commands, with their flags and help texts, for tools that
// document the program. [Program.Run] runs the program.
func (p Program) Command() *cobra.Command {
	return newRoot(p.app(strings.NewReader(""), io.Discard, io.Discard))
}

func (p Program) app(in io.Reader, out, errOut io.Writer) *app {
	printed := term.New(out, os.Getenv)
	return &app{
		in: in, out: printed, err: printed.Beside(errOut), env: os.Getenv, name: cmp.Or(p.Name, "lanista"),
		catalog: runs.Catalog{Games: p.Games, Presets: p.Presets, Champions: p.Champions, Strategies: p.Strategies},
	}
}

const (
	// sameSignal is the time after a signal during which further signals count as the same one. The
	// program timeout, for example, sends its signal to its child and then to the group of
	// processes, so that the child receives it twice.
	sameSignal = 500 * time.Millisecond
	// slowStop is the time after a signal at which a process that has not ended prints how to end
	// it.
	slowStop = 2 * time.Second
)

// handleSecondSignal lets a second signal end the process. It is called after the first signal.
// After a short wait it calls stop, which restores the default action of signals. If the process is
// still running some seconds later, it prints how to end the process. It returns early if ended is
// closed.
func (a *app) handleSecondSignal(stop func(), ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-time.After(sameSignal):
		stop()
	}
	select {
	case <-ended:
	case <-time.After(slowStop - sameSignal):
		a.say("interrupted; it stops when the moves under way end. A second signal, such as another Ctrl+C, ends it at once")
	}
}

// programName returns the name of a program from the path of its executable: "nim" for ./nim and
// nim.exe, "" for "".
func programName(path string) string {
	if path == "" {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(path), ".exe")
}

// inputName returns the name of an input file for messages: "standard input" for "-".
func inputName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// checkFile returns a usage error if a command cannot write the output file that a flag names. The
// file must not be "-", because standard output already has the output of the command. Its folder
// must exist. flag is the name of the flag.
func checkFile(flag, file string) error {
	if file == "-" {
		return usageErrorf("--%s -: standard output has the output of the verb; name a file, or /dev/stdout to mix both", flag)
	}
	return folderExists(flag, file)
}

// folderExists returns a usage error if the folder of an output file does not exist. It is called
// before work whose result would be lost if the file could not be written. flag is the name of the flag
// that names the file.
func folderExists(flag, file string) error {
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return usageErrorf("--%s %s: %w", flag, file, errors.Unwrap(err))
	}
	return nil
}
