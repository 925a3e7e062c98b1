package external

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lanista/lanista/engines/external/process"
)

// cores distributes processor cores over the goroutines that play games, one core for each.
// Programs of different games then run on different cores. A nil *cores binds no program to a core.
type cores struct {
	mu   sync.Mutex
	free []int
}

// newCores returns the processor cores of the machine for the given number of workers. It returns
// an error if there are fewer cores than workers, or if the system cannot bind processes to cores.
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

// threadOptions lists the names of the options with which chess engines set their number of
// threads, in lower case.
var threadOptions = []string{"threads", "number of threads", "cores"}

// oneThread returns an error if the options of the program give it several threads, which would share
// the core to which it is bound.
func (p Program) oneThread() error {
	for _, o := range p.Options {
		if n, err := strconv.Atoi(o.Value); err == nil && n > 1 && slices.Contains(threadOptions, strings.ToLower(o.Name)) {
			return fmt.Errorf("programs.%s.options.%s: %d threads would share one core; only programs with one thread can be bound to cores", p.Name, o.Name, n)
		}
	}
	return nil
}

// take reserves a free core and returns its number. ok is false if no core is free, or if programs
// are not bound to cores.
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
