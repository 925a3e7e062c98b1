package tournament

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
)

// Stream is a schedule that grows while it is played, with the field of its agents:
// whoever reads the results adds what is to be played next. So an executor has games
// to play while the last ones of a part are still in play. The zero value is empty;
// its methods may be called from several goroutines.
type Stream struct {
	mu       sync.RWMutex
	field    []engines.Agent
	pairings []Pairing
	closed   bool
	grown    func() // tells the jobs of this stream that there are more of them
}

var _ Schedule = (*Stream)(nil)

// Add appends pairings among a field of their own, in which they name their agents.
func (s *Stream) Add(field []engines.Agent, pairings []Pairing) {
	s.mu.Lock()
	from := len(s.field)
	s.field = append(s.field, field...)
	for _, p := range pairings {
		p.Agents, p.Opponents = moved(p.Agents, from), moved(p.Opponents, from)
		s.pairings = append(s.pairings, p)
	}
	grown := s.grown
	s.mu.Unlock()
	if grown != nil {
		grown()
	}
}

// moved is a list of places in a field that begins so much later.
func moved(list []int, by int) []int {
	out := slices.Clone(list)
	for i := range out {
		out[i] += by
	}
	return out
}

// Close says that nothing more will be added.
func (s *Stream) Close() {
	s.mu.Lock()
	s.closed = true
	grown := s.grown
	s.mu.Unlock()
	if grown != nil {
		grown()
	}
}

// Len is the number of pairings so far.
func (s *Stream) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.pairings)
}

// At is the i-th pairing.
func (s *Stream) At(i int) Pairing {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.pairings[i]
}

// Field lists the agents so far. What is added later does not change the list.
func (s *Stream) Field() []engines.Agent {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clip(s.field)
}

// open reports whether more may be added.
func (s *Stream) open() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return !s.closed
}

// RunStream plays a stream as [Run] plays a schedule, until it is closed and
// everything in it has been played. The loop that takes the results adds to the
// stream, or closes it. An executor waits in [Jobs.Take] while there is nothing to
// play.
func RunStream(ctx context.Context, x Executor, s *Stream, o Options) iter.Seq2[Result, error] {
	return run(ctx, x, func() *Jobs {
		jobs := &Jobs{batch: o.Batch, terms: o.Terms, stream: s, schedule: s, skip: o.Skip, slots: 1}
		s.mu.Lock()
		s.grown = jobs.grown
		s.mu.Unlock()
		return jobs
	}, o)
}
