package deals

import (
	"slices"
	"sync"

	"github.com/lanista/lanista/engines"
)

// Options contains the options of a [Sequence], which assigns seeds to the games of a run so that
// their openings differ.
type Options struct {
	Seats    int              // of every game
	Openings engines.Openings // random plies at the beginning
	// Seed selects one of many sequences. Sequences with different seeds use other openings or
	// another order, unless the game's settings request the order of a list.
	Seed uint64
	// Numbered makes the sequence assign seeds by number alone, without comparing openings. It is
	// for games whose positions are not available in this process.
	Numbered bool
	// Supply is the number of different openings that the game has. If it is exact, the sequence
	// starts over as soon as all of them have been used.
	Supply Supply
	// Scattered makes the sequence use the lines of a list in a random order, even if the game's
	// settings request the order of the list.
	Scattered bool
	// Only restricts the sequence to the openings in this set. Except excludes the openings in
	// this set. Both come from another sequence; see [Sequence.First].
	Only, Except OpeningSet
}

// OpeningSet is a set of openings. Each is identified by the hash of its position.
type OpeningSet map[uint64]struct{}

// Sequence assigns seeds to the games of a run, one after another, so that no opening repeats while
// unused ones are left. If the game has a list of openings, every entry of the list is used once
// before any is used again. If games begin with random moves, the same holds for the positions
// after them. [engines.Deal] computes the opening of a game from its seed, so a process that only
// plays games does not need the sequence. The methods may be called from several goroutines.
type Sequence struct {
	options  Options
	engine   engines.Engine
	sequence uint32
	lines    int // of a list of openings, otherwise 0

	mu     sync.Mutex
	next   uint32     // the number that is tried next
	dealt  []uint64   // the seeds assigned so far, by index
	hashes []uint64   // the openings of dealt; 0 for one that could not be compared
	seen   OpeningSet // openings used since the used ones were last forgotten
	missed int        // openings compared since the last one that was used
}

// mostSeen is the largest number of used openings that a sequence stores. When it is reached, the
// sequence forgets all of them.
const mostSeen = 1 << 22

// NewSequence returns a sequence that assigns seeds to the games of an engine.
func NewSequence(e engines.Engine, o Options) *Sequence {
	s := &Sequence{options: o, engine: e, sequence: uint32(engines.Seed(o.Seed, engines.Purpose("deals"))), seen: make(OpeningSet)}
	if d, ok := engines.As[Listed](e); ok && o.Openings.RandomPlies == 0 {
		s.lines = max(0, d.Deals())
	}
	return s
}

// Seed returns the seed of the n-th game start, counted from 0.
func (s *Sequence) Seed(n int) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.dealt) <= n {
		s.deal()
	}
	return s.dealt[n]
}

// First returns the set of the openings with which the first n games start. A game that cannot be
// started has no known opening and is left out. With the option Numbered, openings are not compared
// and the set is empty.
func (s *Sequence) First(n int) OpeningSet {
	if n <= 0 {
		return OpeningSet{}
	}
	s.Seed(n - 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	set := make(OpeningSet, n)
	for _, h := range s.hashes[:n] {
		if h != 0 {
			set[h] = struct{}{}
		}
	}
	return set
}

// Different returns how many of the first n games start with different openings. known is false
// if some openings could not be compared.
func (s *Sequence) Different(n int) (different int, known bool) {
	set := s.First(n)
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(set), !slices.Contains(s.hashes[:max(0, n)], 0)
}

// After returns the index of the game start that follows the one with the given seed. It returns 0
// if the sequence does not contain the seed.
func (s *Sequence) After(seed uint64) int {
	sequence, number := Number(seed)
	if sequence != s.sequence {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	last := number
	if lines := uint32(s.lines); s.options.Scattered && lines > 0 { // the numbers of a pass through the list are in a random order
		last += lines - 1 - number%lines
	}
	for s.next <= last {
		s.deal()
	}
	for n := len(s.dealt); n > 0; n-- {
		if s.dealt[n-1] == seed {
			return n
		}
	}
	return 0
}

func (s *Sequence) deal() {
	for {
		seed := Seed(s.sequence, s.number())
		s.next++
		if s.options.Numbered {
			s.dealt, s.hashes = append(s.dealt, seed), append(s.hashes, 0)
			return
		}
		h, ok := s.opening(seed)
		if ok && !s.accepts(h) {
			continue
		}
		s.dealt, s.hashes = append(s.dealt, seed), append(s.hashes, h)
		if ok {
			s.seen[h] = struct{}{}
			s.missed = 0
		}
		return
	}
}

// number returns the number of the game start that is tried next. The seed of the start follows
// from this number. Numbers are tried in ascending order. With the option Scattered and a list of
// openings, those that belong to one pass through the list are tried in random order.
func (s *Sequence) number() uint32 {
	if !s.options.Scattered || s.lines == 0 {
		return s.next
	}
	lines := uint32(s.lines)
	return s.next/lines*lines + uint32(Line(Seed(s.sequence, s.next), s.lines))
}

// accepts reports whether the opening with hash h may be used next. The opening must be unused, and
// the options Only and Except must allow it. When all openings have been used, or after many
// refused openings in a row, the sequence forgets which ones it has used. After even more refusals,
// accepts returns true for any opening.
func (s *Sequence) accepts(h uint64) bool {
	o := &s.options
	s.missed++
	patience := 1000 + 20*(len(s.seen)+len(o.Only)+len(o.Except)+s.lines)
	if o.Supply.Exact && len(s.seen) >= o.Supply.Openings || len(s.seen) >= mostSeen || s.missed > patience {
		clear(s.seen)
	}
	if s.missed > 2*patience {
		return true
	}
	_, dealt := s.seen[h]
	_, out := o.Except[h]
	_, in := o.Only[h]
	return !dealt && !out && (in || o.Only == nil)
}

// opening returns the hash of the opening to which a seed leads. ok is false if the game cannot
// be started. Playing the game will then return the error.
func (s *Sequence) opening(seed uint64) (hash uint64, ok bool) {
	defer func() {
		if recover() != nil {
			hash, ok = 0, false
		}
	}()
	g, _, err := engines.Deal(s.engine, s.options.Seats, seed, s.options.Openings)
	if err != nil {
		return 0, false
	}
	return positionHash(g), true
}
