package cmd

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

// Program is a command line over some games.
type Program struct {
	// Name is what a person types. The default is lanista.
	Name string
	// Games are the games that the verbs know, at their default settings.
	Games []engines.Engine
	// Presets holds configs as NAME.yaml, besides those that ship for the Games.
	Presets fs.FS
	// Champions holds weights documents as NAME.json, besides those that ship.
	Champions fs.FS
	// Methods are strategies that a config can name, besides those that ship.
	Methods []runs.NamedStrategy
}

// Main runs the program of some games on the arguments it was started with, under the
// name of its file, and ends the process with its exit code.
func Main(games ...engines.Engine) {
	p := Program{Name: programName(os.Args[0]), Games: games}
	os.Exit(p.Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Run runs the program on arguments and streams and returns its exit code: 0
// done, 1 the work failed, 2 a mistake in what was typed or configured, 3 the
// claim put to a test failed, 4 a test cannot decide yet, 130 interrupted.
func (p Program) Run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	printed := term.New(out, os.Getenv)
	a := &app{
		in: in, out: printed, err: printed.Beside(errOut), env: os.Getenv, name: cmp.Or(p.Name, "lanista"),
		catalog: runs.Catalog{Games: p.Games, Presets: p.Presets, Champions: p.Champions, Strategies: p.Methods}, typedJSON: isTyped(args, "--json"),
	}
	// The first signal stops the work in order; a second one ends the program.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		<-ctx.Done()
		stop()
	}()
	// A reader that goes away is an error of the stream, and no reason to end a run
	// before it is stored.
	gone := make(chan os.Signal, 1)
	signal.Notify(gone, syscall.SIGPIPE)
	defer signal.Stop(gone)
	root := newRoot(a)
	root.SetArgs(escapePositions(args))
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = printed.Err()
	}
	return a.code(err)
}

// programName returns the name of a program from the path of its file, nim for ./nim and
// nim.exe, and "" for "".
func programName(path string) string {
	if path == "" {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(path), ".exe")
}

// inputName returns the name of an input file for messages: - is standard input.
func inputName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}
