package cmd

import (
	"context"
	"fmt"
	"sync"

	"github.com/spf13/pflag"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/workers"
)

// accessFlags adds the flags --token-file, --creds and --tls-ca, which give access to a task
// server.
func accessFlags(f *pflag.FlagSet, o *workers.Access) {
	f.StringVar(&o.TokenFile, "token-file", "", "`FILE` with the token for workers; only its owner may have permission to read it")
	f.StringVar(&o.Credentials, "creds", "", "`FILE` with NATS credentials, for a cluster that requires them")
	f.StringVar(&o.CA, "tls-ca", "", "`FILE` with CA certificates (PEM) to verify the server's certificate")
}

// remoteFlags adds the flag --workers and the flags for workers in other processes.
func remoteFlags(f *pflag.FlagSet, o *remoteOptions, workers *int) {
	workersFlag(f, workers)
	f.Lookup("workers").Value = slotsValue(workers, 0)
	f.StringVar(&o.server.Listen, "listen", "", "accept workers on other machines at `HOST:PORT` (start 'lanista worker' there)")
	f.Var(slotsValue(&o.local, 0), "local-workers", "play on `N` worker processes of this machine instead of this process")
	f.StringVar(&o.server.Access.URL, "nats", "", "play with the workers of a NATS cluster at `URL,URL,...`")
	accessFlags(f, &o.server.Access)
	f.StringVar(&o.server.Cert, "tls-cert", "", "with --listen: `FILE` with a certificate (PEM)")
	f.StringVar(&o.server.Key, "tls-key", "", "with --listen: `FILE` with the key of the certificate (PEM)")
	f.BoolVar(&o.server.Insecure, "insecure", false, "with --listen: accept other machines without TLS, on a network that you trust")
	f.Float64Var(&o.server.Verify, "verify-workers", 0.01, "`SHARE` of each worker's tasks to be played by another worker, too, to compare the results; 0 for no checks")
}

// completeRemote checks the flags for workers in other processes and completes o. own points to the
// value of --workers, the number of games that this process plays at the same time. db is the path
// of the store.
//
// If workers are requested, completeRemote stores in o how many games of the run this process
// itself plays at the same time. The number is *own. It is 0 if there are local workers and the
// user did not type --workers. Afterwards *own is at least 1, because this process plays some games
// before the run, for example for a forecast.
func completeRemote(o *remoteOptions, f *pflag.FlagSet, own *int, db string) error {
	switch {
	case !o.requested() && *own == 0:
		return usageErrorf("--workers 0: a whole number of at least 1 is needed, or --listen, --local-workers or --nats")
	case !o.requested():
		for _, name := range []string{"token-file", "creds", "tls-ca", "tls-cert", "tls-key", "insecure", "verify-workers"} {
			if flagTyped(f, name) {
				return usageErrorf("--%s needs --listen, --local-workers or --nats", name)
			}
		}
		o.server.Verify = 0
		return nil
	case o.server.Access.URL == "" && o.server.Access.Credentials != "":
		return usageErrorf("--creds needs --nats")
	case o.server.Access.URL != "" && (o.server.Cert != "" || o.server.Key != "" || o.server.Insecure):
		return usageErrorf("--tls-cert, --tls-key and --insecure cannot be used with --nats; they belong to --listen")
	}
	o.server.Player.Slots = *own
	if o.local > 0 && !f.Changed("workers") {
		o.server.Player.Slots = 0
	}
	if *own == 0 { // games before the run, for example for a forecast
		*own = 1
	}
	if o.server.Listen != "" && o.server.Access.URL == "" && o.server.Access.TokenFile == "" {
		o.server.Access.TokenFile = db + ".token"
	}
	return usageError(o.server.Validate())
}

// remoteOptions are the options for workers in other processes. The zero value requests no such
// workers.
type remoteOptions struct {
	server workers.HubOptions // options of the task server; startRemote sets the functions in it
	local  int                // number of worker processes on this machine
}

func (o remoteOptions) requested() bool {
	return o.server.Listen != "" || o.local > 0 || o.server.Access.URL != ""
}

// taskServer distributes the tasks of a run to workers: local worker processes that it starts, and
// workers on other machines. A nil *taskServer means that there are no workers.
type taskServer struct {
	app     *app
	options remoteOptions
	hub     *workers.Hub
	locals  *localWorkers // nil if none are requested
	begin   sync.Once     // starts the local workers once
	err     error         // error of starting them
}

// startRemote starts a task server if the options request workers in other processes, and adds
// their number to the progress display. Otherwise it returns nil. The caller must call close.
func (a *app) startRemote(ctx context.Context, o remoteOptions, p *term.Progress) (*taskServer, error) {
	if !o.requested() {
		return nil, nil
	}
	c := &taskServer{app: a, options: o}
	if o.local > 0 { // before the hub can report a worker
		c.locals = newLocalWorkers()
	}
	if o.local > 0 && o.server.Listen == "" && o.server.Access.URL == "" {
		if err := c.listenLocally(); err != nil {
			c.close()
			return nil, err
		}
	}
	options := c.options.server
	options.Player = newWorkerPlayer(a.catalog.Playable(), runs.AllowedPrograms{})
	options.Player.Slots = o.server.Player.Slots
	options.Warn = func(text string) { a.warn("%s", text) }
	options.Joined = func(w workers.Worker) { c.reportEvent(w, "joined") }
	options.Left = func(w workers.Worker) { c.reportEvent(w, "left") }
	var err error
	if c.hub, err = workers.Open(ctx, options); err != nil {
		c.close()
		return nil, err
	}
	p.Beside(c.String)
	return c, nil
}

// reportEvent reports that a remote worker joined or left, unless --no-progress is given. It ignores
// this process and the local workers.
func (c *taskServer) reportEvent(w workers.Worker, what string) {
	if !c.app.noProgress && !w.Own && !c.locals.has(w.PID) {
		c.app.say(fmt.Sprintf("worker %s %s (%s)", w.ID, what, term.Counted(w.Slots, "slot")))
	}
}

// String returns the number of connected workers and of their slots, such as "3 workers, 11 slots".
// A slot plays one game at a time.
func (c *taskServer) String() string {
	workers, slots := c.hub.Count()
	return fmt.Sprintf("%s, %s", term.Counted(workers, "worker"), term.Counted(slots, "slot"))
}

// newExecutor returns a function that creates the executor of a run: the object that distributes
// the run's games to the workers. The first call of this function starts the local workers.
// newExecutor returns nil if c is nil; the games are then played in this process.
func (c *taskServer) newExecutor() func(runs.ExecutorRequest) (tournament.Executor, error) {
	if c == nil {
		return nil
	}
	return func(p runs.ExecutorRequest) (tournament.Executor, error) {
		c.begin.Do(func() { c.err = c.start(p.Programs) })
		if c.err != nil {
			return nil, c.err
		}
		c.hub.SetOpener(p.Run, func(_ context.Context, h workers.Header) (engines.Arena, func() error, error) {
			arena, err := workers.NewArena(p.Game, h)
			return arena, nil, err
		})
		c.hub.SetChecks(p.Run, workers.Checks{Repeatable: p.Repeatable, Quarantined: p.Quarantined})
		return c.hub.Executor(p.Run), nil
	}
}

// start starts the local workers, if any are requested. With --listen it first prints the command
// that starts another worker. The command is for this machine if the address is a loopback address,
// and otherwise for other machines. programs is the config file that defines the external programs
// of the run, or "".
func (c *taskServer) start(programs string) error {
	o := c.options
	if o.server.Listen != "" && !c.locals.alone() {
		ca := ""
		if o.server.Cert != "" {
			ca = " --tls-ca " + runs.ShellWord(o.server.Cert)
		}
		files, list := o.server.Access.TokenFile, ""
		if programs != "" {
			files, list = files+" and of "+programs, " --programs "+runs.ShellWord(programs)
		}
		where := "on other machines, with a copy of " + files
		if workers.Loopback(o.server.Listen) {
			where = "to play on this machine too"
		}
		c.app.say(fmt.Sprintf("%s: %s worker %s --token-file %s%s%s", where, c.app.name, c.hub.Address(), runs.ShellWord(o.server.Access.TokenFile), ca, list))
	}
	if o.local == 0 {
		return nil
	}
	return c.startLocals(programs)
}

func (c *taskServer) close() {
	if c == nil {
		return
	}
	if c.hub != nil {
		if err := c.hub.Close(); err != nil {
			c.app.warn("%v", err)
		}
	}
	c.locals.close()
}
