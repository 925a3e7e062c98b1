package serve

import (
	"sync"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// The length of a game whose moves are not stored is counted by a replay. A list starts replays
// for at most lengthsWithin, aborts a replay after lengthPatience, and caches mostLengths
// lengths.
const (
	lengthsWithin  = 300 * time.Millisecond
	lengthPatience = 2 * time.Second
	mostLengths    = 10_000
)

// lengths caches the lengths of stored games. The length 0 means that a replay was too slow or
// its result differed.
type lengths struct {
	mu    sync.Mutex
	known map[lengthKey]runs.Length
}

// lengthKey identifies a game of one store file.
type lengthKey struct {
	store *results.Store
	run   string
	at    results.GameRef
}

// find returns the cached lengths, and the games without one.
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

// keep caches lengths.
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
