package tournament

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
)

// Stream is a schedule that grows while it is played, together with its list of agents. The caller
// that receives the results adds pairings. An executor then has games to play while the last games
// of a round are still running. The zero value is empty. Its methods may be called from several
// goroutines.
type Stream struct {
	mu       sync.RWMutex
	field    []engines.Agent
	pairings []Pairing
	closed   bool
	grown    func() // called after the stream has grown or was closed
}

var _ Schedule = (*Stream)(nil)

// Add appends agents and pairings to the schedule. The indices in the given pairings refer to the
// given agents. Add renumbers them, so that the pairings of the schedule and of results refer to
// the list that [Stream.Field] returns. Pairings added after Close may not be played.
//
// The weights and settings of the agents are not copied. They must not be changed while games are
// played.
func (s *Stream) Add(field []engines.Agent, pairings []Pairing) {
	s.mu.Lock()
	from := len(s.field)
	s.field = append(s.field, field...)
	for _, p := range pairings {
		p.Agents, p.Opponents = shifted(p.Agents, from), shifted(p.Opponents, from)
		s.pairings = append(s.pairings, p)
	}
	grown := s.grown
	s.mu.Unlock()
	if grown != nil {
		grown()
	}
}

func shifted(list []int, by int) []int {
	out := slices.Clone(list)
	for i := range out {
		out[i] += by
	}
	return out
}

// Close declares that no more pairings will be added.
func (s *Stream) Close() {
	s.mu.Lock()
	s.closed = true
	grown := s.grown
	s.mu.Unlock()
	if grown != nil {
		grown()
	}
}

// Len returns the number of pairings so far.
func (s *Stream) Len() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.pairings)
}

// At returns the pairing with index i.
func (s *Stream) At(i int) Pairing {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.pairings[i]
}

// Field returns the agents that have been added so far. Later additions do not change the
// returned list.
func (s *Stream) Field() []engines.Agent {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clip(s.field)
}

func (s *Stream) open() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return !s.closed
}

// RunStream plays a growing schedule until the schedule is closed and all its pairings are played.
// Its results and errors are those of [Run]. The loop over the results must add pairings or close
// the stream, because the executor waits while there is nothing to play.
func RunStream(ctx context.Context, x Executor, s *Stream, o Options) iter.Seq2[Result, error] {
	return run(ctx, x, func() *Jobs {
		jobs := &Jobs{batch: o.Batch, terms: o.Terms, stream: s, schedule: s, skip: o.Skip, slots: 1}
		s.mu.Lock()
		s.grown = jobs.streamGrown
		s.mu.Unlock()
		return jobs
	}, o)
}
