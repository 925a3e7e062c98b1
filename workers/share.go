//go:build !nobroker

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

// share is a task in play, whose pairings the slots of a worker take one by one.
type share struct {
	ctx     context.Context
	held    *held
	header  *header
	records records
	next    atomic.Int64 // the first pairing that nobody has begun
	helpers sync.WaitGroup

	mu     sync.Mutex // guards what follows
	busy   time.Duration
	errors map[int]string
}

// left is the number of pairings that nobody has begun and that are to be played.
func (s *share) left() int {
	if s.ctx.Err() != nil {
		return 0
	}
	return max(0, len(s.held.Pairings)-int(s.next.Load()))
}

// play plays a pairing.
func (s *share) play(ctx *pulse, i int, t *table) {
	h := s.held
	job := tournament.Job{Index: h.From + i, Game: s.header.Game, Agents: s.header.Field, Pairing: h.Pairings[i]}
	games, err := job.Play(ctx, t.arena)
	switch {
	case s.ctx.Err() != nil:
	case err != nil:
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.errors == nil {
			s.errors = make(map[int]string)
		}
		s.errors[h.From+i] = cut(strings.ToValidUTF8(err.Error(), "?"))
	default:
		s.records[i] = games
	}
}

// helpUnder is the longest that a pairing may take of which other slots help with: a
// task that comes meanwhile waits for one.
const helpUnder = 50 * time.Millisecond

// slots are those of a worker. One that has no task helps with another's, so that none
// of them is idle while a task has pairings that nobody has begun.
type slots struct {
	mu     sync.Mutex // guards what follows
	left   *sync.Cond // a helper has left
	free   int        // slots that play nothing
	wanted int        // tasks that wait for a slot
	shares []*share   // in play
	quick  string     // the key of the tables of games whose pairings take less than helpUnder
}

func newSlots(n int) *slots {
	s := &slots{free: n}
	s.left = sync.NewCond(&s.mu)
	return s
}

// share plays the pairings of a task, with the help of slots that are free.
func (w *worker) share(s *share, t *table) {
	c := w.slots
	c.mu.Lock()
	for c.wanted++; c.free == 0; {
		c.left.Wait()
	}
	c.wanted--
	c.free--
	c.shares = append(c.shares, s)
	w.help()
	c.mu.Unlock()

	w.take(s, t, false)
	c.mu.Lock()
	c.shares = slices.DeleteFunc(c.shares, func(x *share) bool { return x == s }) // nobody else begins to help
	c.mu.Unlock()
	s.helpers.Wait()

	c.mu.Lock()
	w.leave()
	c.mu.Unlock()
}

// leave frees a slot. The slots are locked.
func (w *worker) leave() {
	w.slots.free++
	w.slots.left.Signal()
	w.help()
}

// help lets free slots help with the task of which most is left. The slots are locked.
func (w *worker) help() {
	c := w.slots
	for c.free > c.wanted {
		var most *share
		for _, s := range c.shares {
			if s.header.key == c.quick && s.left() > 0 && (most == nil || s.left() > most.left()) {
				most = s
			}
		}
		if most == nil {
			return
		}
		c.free--
		most.helpers.Go(func() { w.helper(most) })
	}
}

// helper helps with a task until nothing of it is left, or until another one wants the
// slot.
func (w *worker) helper(s *share) {
	t, err := w.tables.take(s.ctx, s.header)
	if err == nil {
		w.take(s, t, true)
		w.tables.back(t)
	}
	w.slots.mu.Lock()
	defer w.slots.mu.Unlock()
	if err != nil {
		w.slots.quick = "" // nobody can help
	}
	w.leave()
}

// take plays pairings of a task that nobody has begun, one after the other.
func (w *worker) take(s *share, t *table, helps bool) {
	began := time.Now()
	n := len(s.held.Pairings)
	ctx := &pulse{s.ctx, s.held}
	for first := true; s.ctx.Err() == nil && !(helps && w.slots.others()); first = false {
		i := int(s.next.Add(1)) - 1
		if i >= n {
			break
		}
		s.play(ctx, i, t)
		if first && !helps && i < n-1 {
			w.judge(s, time.Since(began))
		}
	}
	s.mu.Lock()
	s.busy += time.Since(began)
	s.mu.Unlock()
}

// others reports whether a task waits for a slot.
func (c *slots) others() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wanted > 0
}

// judge notes how long a pairing has taken, for which others may help.
func (w *worker) judge(s *share, took time.Duration) {
	c := w.slots
	c.mu.Lock()
	defer c.mu.Unlock()
	switch key := s.header.key; {
	case took < helpUnder && !s.held.bounded.Load():
		c.quick = key
		w.help()
	case c.quick == key:
		c.quick = ""
	}
}
