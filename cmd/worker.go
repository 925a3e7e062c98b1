package cmd

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/workers"
)

// workerGrace is the time for which a worker process may continue its tasks after it was asked to
// stop. It then returns the unfinished tasks to the server.
const workerGrace = 4 * time.Second

// workerOptions are the arguments and flags of the command "worker". The command "workers" uses a
// part of them.
type workerOptions struct {
	options    workers.WorkOptions
	programs   string   // config whose programs the worker may start
	allowed    []string // other programs that the worker may start, as NAME=COMMAND
	withParent bool     // exit when standard input ends
}

func newWorker(a *app, run func(context.Context, workerOptions) error) *cobra.Command {
	var o workerOptions
	c := &cobra.Command{
		Use:   "worker URL",
		Short: "Play for a run on another machine",
		Long:  longHelp("worker"),
		Example: `  lanista worker nats://host:4222 --token-file lanista.db.token
  lanista worker nats://host:4222 --token-file t --allow-agent bot=./bot.py
  lanista worker tls://a,tls://b,tls://c --creds worker.creds --slots 8`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.options.Access.URL = args[0]; o.options.Once && o.options.Drain {
				return usageErrorf("--once cannot be used with --drain")
			}
			if err := o.options.Access.Validate(); err != nil {
				return usageError(err)
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	o.options.Player.Slots = runtime.GOMAXPROCS(0)
	f.Var(slotsValue(&o.options.Player.Slots, 1), "slots", "number of games to play at once")
	f.Lookup("slots").DefValue = "all cores"
	f.BoolVar(&o.options.Once, "once", false, "exit when a run that it has played for ends, or with an error if the run is another build")
	f.BoolVar(&o.options.Drain, "drain", false, "exit when there is nothing to play")
	f.StringVar(&o.programs, "programs", "", "config `FILE` whose section programs lists the programs that may play here")
	f.StringArrayVar(&o.allowed, "allow-agent", nil, "allow another program to play here, as `NAME=COMMAND` (repeatable)")
	accessFlags(f, &o.options.Access)
	f.BoolVar(&o.withParent, "with-parent", false, "exit when standard input ends")
	if err := f.MarkHidden("with-parent"); err != nil {
		panic(err) // it was added above
	}
	return c
}

// worker plays games for a task server until ctx is done, or until an option such as --once ends
// it.
func (a *app) worker(ctx context.Context, o workerOptions) error {
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.withParent {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			cancel()
		}()
	}
	allowed, err := runs.ReadAllowedPrograms(ctx, a.catalog, o.programs, o.allowed)
	if err != nil {
		return err
	}
	slots := o.options.Player.Slots
	o.options.Player = newWorkerPlayer(a.catalog.Playable(), allowed)
	o.options.Player.Slots, o.options.Stop, o.options.Grace, o.options.Log = slots, stop.Done(), workerGrace, a.say
	return workers.Work(context.WithoutCancel(ctx), o.options)
}

// newWorkerPlayer returns the object that plays the games of a worker's tasks. It can play the
// games of this program and start the external programs in programs.
func newWorkerPlayer(games engines.Registry, programs runs.AllowedPrograms) workers.Player {
	return workers.Player{
		Build: workerBuild(runs.BuildInfo()), Rules: workers.Rules(games),
		Open: func(ctx context.Context, h workers.Header) (engines.Arena, func() error, error) {
			return openArena(ctx, h, games, programs)
		},
		Programs: programs.Names(),
	}
}

// workerBuild returns the version of this program, for comparison with the program that started a
// run. If the program contains games that do not ship with Lanista, the version includes the kind
// of processor; see [elementary.Processor]. The results of these games may depend on it.
func workerBuild(b runs.Build) workers.Build {
	build := workers.ThisBuild(b.Version, b.Revision, b.Modified)
	if b.Lanista != "" {
		build.Processor = elementary.Processor()
	}
	return build
}

// openArena opens the game of a task, and the external programs that play in it. It returns an
// error if programs does not allow one of them. The returned function closes the external programs;
// it is nil if there are none.
func openArena(ctx context.Context, h workers.Header, games engines.Registry, programs runs.AllowedPrograms) (engines.Arena, func() error, error) {
	var game engines.Engine
	var end func() error
	var err error
	if len(h.Game.Programs) > 0 {
		game, end, err = programs.Table(ctx, games, h.Game)
	} else {
		game, err = games.Find(h.Game.Name)
	}
	if err != nil {
		return nil, nil, err
	}
	made, err := workers.CheckedArena(game, h)
	if err != nil && end != nil {
		err = errors.Join(err, end())
	}
	return made, end, err
}
