package workers

import (
	"testing"
	"time"
)

// The first measurement of the time and the size of pairings counts alone. Each later one has a fifth
// of the weight.
func TestPaceIsAnAverage(t *testing.T) {
	t.Parallel()
	var p pace
	for _, c := range []struct {
		pairings int
		took     time.Duration
		bytes    int
		each     time.Duration // of a pairing, on average
		limit    int           // pairings of a task, because of the size of its result
	}{
		{2, 4 * time.Microsecond, 2 << 10, 2 * time.Microsecond, 256},
		{4, 48 * time.Microsecond, 24 << 10, 4 * time.Microsecond, 128},
		{1, 9 * time.Microsecond, 7 << 10, 5 * time.Microsecond, 85},
	} {
		p.add(c.pairings, c.took, c.bytes)
		if got := p.estimate(10); (got - 10*c.each).Abs() > time.Nanosecond {
			t.Errorf("ten pairings are expected to take %v, want %v", got, 10*c.each)
		}
		if got := p.size(1<<20, 1, 1, nil); got < c.limit-1 || got > c.limit {
			t.Errorf("a task has %d pairings, want %d", got, c.limit)
		}
	}
	var quick pace
	quick.add(1, time.Nanosecond, 0)
	if got := quick.estimate(1000); got != time.Microsecond {
		t.Errorf("a pairing of a nanosecond counts as %v", got/1000)
	}
}

// A task has at least one pairing, at most four before the first measurement, and at most maxStretch.
// It is short until youngTasks tasks have been measured.
func TestPaceAtItsLimits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tasks                      int           // measured
		each                       time.Duration // of a pairing
		bytes                      int           // of a pairing
		left, workers, slots, want int
	}{
		"nothing is known":     {0, 0, 0, 1000, 1, 1, 4},
		"one pairing is left":  {0, 0, 0, 1, 1, 1, 1},
		"none is left":         {0, 0, 0, 0, 1, 1, 1},
		"shared by two":        {0, 0, 0, 5, 2, 2, 1},
		"a young worker":       {youngTasks - 1, time.Millisecond, 0, 5000, 1, 1, 200},
		"eight tasks":          {youngTasks, time.Millisecond, 0, 5000, 1, 1, 1000},
		"results of no size":   {youngTasks, time.Microsecond, 0, 1 << 20, 1, 1, maxStretch},
		"results of one byte":  {youngTasks, time.Microsecond, 1, 1 << 20, 1, 1, maxStretch},
		"results of 512 bytes": {youngTasks, time.Microsecond, 512, 1 << 20, 1, 1, 512},
		"huge results":         {youngTasks, time.Microsecond, 1 << 20, 1 << 20, 1, 1, 1},
		"slow games":           {youngTasks, time.Minute, 0, 1 << 20, 1, 1, 1},
		"no slots":             {youngTasks, time.Millisecond, 0, 100, 0, 0, 90},
		"one slot":             {youngTasks, time.Millisecond, 0, 100, 0, 1, 90},
		"two slots":            {youngTasks, time.Millisecond, 0, 100, 0, 2, 45},
		"a long rest":          {youngTasks, time.Millisecond, 0, 800, 2, 2, 300},
		"the end":              {youngTasks, time.Millisecond, 0, 2, 2, 2, 5},
	} {
		var p pace
		for range c.tasks {
			p.add(1, c.each, c.bytes)
		}
		if got := p.size(c.left, c.workers, c.slots, new(tailBatch)); got != c.want {
			t.Errorf("%s: a task has %d pairings, want %d", name, got, c.want)
		}
	}
}

// Short rests of a batch are given out in larger shares. Without measurements a rest counts as long.
func TestShareOfTheRest(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]float64{0: 0.75, 0.001: 0.9, 0.299: 0.9, 0.3: 0.75, 0.5: 0.75, 2: 0.75} {
		if got := tailShare(seconds); got != want {
			t.Errorf("a task has %v of a rest of %v s, want %v", got, seconds, want)
		}
	}
	for slots, want := range map[int]time.Duration{1: 5 * time.Millisecond, 5: 5 * time.Millisecond, 6: 6 * time.Millisecond, 300: 300 * time.Millisecond, 5000: time.Second} {
		if got := leastTask(slots); got != want {
			t.Errorf("the shortest task for %d slots takes %v, want %v", slots, got, want)
		}
	}
}
