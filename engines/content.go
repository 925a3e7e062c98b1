package engines

import (
	"context"
	"encoding/binary"
	"sync"
	"sync/atomic"
)

// The content of a game is a chain of hashes: of the text of its start position, of every
// move, and of its end.

// textHash returns the hash of a text.
func textHash(text string) uint64 { return mix(Purpose(text) ^ uint64(len(text))) }

// moveHash adds a move to the hash of the game before it. For one hash it is one-to-one in
// the move, and for one move in the hash.
func moveHash(hash uint64, m Move) uint64 { return stepHash(hash, uint64(uint32(m))) }

// stepHash adds a number to a hash.
func stepHash(hash, x uint64) uint64 {
	hash = (hash ^ x) * 0xbf58476d1ce4e5b9
	return hash ^ hash>>32
}

// endHash adds the end of a game, its ending and its places, to the hash of its moves. It
// returns the content, which is never 0.
func endHash(hash uint64, to *Record) uint64 {
	places := binary.LittleEndian.Uint64(to.Outcome.places[:]) // at most 4 bits of each byte
	return max(stepHash(hash, places^uint64(to.Ending)<<4), 1)
}

// WrittenContent returns the content of a game without chance that is played without
// positions, for example by a program: a hash of the text of its start position, the texts of
// its moves and the end in the record.
func (r Record) WrittenContent(start string, moves []string) uint64 {
	hash := textHash(start)
	for _, m := range moves {
		hash = mix(hash ^ textHash(m))
	}
	return endHash(hash, &r)
}

// seedEffects stores the results of FindChance for an engine, by number of seats. Its methods
// may be called from several goroutines.
type seedEffects struct {
	engine Engine
	mu     sync.Mutex // held while an effect is found
	known  [MaxSeats + 1]atomic.Pointer[SeedEffect]
}

// of returns the effect for a number of seats. A game for which FindChance fails counts as one
// with chance. If FindChance failed because ctx has ended, the next call of of repeats it.
func (s *seedEffects) of(ctx context.Context, seats int) *SeedEffect {
	if known := s.known[seats].Load(); known != nil {
		return known
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.known[seats].Load(); known != nil {
		return known
	}
	effect, err := FindChance(ctx, s.engine, seats)
	if err != nil {
		effect = SeedEffect{Chance: true}
		if ctx.Err() != nil {
			return &effect
		}
	}
	s.known[seats].Store(&effect)
	return &effect
}
