package crew

import (
	"context"
	"fmt"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/workers"
)

// Options say who plays besides this process. The zero value is nobody.
type Options struct {
	workers.Options // of the server; [Hire] fills in who plays, and who is told
	// Local is the number of worker processes on this machine.
	Local int
}

// Asked reports whether anybody else is to play.
func (o Options) Asked() bool { return o.Listen != "" || o.Local > 0 || o.URL != "" }

// Host is the program that hires.
type Host struct {
	Program string // the name that a person types
	Games   engines.Registry
	// Say is told what a person must know, News of workers elsewhere that came and went; it
	// may be nil.
	Say  func(text string)
	News func(text string)
}

// Crew are those who play for a run besides this process; nil is nobody.
type Crew struct {
	host    Host
	options Options
	hub     *workers.Hub
	locals  *localWorkers
	begin   sync.Once
	err     error
}

// Hire opens the server that workers are given their tasks by. It must be closed. Where
// nobody is asked for, the crew is nil.
func Hire(ctx context.Context, o Options, h Host) (*Crew, error) {
	if !o.Asked() {
		return nil, nil
	}
	Roomy()
	c := &Crew{host: h, options: o}
	if o.Local > 0 && o.Listen == "" && o.URL == "" {
		if err := c.listenLocally(); err != nil {
			return nil, err
		}
	}
	options := c.options.Options
	options.Player = Player(h.Games, runs.Guests{})
	options.Slots = o.Slots
	options.Warn = h.Say
	options.Joined = func(w workers.Worker) { c.tell(w, "joined") }
	options.Left = func(w workers.Worker) { c.tell(w, "left") }
	var err error
	if c.hub, err = workers.Open(ctx, options); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// tell tells of a worker that came or went. This process itself is none, and local ones are
// expected.
func (c *Crew) tell(w workers.Worker, what string) {
	if c.host.News != nil && !w.Own && !c.locals.has(w.PID) {
		c.host.News(fmt.Sprintf("worker %s %s (%s)", w.Host, what, terminal.Counted(w.Slots, "slot")))
	}
}

// String says how many play: "3 workers, 11 slots".
func (c *Crew) String() string {
	workers, slots := c.hub.Count()
	return fmt.Sprintf("%s, %s", terminal.Counted(workers, "worker"), terminal.Counted(slots, "slot"))
}

// Players makes executors of the crew, nil where there is none. The local workers start with
// the first.
func (c *Crew) Players() func(runs.Played) (tournament.Executor, error) {
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
func (c *Crew) start(programs string) error {
	o := c.options
	if o.Listen != "" && c.locals == nil {
		ca := ""
		if o.Cert != "" {
			ca = " --tls-ca " + o.Cert
		}
		files, list := o.TokenFile, ""
		if programs != "" {
			files, list = files+" and of "+programs, " --programs "+programs
		}
		c.say("on other machines, with a copy of %s: %s worker %s --token-file %s%s%s", files, c.host.Program, c.hub.Address(), o.TokenFile, ca, list)
	}
	if o.Local == 0 {
		return nil
	}
	return c.startLocals(programs)
}

func (c *Crew) say(format string, args ...any) { c.host.Say(fmt.Sprintf(format, args...)) }

// Close ends the local workers and the server.
func (c *Crew) Close() {
	if c == nil {
		return
	}
	if c.hub != nil {
		if err := c.hub.Close(); err != nil {
			c.say("%v", err)
		}
	}
	c.locals.close()
}
