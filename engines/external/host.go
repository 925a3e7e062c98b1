package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/ludus"
	"github.com/lanista/lanista/engines/external/proc"
)

// house is a table whose players share the processes of one goroutine.
type house struct {
	*table
	engine *Table
	crew   *crew
}

var (
	_ engines.Engine        = house{}
	_ engines.PlayerFactory = house{}
)

// With is of no use to a referee.
func (h house) With(s engines.Settings) (engines.Engine, error) { return h.engine.With(s) }

// NewPlayer makes a player that uses the processes of the house.
func (h house) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	return h.seat(ctx, a, h.crew)
}

// MakePlayer makes a player by its name.
func (h house) MakePlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	return h.seat(ctx, a, h.crew)
}

// NewArena is the referee of the table.
func (t *Table) NewArena(o engines.ArenaOptions) (engines.Arena, error) {
	if err := o.Openings.Validate(); err != nil {
		return nil, err
	}
	if o.Margin == 0 {
		for _, p := range t.programs.list {
			o.Margin = max(o.Margin, p.Margin)
		}
	}
	return &arena{t, o}, nil
}

// arena is the referee for any number of goroutines.
type arena struct {
	table   *Table
	options engines.ArenaOptions
}

// Play plays one game.
func (a *arena) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	one := a.fork()
	r, err := one.Play(ctx, seats, seed)
	return r, errors.Join(err, one.Close())
}

// Fork returns a referee for one goroutine, with processes of its own.
func (a *arena) Fork() engines.Arena { return a.fork() }

func (a *arena) fork() *fork {
	c := &crew{programs: a.table.programs}
	f := &fork{table: a.table, crew: c}
	own := a.table.table
	if game, ok := own.game.(*ruled); ok {
		f.stage = newStage(c.programs, game.program)
		own.game = game.on(f.stage)
	}
	inner, err := engines.NewArena(house{&own, a.table, c}, a.options)
	if err != nil {
		f.broken = err
		return f
	}
	f.inner = inner.(engines.PerGoroutine).Fork()
	c.programs.pauses.join(f)
	return f
}

// fork plays the games of one goroutine.
type fork struct {
	table  *Table
	crew   *crew
	stage  *stage // where a program owns the rules
	inner  engines.Arena
	broken error
	seats  []engines.Agent
	add    []time.Duration
}

// Close gives the processes back.
func (f *fork) Close() error {
	f.crew.programs.pauses.leave(f)
	err := engines.Close(f.inner)
	f.crew.close()
	if f.stage != nil {
		f.stage.close()
	}
	return err
}

// mostVoid is how often a game may be void because the machine paused.
const mostVoid = 2

// Play plays one game: once more if a program has stalled or ended, and again if
// the machine has paused in it.
func (f *fork) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if f.broken != nil {
		return engines.Record{}, f.broken
	}
	if err := f.limits(seats); err != nil {
		return engines.Record{}, err
	}
	again := true
	for void := 0; ; {
		begun := time.Now()
		record, err := f.once(ctx, seed)
		if err != nil || record.Forfeit == nil {
			return record, err
		}
		kind := record.Forfeit.Kind
		gone := kind == engines.ForfeitStalled || kind == engines.ForfeitCrashed
		switch {
		case !gone && kind != engines.ForfeitTimeout:
			return record, nil
		case void < mostVoid && (paused(begun, time.Now()) || kind == engines.ForfeitStalled && f.crew.programs.pauses.all(ctx, f)):
			void++
		case gone && again:
			again = false
		default:
			return record, nil
		}
	}
}

// Repeats reports whether an agent is a program that says that it is deterministic,
// and its moves are not bounded by time.
func (f *fork) Repeats(a engines.Agent) bool {
	p := f.crew.programs.list[cmp.Or(a.Player, f.table.main)]
	if p == nil {
		return false
	}
	limit, err := f.limitOf(&a)
	p.mu.Lock()
	defer p.mu.Unlock()
	return err == nil && !limit.Timed() && p.known && p.description.Deterministic
}

// limitOf is the limit that an agent's settings say, or that of the table.
func (f *fork) limitOf(a *engines.Agent) (engines.Limit, error) {
	text, ok := a.Settings[limitName]
	if !ok {
		text = f.table.limit
	}
	return engines.ParseLimit(text)
}

// limits gives the agents the limits of time that their settings say. Other limits
// are the players' own matter.
func (f *fork) limits(seats []engines.Agent) error {
	f.seats = append(f.seats[:0], seats...)
	f.add = slices.Grow(f.add[:0], len(seats))[:len(seats)]
	for i := range f.seats {
		limit, err := f.limitOf(&f.seats[i])
		if err != nil {
			return err
		}
		if limit.Timed() {
			f.seats[i].Limit = limit
		}
		f.add[i] = limit.Add
	}
	f.crew.add = f.add
	return nil
}

// once plays a game, and says of a program that failed what is known.
func (f *fork) once(ctx context.Context, seed uint64) (engines.Record, error) {
	if f.stage != nil {
		f.stage.during(ctx)
	}
	record, err := f.inner.Play(ctx, f.seats, seed)
	if err != nil {
		f.crew.settle(ctx, &record, err)
		return record, f.named(err, seed)
	}
	forfeit := record.Forfeit
	var failed *running
	if forfeit != nil {
		failed = f.crew.at[forfeit.Seat]
	}
	if failed != nil {
		forfeit.Evidence = evidence(failed, failed.weights, seed, f.seats)
	}
	if f.crew.settle(ctx, &record, nil) && forfeit != nil && forfeit.Kind == engines.ForfeitTimeout {
		forfeit.Kind = engines.ForfeitStalled
	}
	return record, nil
}

// named says of a game whose rules have failed which it was: who sat where, with
// what weights, on which seed.
func (f *fork) named(err error, seed uint64) error {
	var broken *engines.BrokenError
	if !errors.As(err, &broken) {
		return err
	}
	text := fmt.Sprintf("seed %d", engines.Seed(seed, purpose)>>(64-seedBits))
	for i, a := range f.seats {
		text += fmt.Sprintf("; seat %d %s", i+1, cmp.Or(a.Name, a.Player))
		program := f.crew.programs.list[cmp.Or(a.Player, f.table.main)]
		if program != nil && a.Weights != nil {
			text += " " + ludus.Weights(program.description.Weights, a.Weights)
		}
	}
	return fmt.Errorf("%w (%s)", err, text)
}

// evidence is what is known of the program that failed with some weights in a game of
// these seats.
func evidence(r *running, w engines.Weights, seed uint64, seats []engines.Agent) *engines.Evidence {
	e := &engines.Evidence{
		Program: r.program.Name, Weights: r.program.description.Weights.Named(w), Seed: seed, Agents: slices.Clone(seats),
		Stderr: driver.PrintableLines(r.process.Stderr()),
	}
	for _, x := range r.process.Recent() {
		e.Lines = append(e.Lines, driver.Printable(x.String()))
	}
	var ended *proc.EndedError
	if errors.As(r.process.Ended(), &ended) {
		e.Status = ended.Status
	}
	return e
}
