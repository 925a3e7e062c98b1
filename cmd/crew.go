package cmd

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/pflag"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/workers"
)

// crewOptions say who plays besides this process.
type crewOptions struct {
	listen   string
	local    int
	nats     string
	access   accessOptions
	cert     string
	key      string
	insecure bool
	verify   float64

	slots int // of this process
}

// accessOptions say how a server of workers is reached.
type accessOptions struct{ token, creds, ca string }

// accessFlags adds --token-file, --creds and --tls-ca.
func accessFlags(f *pflag.FlagSet, o *accessOptions) {
	f.StringVar(&o.token, "token-file", "", "a file with the token that workers know; nobody else may read it")
	f.StringVar(&o.creds, "creds", "", "a file of NATS credentials, for a cluster that wants them")
	f.StringVar(&o.ca, "tls-ca", "", "certificates in PEM that the server's must come from")
}

// crewFlags adds --workers and the flags about workers in other processes.
func crewFlags(f *pflag.FlagSet, o *crewOptions, workers *int) {
	workersFlag(f, workers)
	f.Lookup("workers").Value = cli.CountOrNone(workers)
	f.StringVar(&o.listen, "listen", "", "take workers on other machines at this host:port ('lanista worker' there)")
	f.IntVar(&o.local, "local-workers", 0, "worker processes on this machine that play in place of this one")
	f.StringVar(&o.nats, "nats", "", "play with the workers of a NATS cluster: its addresses, separated by commas")
	accessFlags(f, &o.access)
	f.StringVar(&o.cert, "tls-cert", "", "with --listen: a certificate in PEM")
	f.StringVar(&o.key, "tls-key", "", "with --listen: its key in PEM")
	f.BoolVar(&o.insecure, "insecure", false, "with --listen: without TLS beyond this machine, on a network that you trust")
	f.Float64Var(&o.verify, "verify-workers", 0.01, "the share of tasks that two workers play, to compare")
}

// asked reports whether anybody else is to play.
func (o crewOptions) asked() bool { return o.listen != "" || o.local > 0 || o.nats != "" }

// complete checks what was typed. Where local workers play, this process does not,
// unless --workers asks for it.
func (o *crewOptions) complete(f *pflag.FlagSet, own *int, db string) error {
	switch {
	case o.local < 0:
		return cli.Usagef("--local-workers %d: at least 1 is needed", o.local)
	case !o.asked() && *own == 0:
		return cli.Usagef("--workers 0: a whole number of at least 1 is needed, or --listen, --local-workers or --nats")
	case !o.asked():
		for _, name := range []string{"token-file", "creds", "tls-ca", "tls-cert", "tls-key", "insecure", "verify-workers"} {
			if f.Changed(name) {
				return cli.Usagef("--%s goes with --listen, --local-workers or --nats", name)
			}
		}
		o.verify = 0
		return nil
	case o.nats == "" && o.access.creds != "":
		return cli.Usagef("--creds goes with --nats")
	case o.nats != "" && (o.cert != "" || o.key != "" || o.insecure):
		return cli.Usagef("--tls-cert, --tls-key and --insecure go with --listen")
	}
	o.slots = *own
	if o.local > 0 && !f.Changed("workers") {
		o.slots = 0
	}
	if *own == 0 { // what is played before the run begins is played here
		*own = 1
	}
	if o.listen != "" && o.nats == "" && o.access.token == "" {
		o.access.token = db + ".token"
	}
	return cli.Usage(o.options(workers.Player{}).Validate())
}

// options are those of a hub.
func (o crewOptions) options(p workers.Player) workers.Options {
	p.Slots = o.slots
	return workers.Options{
		Access: workers.Access{URL: o.nats, TokenFile: o.access.token, Credentials: o.access.creds, CA: o.access.ca},
		Listen: o.listen, Cert: o.cert, Key: o.key, Insecure: o.insecure, Verify: o.verify, Player: p,
	}
}

// player is how this program plays what it is sent, with programs that may play here.
func (a *app) player(guests runs.Guests) workers.Player {
	b := runs.BuildInfo()
	return workers.Player{
		Build: workers.ThisBuild(b.Version, b.Revision, b.Modified), Rules: workers.Rules(a.catalog.Games),
		Open: func(ctx context.Context, h workers.Header) (engines.Arena, func() error, error) {
			return a.arena(ctx, h, guests)
		},
		Programs: guests.Names(),
	}
}

// arena opens what is played by a message: a game of this program, with those programs
// at its table that were allowed here.
func (a *app) arena(ctx context.Context, h workers.Header, guests runs.Guests) (engines.Arena, func() error, error) {
	var game engines.Engine
	var end func() error
	var err error
	if len(h.Game.Programs) > 0 {
		game, end, err = guests.Table(ctx, a.catalog.Games, h.Game)
	} else {
		game, err = a.catalog.Games.Find(h.Game.Name)
	}
	if err != nil {
		return nil, nil, err
	}
	arena, err := workers.Arena(game, h)
	if err != nil && end != nil {
		err = errors.Join(err, end())
	}
	return arena, end, err
}

// crew are those who play for a run besides this process; nil is nobody.
type crew struct {
	app     *app
	options crewOptions
	hub     *workers.Hub
	locals  *localWorkers
	begin   sync.Once
	err     error
}

// hire opens the server that workers are given their tasks by.
func (a *app) hire(ctx context.Context, o crewOptions, p *terminal.Progress) (*crew, error) {
	if !o.asked() {
		return nil, nil
	}
	c := &crew{app: a, options: o}
	if o.local > 0 && o.listen == "" && o.nats == "" {
		if err := c.listenLocally(); err != nil {
			return nil, err
		}
	}
	options := c.options.options(a.player(runs.Guests{}))
	options.Warn = func(text string) { a.warn("%s", text) }
	options.Joined = func(w workers.Worker) { c.news(w, "joined") }
	options.Left = func(w workers.Worker) { c.news(w, "left") }
	var err error
	if c.hub, err = workers.Open(ctx, options); err != nil {
		c.close()
		return nil, err
	}
	p.Beside(func() string {
		workers, slots := c.hub.Count()
		return fmt.Sprintf("%s, %s", terminal.Counted(workers, "worker"), terminal.Counted(slots, "slot"))
	})
	return c, nil
}

// news tells of a worker that came or went. This process itself is none.
func (c *crew) news(w workers.Worker, what string) {
	if !w.Own && !c.app.noProgress && !c.locals.has(w.PID) {
		c.app.warn("worker %s %s (%s)", w.Host, what, terminal.Counted(w.Slots, "slot"))
	}
}

// players makes executors of the crew, nil where there is none.
func (c *crew) players() func(runs.Played) (tournament.Executor, error) {
	if c == nil {
		return nil
	}
	return func(p runs.Played) (tournament.Executor, error) {
		c.begin.Do(func() { c.err = c.start(p.Programs) })
		if c.err != nil {
			return nil, c.err
		}
		c.hub.Own(p.Run, func(_ context.Context, h workers.Header) (engines.Arena, func() error, error) {
			arena, err := workers.OwnArena(p.Game, h)
			return arena, nil, err
		})
		return c.hub.Executor(p.Run), nil
	}
}

// start starts the local workers, and says what to type elsewhere. programs is the
// config that says how the programs of the run are started, "" for none.
func (c *crew) start(programs string) error {
	a, o := c.app, c.options
	if o.listen != "" && c.locals == nil {
		ca := ""
		if o.cert != "" {
			ca = " --tls-ca " + o.cert
		}
		files, list := o.access.token, ""
		if programs != "" {
			files, list = files+" and of "+programs, " --programs "+programs
		}
		a.warn("on other machines, with a copy of %s: %s worker %s --token-file %s%s%s", files, a.name, c.hub.Address(), o.access.token, ca, list)
	}
	if o.local == 0 {
		return nil
	}
	return c.startLocals(programs)
}

// close ends the local workers and the server.
func (c *crew) close() {
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
