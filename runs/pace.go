package runs

import (
	"sync"
	"time"

	"github.com/lanista/lanista/tournament"
)

// pace measures how fast workers play pairings. It may be used by several goroutines.
type pace struct {
	workers int
	begun   time.Time

	mu       sync.Mutex
	games    int
	finished []time.Duration // since begun, in order
}

// add enters a pairing that has ended.
func (p *pace) add(r tournament.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.games += len(r.Games)
	p.finished = append(p.finished, time.Since(p.begun))
}

// pairings returns the number of pairings that have ended.
func (p *pace) pairings() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.finished)
}

// enough reports whether more games would hardly change the measurement.
func (p *pace) enough() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.games >= enoughGames && time.Since(p.begun) >= glimpse
}

// perSecond returns the games in a second at the end of a measurement, 0 if none has
// ended. With enough pairings, the first of every worker is left out, since programs are
// started in its time. With fewer, the pairings in play count as half played: a short
// measurement ends in the middle of them.
func (p *pace) perSecond(window time.Duration) float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, w := len(p.finished), max(1, p.workers)
	if n == 0 {
		return 0
	}
	pairings, seconds := float64(n)+float64(w)/2, window.Seconds()
	if n >= 3*w {
		pairings, seconds = float64(n-w), (window - p.finished[w-1]).Seconds()
	}
	return pairings / max(seconds, 1e-9) * float64(p.games) / float64(n)
}
