package engines

import (
	"context"
	"encoding/binary"
	"fmt"
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

// endHash adds the end of a game to the hash of its moves and returns the content, which is
// never 0. The ending includes whether the game was forfeited, the places by which seat.
func endHash(hash uint64, to *Record) uint64 {
	places := binary.LittleEndian.Uint64(to.Outcome.places[:]) // at most 4 bits of each byte
	return max(stepHash(hash, places^uint64(to.Ending)<<4), 1)
}

// WrittenContent returns the content of a game without chance that a program has played by
// itself, from the text of its start position, its moves as the program writes them, and
// its end.
func WrittenContent(start string, moves []string, to Record) uint64 {
	hash := textHash(start)
	for _, m := range moves {
		hash = mix(hash ^ textHash(m))
	}
	return endHash(hash, &to)
}

// SeedEffects stores what the seed of an engine's games changes, for every number of seats
// once. Its methods may be called from several goroutines.
type SeedEffects struct {
	find  func(ctx context.Context, seats int) (SeedEffect, error)
	mu    sync.Mutex // held while an effect is found
	known [MaxSeats + 1]atomic.Pointer[SeedEffect]
}

// NewSeedEffects returns a store of what find returns.
func NewSeedEffects(find func(ctx context.Context, seats int) (SeedEffect, error)) *SeedEffects {
	return &SeedEffects{find: find}
}

// Find returns the effect for a number of seats, or the error of finding it. An error is
// not stored.
func (s *SeedEffects) Find(ctx context.Context, seats int) (SeedEffect, error) {
	effect, err := s.search(ctx, seats)
	if err != nil {
		return SeedEffect{}, err
	}
	return *effect, nil
}

// of returns the effect for a number of seats. A game for which it cannot be found counts as
// one with chance; if that is because ctx has ended, only until the next call.
func (s *SeedEffects) of(ctx context.Context, seats int) *SeedEffect {
	if known := s.known[seats].Load(); known != nil {
		return known
	}
	effect, err := s.search(ctx, seats)
	if err != nil {
		effect = &SeedEffect{Chance: true}
		if ctx.Err() == nil {
			s.known[seats].Store(effect)
		}
	}
	return effect
}

// search finds an effect once.
func (s *SeedEffects) search(ctx context.Context, seats int) (*SeedEffect, error) {
	if seats < 0 || seats > MaxSeats {
		return nil, fmt.Errorf("%d seats, at most %d", seats, MaxSeats)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.known[seats].Load(); known != nil {
		return known, nil
	}
	effect, err := s.find(ctx, seats)
	if err != nil {
		return nil, err
	}
	s.known[seats].Store(&effect)
	return &effect, nil
}
