package workers

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lanista/lanista/tournament"
)

// sharedTask is a task that is being played. Several slots, goroutines of the worker, may take
// pairings from it, one at a time.
type sharedTask struct {
	ctx     context.Context
	active  *activeTask
	header  *receivedHeader
	records records        // one per pairing
	slots   []int32        // slot that played each pairing
	next    atomic.Int64   // the first pairing that no slot has taken
	helpers sync.WaitGroup // slots that help

	mu     sync.Mutex // protects the fields below
	busy   time.Duration
	errors map[int]string // by the pairing's index in the batch
}

// left returns the number of pairings that no goroutine has taken, or 0 if the task is cancelled.
func (s *sharedTask) left() int {
	if s.ctx.Err() != nil {
		return 0
	}
	return max(0, len(s.active.task.Pairings)-int(s.next.Load()))
}

func (s *sharedTask) play(ctx *heartbeat, i int, arena *taskArena) {
	t := s.active
	job := tournament.Job{Index: t.task.From + i, Game: s.header.header.Game, Agents: s.header.header.Field, Pairing: t.task.Pairings[i]}
	games, err := job.Play(ctx, arena.arena)
	switch {
	case s.ctx.Err() != nil:
	case err != nil:
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.errors == nil {
			s.errors = make(map[int]string)
		}
		s.errors[t.task.From+i] = cleanText(strings.ToValidUTF8(err.Error(), "?"))
	default:
		s.records[i], s.slots[i] = games, int32(arena.slot)
	}
}

// helpUnder is the longest duration of a pairing for which idle slots (goroutines of the worker)
// help with the task of another slot. A helper takes a new task only after its pairing, so with
// longer pairings new tasks would have to wait.
const helpUnder = 50 * time.Millisecond

// slotPool assigns a worker's slots, the goroutines that play games, to its tasks. Each task has a
// slot of its own. A slot without a task helps another slot by playing some of the pairings of its
// task.
type slotPool struct {
	arenas *arenaCache

	mu      sync.Mutex    // protects the fields below
	freed   *sync.Cond    // signals that a slot has become free
	free    []int         // slots that play nothing
	waiting int           // tasks that wait for a slot
	tasks   []*sharedTask // in play
	quick   string        // arena key of games whose pairings take less than helpUnder
}

func newSlotPool(n int, arenas *arenaCache) *slotPool {
	p := &slotPool{arenas: arenas}
	for slot := range n {
		p.free = append(p.free, n-1-slot)
	}
	p.freed = sync.NewCond(&p.mu)
	return p
}

// play plays the pairings of a task. It returns when all have been played or the task has been
// cancelled.
func (p *slotPool) play(s *sharedTask, arena *taskArena) {
	p.mu.Lock()
	for p.waiting++; len(p.free) == 0; {
		p.freed.Wait()
	}
	p.waiting--
	arena.slot = p.take()
	p.tasks = append(p.tasks, s)
	p.startHelpers()
	p.mu.Unlock()

	p.playPairings(s, arena, false)
	p.mu.Lock()
	p.tasks = slices.DeleteFunc(p.tasks, func(x *sharedTask) bool { return x == s }) // no further helper starts
	p.mu.Unlock()
	s.helpers.Wait()

	p.mu.Lock()
	p.release(arena.slot)
	p.mu.Unlock()
}

// take returns the number of a free slot, one of the worker's goroutines that play games. The caller
// holds p.mu, and there is a free slot.
func (p *slotPool) take() int {
	last := len(p.free) - 1
	slot := p.free[last]
	p.free = p.free[:last]
	return slot
}

// release makes a slot, a goroutine of the worker, available again. The caller holds p.mu.
func (p *slotPool) release(slot int) {
	p.free = append(p.free, slot)
	p.freed.Signal()
	p.startHelpers()
}

// startHelpers makes free slots (goroutines) help with tasks. Each helps with the task that has the
// most pairings left to play. The caller holds p.mu.
func (p *slotPool) startHelpers() {
	for len(p.free) > p.waiting {
		var most *sharedTask
		for _, s := range p.tasks {
			if s.header.arenaKey == p.quick && s.left() > 0 && (most == nil || s.left() > most.left()) {
				most = s
			}
		}
		if most == nil {
			return
		}
		slot := p.take()
		most.helpers.Go(func() { p.help(most, slot) })
	}
}

// help plays pairings of the task of another goroutine (slot) until none is left or a new task
// waits for a slot.
func (p *slotPool) help(s *sharedTask, slot int) {
	arena, err := p.arenas.take(s.ctx, s.header)
	if err == nil {
		arena.slot = slot
		p.playPairings(s, arena, true)
		p.arenas.put(arena)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.quick = "" // without an arena no slot can help
	}
	p.release(slot)
}

// playPairings takes pairings of a task and plays them one after the other. A helper stops when a
// new task waits for a slot.
func (p *slotPool) playPairings(s *sharedTask, arena *taskArena, helper bool) {
	began := time.Now()
	n := len(s.active.task.Pairings)
	ctx := &heartbeat{s.ctx, s.active}
	for first := true; s.ctx.Err() == nil && !(helper && p.taskWaits()); first = false {
		i := int(s.next.Add(1)) - 1
		if i >= n {
			break
		}
		s.play(ctx, i, arena)
		if first && !helper && i < n-1 {
			p.recordTime(s, time.Since(began))
		}
	}
	s.mu.Lock()
	s.busy += time.Since(began)
	s.mu.Unlock()
}

func (p *slotPool) taskWaits() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting > 0
}

// recordTime decides whether idle slots (goroutines of the worker) help with the tasks of an arena.
// They help if a pairing takes less than helpUnder and no external programs play. took is the time
// of the first pairing of the task s.
func (p *slotPool) recordTime(s *sharedTask, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch key := s.header.arenaKey; {
	case took < helpUnder && !s.active.programs.Load():
		p.quick = key
		p.startHelpers()
	case p.quick == key:
		p.quick = ""
	}
}
