package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/protocol"
)

// NewArena returns an arena for games in which programs may play and Lanista is the referee.
func (t *Table) NewArena(o engines.ArenaOptions) (engines.Arena, error) {
	if err := o.Openings.Validate(); err != nil {
		return nil, err
	}
	return &tableArena{t, o}, nil
}

// tableArena referees games of a [Table], in which programs can be players. It requests moves from
// the players and applies the rules. Any number of goroutines may use it.
type tableArena struct {
	table   *Table
	options engines.ArenaOptions
}

// Play plays one game. It takes processes from the pool for this game alone and returns them at the
// end.
func (a *tableArena) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	w := a.newWorker()
	r, err := w.Play(ctx, seats, seed)
	return r, errors.Join(err, w.Close())
}

// Fork returns an arena for one goroutine. The arena keeps processes of programs between games.
func (a *tableArena) Fork() engines.Arena { return a.newWorker() }

func (a *tableArena) newWorker() *tableWorker {
	processes := &workerProcesses{programs: a.table.programs}
	w := &tableWorker{table: a.table, processes: processes}
	own := *a.table
	if game, ok := own.game.(*ruleGame); ok {
		w.rules = newRuleSession(processes.programs, game.game.program)
		own.game = game.playedIn(w.rules)
	}
	inner, err := engines.NewArena(workerTable{&own, &own, processes}, a.options)
	if err != nil {
		w.err = err
		return w
	}
	w.inner = inner.(engines.PerGoroutine).Fork()
	processes.programs.pauses.join(w)
	return w
}

// workerTable is a [Table] for one goroutine, whose players use the processes of this goroutine. It
// is no [engines.ArenaFactory], so the referee of package engines plays its games.
type workerTable struct {
	engines.Wrapper // the table, without its other abilities
	table           *Table
	processes       *workerProcesses
}

var _ engines.PlayerFactory = workerTable{}

// NewPlayer returns the player that a.Player names, or the player that is tuned at the table if
// a.Player is empty.
func (w workerTable) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	return w.table.newPlayer(ctx, a, w.processes)
}

// MakePlayer returns the player that a.Player names: a program or the game's built-in player.
func (w workerTable) MakePlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	return w.table.newPlayer(ctx, a, w.processes)
}

// tableWorker referees games for one goroutine. It keeps the goroutine's processes between games.
type tableWorker struct {
	table     *Table
	processes *workerProcesses
	rules     *ruleSession // if a program owns the rules
	inner     engines.Arena
	err       error // why inner could not be created, or nil
	seats     []engines.Agent
	add       []time.Duration
}

// Close closes the players and returns the processes to the pool.
func (w *tableWorker) Close() error {
	w.processes.programs.pauses.leave(w)
	err := engines.Close(w.inner)
	w.processes.close()
	if w.rules != nil {
		w.rules.close()
	}
	return err
}

// maxVoid is the largest number of times that a game is repeated because it was interrupted: the
// machine was suspended, or the process of Lanista was stopped.
const maxVoid = 2

// Play plays one game. It repeats the game once in new processes if a program stalls or crashes. It
// also repeats the game, up to maxVoid times, if a failure coincided with a suspension of the machine or
// a stop of Lanista.
func (w *tableWorker) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if w.err != nil {
		return engines.Record{}, w.err
	}
	if err := w.setLimits(seats); err != nil {
		return engines.Record{}, err
	}
	again := true
	defer func() { w.processes.fresh = false }()
	for void := 0; ; {
		begun := time.Now()
		record, err := w.playOnce(ctx, seed)
		if err != nil || record.Forfeit == nil {
			return record, err
		}
		kind := record.Forfeit.Kind
		gone := kind == engines.ForfeitStalled || kind == engines.ForfeitCrashed
		switch {
		case !gone && kind != engines.ForfeitTimeout:
			return record, nil
		case void < maxVoid && (paused(begun, time.Now()) || w.processes.programs.pauses.stoppedSince(begun) || kind == engines.ForfeitStalled && w.processes.programs.pauses.allStalled(ctx, w)):
			void++
		case gone && again:
			again, w.processes.fresh = false, true
			if p := w.programOf(&seats[record.Forfeit.Seat]); p != nil {
				w.processes.programs.pool.addRepeated(p.config.Name, record.Forfeit)
			}
		default:
			return record, nil
		}
	}
}

// Repeats reports whether an agent is a program that declares itself deterministic and has no
// time limit. Such a program repeats its moves in the same game.
func (w *tableWorker) Repeats(a engines.Agent) bool {
	p := w.programOf(&a)
	if p == nil {
		return false
	}
	limit, err := w.table.limitOf(&a)
	p.mu.Lock()
	defer p.mu.Unlock()
	return err == nil && !limit.Timed() && p.known && p.description.Deterministic
}

func (w *tableWorker) programOf(a *engines.Agent) *program {
	return w.processes.programs.byName[cmp.Or(a.Player, w.table.main)]
}

// setLimits copies the agents of a game to w.seats and sets their limits of time, which the referee
// applies. It sets no limits of depth and nodes, because the players apply these themselves.
func (w *tableWorker) setLimits(seats []engines.Agent) error {
	w.seats = append(w.seats[:0], seats...)
	w.add = slices.Grow(w.add[:0], len(seats))[:len(seats)]
	for i := range w.seats {
		limit, err := w.table.limitOf(&w.seats[i])
		if err != nil {
			return err
		}
		if limit.Timed() {
			w.seats[i].Limit = limit
		}
		w.add[i] = limit.Add
	}
	w.processes.add = w.add
	return nil
}

// playOnce plays a game once; it does not repeat the game after a crash, as Play does. If a program
// forfeits, playOnce adds its last lines and its error output to the record as evidence.
func (w *tableWorker) playOnce(ctx context.Context, seed uint64) (engines.Record, error) {
	if w.rules != nil {
		w.rules.setContext(ctx)
	}
	record, err := w.inner.Play(ctx, w.seats, seed)
	if err != nil {
		_ = w.processes.endGame(ctx, nil)
		return record, w.describeBroken(err, seed)
	}
	forfeit := record.Forfeit
	var failed *instance
	if forfeit != nil {
		failed = w.processes.seats[forfeit.Seat]
	}
	if failed != nil {
		forfeit.Evidence = newEvidence(failed, failed.weights, seed, w.seats)
	}
	if err := w.processes.endGame(ctx, &record); err != nil && failed != nil && forfeit.Kind == engines.ForfeitTimeout {
		describeLate(forfeit, failed, err)
	}
	if failed != nil && forfeit.Kind == engines.ForfeitError { // its process has ended, and standard error is complete
		forfeit.Evidence.Stderr = protocol.PrintableLines(failed.process.Stderr())
		forfeit.Reason += placeOf(forfeit.Reason, failed.process)
	}
	return record, nil
}

// describeLate corrects the kind of a forfeit for a late move. err is the error of a ping that was
// sent to the program after the move. If the program did not answer the ping, the forfeit becomes a
// stall. If the program has ended, the forfeit becomes a crash. Otherwise the kind stays.
func describeLate(f *engines.Forfeit, failed *instance, err error) {
	fault, ok := errors.AsType[*engines.Fault](err)
	switch {
	case !ok || fault.Kind == engines.ForfeitStalled:
		f.Kind = engines.ForfeitStalled
	case fault.Kind == engines.ForfeitCrashed:
		f.Kind = engines.ForfeitCrashed
		f.Reason += "; then " + fault.Error()
		f.Evidence.Status = statusOf(failed)
		f.Evidence.Stderr = protocol.PrintableLines(failed.process.Stderr())
	}
}

// describeBroken adds details to errors of a game whose rules a program implements. If this program
// has failed, it adds the seed, and the agents with their weights. If the game is over at its
// start, it adds the name of the program. Other errors are returned unchanged.
func (w *tableWorker) describeBroken(err error, seed uint64) error {
	_, ok := errors.AsType[*engines.BrokenError](err)
	switch {
	case !ok && w.rules != nil && errors.Is(err, engines.ErrOverAtStart):
		return fmt.Errorf("programs.%s: %w", w.rules.program.config.Name, err)
	case !ok:
		return err
	}
	text := fmt.Sprintf("seed %d", GameSeed(seed))
	for i := range w.seats {
		a := &w.seats[i]
		text += fmt.Sprintf("; seat %d %s", i+1, cmp.Or(a.Name, a.Player))
		p := w.programOf(a)
		if p == nil || a.Weights == nil {
			continue
		}
		if space := w.processes.programs.Known(p.config.Name).Weights; len(space) == len(a.Weights) {
			text += " " + protocol.FormatWeights(space, a.Weights)
		} else {
			text += fmt.Sprintf(" %v", a.Weights)
		}
	}
	return fmt.Errorf("%w (%s)", err, text)
}

// newEvidence describes a failed process of a program for the record of the game: its last lines,
// its error output and its exit status. w contains the weights with which the program played.
func newEvidence(i *instance, w engines.Weights, seed uint64, seats []engines.Agent) *engines.Evidence {
	e := &engines.Evidence{
		Program: i.program.config.Name, Weights: i.program.description.Weights.Named(w), Seed: seed, Agents: slices.Clone(seats),
		Stderr: protocol.PrintableLines(i.process.Stderr()), Status: statusOf(i),
	}
	for _, x := range i.process.Recent() {
		e.Lines = append(e.Lines, protocol.Printable(x.String()))
	}
	return e
}

// statusOf returns the exit status of a process, or "" while it runs.
func statusOf(i *instance) string {
	if ended, ok := errors.AsType[*process.EndedError](i.process.Ended()); ok {
		return ended.Status
	}
	return ""
}
