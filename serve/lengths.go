package serve

import (
	"sync"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// These constants limit the replays by which the server counts the plies of games that are stored
// without their moves. For one page it starts replays for at most lengthsWithin. It aborts the last
// replay if the time since the first one exceeds lengthPatience. At most mostLengths lengths are
// cached.
const (
	lengthsWithin  = 300 * time.Millisecond
	lengthPatience = 2 * time.Second
	mostLengths    = 10_000
)

// lengths caches the number of plies (moves of one player) of stored games. The value 0 means
// that replaying the game took too long or gave a different result.
type lengths struct {
	mu    sync.Mutex
	known map[lengthKey]runs.Length
}

// lengthKey identifies a stored game: its store, its run and its place in the run.
type lengthKey struct {
	store *results.Store
	run   string
	at    results.GameRef
}

// find returns the cached lengths of games, and the games whose length is not cached.
func (l *lengths) find(store *results.Store, run string, games []results.PlayedGame) (map[results.GameRef]runs.Length, []results.GameRef) {
	l.mu.Lock()
	defer l.mu.Unlock()
	found := make(map[results.GameRef]runs.Length, len(games))
	var missing []results.GameRef
	for _, g := range games {
		if n, ok := l.known[lengthKey{store, run, g.GameRef}]; ok {
			found[g.GameRef] = n
		} else {
			missing = append(missing, g.GameRef)
		}
	}
	return found, missing
}

// keep adds lengths of games to the cache.
func (l *lengths) keep(store *results.Store, run string, found map[results.GameRef]runs.Length) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil || len(l.known) > mostLengths {
		l.known = make(map[lengthKey]runs.Length)
	}
	for at, n := range found {
		l.known[lengthKey{store, run, at}] = n
	}
}
