package runs

import (
	"math"
	"testing"
	"time"
)

// The pace is that of workers who play pairings of a fixed length without a break, also
// where a program is started first or the measurement ends in the middle of pairings.
func TestPace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		workers               int
		start, length, window float64 // in seconds
		want, within          float64
	}{
		"many short games":        {2, 0, 0.01, 1, 400, 0.02},
		"programs start slowly":   {2, 1.5, 0.5, 10, 8, 0.07},
		"a few long games":        {2, 0, 0.8, 1, 5, 0.3},
		"one worker":              {1, 0.2, 0.3, 4, 6.67, 0.1},
		"less than one a worker":  {1, 0, 3, 4, 0.67, 0.5},
		"many workers, long ones": {8, 0, 1.5, 4, 10.7, 0.15},
	} {
		p := &pace{workers: c.workers}
		for at := c.start + c.length; at <= c.window; at += c.length {
			for range c.workers {
				p.finished = append(p.finished, time.Duration(at*float64(time.Second)))
				p.games += 2
			}
		}
		got := p.perSecond(time.Duration(c.window * float64(time.Second)))
		if math.Abs(got-c.want) > c.within*c.want {
			t.Errorf("%s: %.2f games a second, want %.2f", name, got, c.want)
		}
	}
	if got := (&pace{workers: 4}).perSecond(time.Second); got != 0 {
		t.Errorf("without a game %v", got)
	}
}
