package serve

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// These constants limit, for one page, the replays that count the plies of games stored without
// moves. New replays start only during lengthsWithin, and the last one is aborted when
// lengthPatience has passed since the beginning. At most mostLengths lengths are cached.
const (
	lengthsWithin  = 300 * time.Millisecond
	lengthPatience = 2 * time.Second
	mostLengths    = 10_000
)

// lengthKey identifies a stored game by its store, its run and its place in the run. The epoch of
// the run is a part of the key because it changes if games are replaced; see
// [results.Summary.Epoch].
type lengthKey struct {
	store      *results.Store
	run, epoch string
	at         results.GameRef
}

// measured returns the lengths of stored games in plies (moves of one player). It replays games
// whose lengths are not cached, up to a time limit. If too many other searches are running, it
// returns only the cached lengths. A length of 0 means that the replay took too long or gave a
// different result.
func (t *replayAPI) measured(ctx context.Context, store *results.Store, run results.Summary, games []results.PlayedGame) map[results.GameRef]runs.Length {
	found := make(map[results.GameRef]runs.Length, len(games))
	var missing []results.GameRef
	for _, g := range games {
		if n, ok := t.lengths.Get(lengthKey{store, run.ID, run.Epoch(), g.GameRef}); ok {
			found[g.GameRef] = n
		} else {
			missing = append(missing, g.GameRef)
		}
	}
	if len(missing) == 0 {
		return found
	}
	release, err := t.searches.acquire(ctx)
	if err != nil {
		return found
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, lengthPatience)
	defer cancel()
	began := time.Now()
	fresh, err := runs.Lengths(ctx, t.server.options.Catalog, store, run.ID, missing, func() bool { return time.Since(began) < lengthsWithin })
	if errors.Is(err, context.DeadlineExceeded) && fresh != nil {
		fresh[missing[len(fresh)]] = runs.Length{} // a length of 0, so that the next list does not replay this game again
	}
	for at, n := range fresh {
		t.lengths.Add(lengthKey{store, run.ID, run.Epoch(), at}, n)
		found[at] = n
	}
	return found
}
