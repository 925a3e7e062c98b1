package serve

import (
	"sync"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// Games whose moves are not stored are played again to tell how long they are: a list
// begins with another one for lengthsWithin at the most, and gives up a game that takes
// more than lengthPatience. What is found is kept, for mostLengths games.
const (
	lengthsWithin  = 300 * time.Millisecond
	lengthPatience = 2 * time.Second
	mostLengths    = 10_000
)

// lengths are those of stored games, as far as they have been asked for; 0 is that of
// a game that cannot be played again as it was, or not soon.
type lengths struct {
	mu    sync.Mutex
	known map[lengthKey]runs.Length
}

// lengthKey names a stored game. A store that was replaced is another one.
type lengthKey struct {
	store *results.Store
	run   string
	at    results.GameRef
}

// find returns the lengths that are known, and the games of which they are not.
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

// keep remembers lengths.
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
