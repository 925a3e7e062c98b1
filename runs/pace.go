package runs

import (
	"sync"
	"time"

	"github.com/lanista/lanista/tournament"
)

// pace measures the speed at which workers play pairings. Several goroutines may use it at the same
// time.
type pace struct {
	workers int
	begun   time.Time

	mu       sync.Mutex
	games    int
	finished []time.Duration // end times of the pairings since begun, ascending
}

func (p *pace) add(r tournament.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.games += len(r.Games)
	p.finished = append(p.finished, time.Since(p.begun))
}

func (p *pace) pairings() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.finished)
}

func (p *pace) enough() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.games >= enoughGames && time.Since(p.begun) >= shortestMeasurement
}

// perSecond returns the number of games per second in a measurement of the duration window. It
// returns 0 if no pairing has finished. With enough pairings it ignores the first one of each
// worker, which includes the start of programs. With few pairings it counts one unfinished pairing
// per worker as half played.
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
