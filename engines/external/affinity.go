package external

import (
	"fmt"
	"sync"

	"github.com/lanista/lanista/engines/external/process"
)

// cores distributes processor cores over the goroutines that play games, one core for each.
// Programs of different games then run on different cores. A nil *cores binds no program to a core.
type cores struct {
	mu   sync.Mutex
	free []int
}

// newCores returns the cores of the machine. It returns an error if there are fewer than workers, or
// if the system cannot bind processes to cores.
func newCores(workers int) (*cores, error) {
	all := process.Cores()
	switch {
	case all == nil:
		return nil, fmt.Errorf("this system cannot bind programs to cores; only Linux can")
	case len(all) < workers:
		return nil, fmt.Errorf("%d games at once need as many cores, and %d are available; use --workers %d", workers, len(all), len(all))
	}
	return &cores{free: all}, nil
}

// take removes a core from the free ones and returns it. ok is false if no core is free, or if
// programs are not bound to cores.
func (c *cores) take() (core int, ok bool) {
	if c == nil {
		return 0, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.free) == 0 {
		return 0, false
	}
	core, c.free = c.free[0], c.free[1:]
	return core, true
}

// giveBack makes a core available again.
func (c *cores) giveBack(core int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.free = append(c.free, core)
}
