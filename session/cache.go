package session

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// Cache stores the results of finished searches for many sessions. An implementation must be safe
// for concurrent use, and may drop entries.
type Cache interface {
	Get(key [sha256.Size]byte) (value any, ok bool)
	Add(key [sha256.Size]byte, value any) (evicted bool)
}

// cachedAnalysis returns an agent's analysis of the current position. It uses the cache of the
// session.
func cachedAnalysis(ctx context.Context, s *Session, a engines.Agent) (analysis.Analysis, error) {
	return cached(s, "analysis", a, func() (analysis.Analysis, error) {
		e, err := s.engine.With(a.Settings)
		if err != nil {
			return analysis.Analysis{}, err
		}
		return analysis.Analyze(ctx, e, s.game.Clone(), a)
	})
}

// cachedEvals returns an agent's evaluation of every move in the current position. It uses the
// cache of the session.
func cachedEvals(ctx context.Context, s *Session, a engines.Agent) ([]analysis.MoveEval, error) {
	return cached(s, "rating", a, func() ([]analysis.MoveEval, error) {
		e, err := s.engine.With(a.Settings)
		if err != nil {
			return nil, err
		}
		return analysis.EvaluateMoves(ctx, e, s.game.Clone(), a)
	})
}

// cached returns the result of an agent's search of the given kind from the session's cache. If the
// cache does not have it, cached calls f and stores its result. Errors are not stored.
func cached[T any](s *Session, kind string, a engines.Agent, f func() (T, error)) (T, error) {
	if s.options.Cache == nil {
		return f()
	}
	key := cacheKey(s, kind, a)
	if found, ok := s.options.Cache.Get(key); ok {
		return found.(T), nil
	}
	v, err := f()
	if err == nil {
		s.options.Cache.Add(key, v)
	}
	return v, err
}

// cacheKey returns the key of a search in the cache: a hash of everything that the result depends
// on. This includes the position, as the seat to move sees it, and the moves that led to it.
func cacheKey(s *Session, kind string, a engines.Agent) [sha256.Size]byte {
	spec := s.engine.Spec()
	return sha256.Sum256(fmt.Appendf(nil, "%#v", []any{
		kind, spec.Name, spec.Version, s.options.Settings, s.options.Position, s.moves, s.View(s.Turn()).String(), a.Player, a.Settings, a.Weights, a.Limit,
	}))
}
