package engines

import (
	"context"
	"encoding/binary"
	"sync"
	"sync/atomic"
)

// The content of a game is a chain of hashes: of the text of its start position, of every
// move, and of its end.

func textHash(text string) uint64 { return mix(Purpose(text) ^ uint64(len(text))) }

// moveHash adds the move m to the hash of a game and returns the new hash. The result differs if
// only the move, or only the hash before the move, is different.
func moveHash(hash uint64, m Move) uint64 { return stepHash(hash, uint64(uint32(m))) }

func stepHash(hash, x uint64) uint64 {
	hash = (hash ^ x) * 0xbf58476d1ce4e5b9
	return hash ^ hash>>32
}

// endHash completes the content hash of a game (Record.Content), which is never 0. It adds the
// ending and the places to hash, the hash of the start position and the moves.
func endHash(hash uint64, to *Record) uint64 {
	places := binary.LittleEndian.Uint64(to.Outcome.places[:]) // at most 4 bits of each byte
	return max(stepHash(hash, places^uint64(to.Ending)<<4), 1)
}

// WrittenContent computes the content hash of a game ([Record].Content) from texts. It is for games
// without chance that an external program has played, because their positions are not available.
// The hash covers the start position, the moves, and the ending and the places in the record.
func (r Record) WrittenContent(start string, moves []string) uint64 {
	hash := textHash(start)
	for _, m := range moves {
		hash = mix(hash ^ textHash(m))
	}
	return endHash(hash, &r)
}

// seedEffects caches the [SeedEffect] of an engine's games for every number of seats. Its methods
// may be called from several goroutines.
type seedEffects struct {
	engine Engine
	mu     sync.Mutex // held while an effect is found
	known  [MaxSeats + 1]atomic.Pointer[SeedEffect]
}

// of returns the [SeedEffect] of games with the given number of seats. If FindChance fails, the
// game is assumed to have chance. If it fails because ctx ended, the result is not cached, so that
// the next call tries again.
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
