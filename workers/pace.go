package workers

import (
	"sync"
	"time"
)

// How long a task is to take on a slot.
const (
	youngTask = 200 * time.Millisecond // while little is known of the speed
	fullTask  = time.Second
	// youngTasks is the number of tasks that must be known before one is full.
	youngTasks = 8
)

// maxStretch is the largest number of pairings in a task, and maxTaskBytes about the
// most that its result may have.
const (
	maxStretch   = 8192
	maxTaskBytes = 256 << 10
)

// pace knows how long pairings take. The zero value knows nothing. Its methods may
// be called from several goroutines.
type pace struct {
	mu    sync.Mutex
	tasks int
	each  float64 // seconds of a pairing, on a slot
	bytes float64 // of the result of a pairing
}

// took enters a task of so many pairings.
func (p *pace) took(pairings int, d time.Duration, bytes int) {
	if pairings < 1 || d <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	share := 0.2 // of the new one
	if p.tasks == 0 {
		share = 1
	}
	p.each += share * (d.Seconds()/float64(pairings) - p.each)
	p.bytes += share * (float64(bytes)/float64(pairings) - p.bytes)
	p.tasks++
}

// wave is the tasks of one size that slots are given one after the other towards the end
// of a batch.
type wave struct{ size, tasks int }

// size is the number of pairings for the next task of a batch of which so many are
// left, for so many slots of some workers. Near the end tasks become smaller, so that
// workers come to an end together: as many tasks as there are slots have most of what
// is left, as many most of the rest, and so on. The slots of one worker share a task, so
// that a single worker needs no small ones.
func (p *pace) size(left, workers, slots int, w *wave) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	slots = max(slots, 1)
	share := left
	if workers != 1 {
		if w.tasks == 0 {
			each := float64(left) / float64(slots)
			*w = wave{int(waveShare(each*p.each) * each), slots}
		}
		share = w.size
		w.tasks--
	}
	if p.tasks == 0 {
		return max(1, min(4, share))
	}
	of := func(d time.Duration) int { return int(d.Seconds() / max(p.each, 1e-9)) }
	target := fullTask
	if p.tasks < youngTasks {
		target = youngTask
	}
	n := min(of(target), max(share, of(leastTask(slots))), maxStretch)
	if p.bytes > 0 {
		n = min(n, int(maxTaskBytes/p.bytes))
	}
	return max(n, 1)
}

// waveShare is how much of what is left a wave has, where that takes a slot so many seconds.
// The more it is, the longer the others wait for a slot that is slower than they are; the less,
// the more tasks there are, after each of which a slot waits. Simulated with two slots whose
// speeds differ by up to a tenth and games that vary by a half: what is left takes a short round
// longest with its tasks, and a long one with its slots.
func waveShare(seconds float64) float64 {
	if seconds > 0 && seconds < shortRound.Seconds() {
		return 0.9
	}
	return 0.75
}

// shortRound is how long all that is left takes a slot in a round that is short.
const shortRound = 300 * time.Millisecond

// leastTask is how long a task is at the end of a batch, at least: between two tasks a
// slot waits for about half a millisecond, and a server takes about a thousand tasks a
// second.
func leastTask(slots int) time.Duration {
	return min(max(5*time.Millisecond, time.Duration(slots)*time.Millisecond), fullTask)
}

// expect is how long a task of so many pairings takes, 0 while nobody knows.
func (p *pace) expect(pairings int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Duration(p.each * float64(pairings) * float64(time.Second))
}
