package workers

import (
	"sync"
	"time"
)

// These constants define the target duration of a task. It is youngTask until youngTasks tasks have
// been measured, and fullTask afterwards.
const (
	youngTask  = 200 * time.Millisecond
	fullTask   = time.Second
	youngTasks = 8
)

// These constants limit the size of a task.
const (
	maxStretch   = 8192      // largest number of pairings in a task
	maxTaskBytes = 256 << 10 // largest expected size of a task's result, in bytes
)

// pace chooses how many pairings (groups of games) a task contains. It measures how long pairings
// take. The zero value is ready to use. Its methods may be called from several goroutines.
type pace struct {
	mu      sync.Mutex
	tasks   int     // number of tasks measured so far
	seconds float64 // duration of a pairing on a slot, an exponential average
	bytes   float64 // size of a pairing's result, an exponential average
}

// add records measurements of a finished task: its number of pairings, its playing time, and the
// size of its result in bytes. The playing time is summed over the slots, the goroutines that play
// games.
func (p *pace) add(pairings int, d time.Duration, bytes int) {
	if pairings < 1 || d <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	share := 0.2 // of the new measurement
	if p.tasks == 0 {
		share = 1
	}
	p.seconds += share * (d.Seconds()/float64(pairings) - p.seconds)
	p.bytes += share * (float64(bytes)/float64(pairings) - p.bytes)
	p.tasks++
}

// tailBatch is a group of tasks of equal size near the end of a batch of pairings. The group has one task
// for each slot, that is for each game that the workers can play at the same time.
type tailBatch struct {
	size  int // pairings of a task
	tasks int // left in the group
}

// size returns how many pairings the next task of a batch should contain. left is the number of
// pairings that have not been handed out. Before the first measurement the size is at most four.
//
// Near the end tasks become smaller, so that all workers finish at about the same time. A group of
// equal tasks, one for each slot, contains most of the remaining pairings. The next group contains
// most of the rest in smaller tasks, and so on. tail is the present group. A single worker needs no
// small tasks, because its slots share tasks.
func (p *pace) size(left, workers, slots int, tail *tailBatch) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	slots = max(slots, 1)
	share := left
	if workers != 1 {
		if tail.tasks == 0 {
			each := float64(left) / float64(slots)
			*tail = tailBatch{int(tailShare(each*p.seconds) * each), slots}
		}
		share = tail.size
		tail.tasks--
	}
	if p.tasks == 0 {
		return max(1, min(4, share))
	}
	pairings := func(d time.Duration) int { return int(d.Seconds() / max(p.seconds, 1e-9)) }
	target := fullTask
	if p.tasks < youngTasks {
		target = youngTask
	}
	n := min(pairings(target), max(share, pairings(leastTask(slots))), maxStretch)
	if p.bytes > 0 {
		n = min(n, int(maxTaskBytes/p.bytes))
	}
	return max(n, 1)
}

// tailShare returns the share of the remaining pairings that one group of equal tasks near the end
// of a batch contains. seconds is the time that the remaining pairings take per slot, a goroutine
// that plays games.
//
// A larger share makes fast slots wait longer for the slowest one. A smaller share makes more
// tasks, and a slot waits after each; this matters more in a short round. The values are from
// simulations with two slots of unequal speed.
func tailShare(seconds float64) float64 {
	if seconds > 0 && seconds < shortRound.Seconds() {
		return 0.9
	}
	return 0.75
}

// shortRound is a limit for the remaining playing time of a round, for each goroutine that plays
// games. Below it the last tasks are larger than usual; see [tailShare].
const shortRound = 300 * time.Millisecond

// leastTask returns the shortest duration of a task at the end of a batch, a schedule of games. The
// lower limit bounds the time that goroutines wait between tasks, and the number of tasks per
// second on the server.
func leastTask(slots int) time.Duration {
	return min(max(5*time.Millisecond, time.Duration(slots)*time.Millisecond), fullTask)
}

// estimate returns the expected duration of a task with the given number of pairings, or 0
// without measurements.
func (p *pace) estimate(pairings int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Duration(p.seconds * float64(pairings) * float64(time.Second))
}
