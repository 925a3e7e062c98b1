package process

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Cores returns the numbers of the processor cores that this process may use. It returns nil if the
// system does not report them.
func Cores() []int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil
	}
	var cores []int
	for core := 0; len(cores) < set.Count(); core++ {
		if set.IsSet(core) {
			cores = append(cores, core)
		}
	}
	return cores
}

// bind restricts a process, the processes that it has started and all their threads to one core.
// The kernel binds each thread separately, and new threads may start meanwhile. So bind repeats its
// search until it finds no thread that is not bound yet.
func bind(pid, core int) error {
	var set unix.CPUSet
	set.Set(core)
	bound := make(map[int]bool)
	for {
		before := len(bound)
		for _, thread := range threads(pid) {
			if bound[thread] {
				continue
			}
			switch err := unix.SchedSetaffinity(thread, &set); {
			case err == nil:
				bound[thread] = true
			case !errors.Is(err, unix.ESRCH): // otherwise it has just ended
				return err
			}
		}
		if len(bound) == before {
			return nil
		}
	}
}

// threads returns the IDs of the threads of a process and of the processes that it has started, as
// far as the kernel lists these.
func threads(pid int) (list []int) {
	tasks := fmt.Sprintf("/proc/%d/task", pid)
	entries, err := os.ReadDir(tasks)
	if err != nil {
		return nil // the process has ended
	}
	for _, entry := range entries {
		thread, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		list = append(list, thread)
		children, err := os.ReadFile(fmt.Sprintf("%s/%d/children", tasks, thread))
		if err != nil {
			continue
		}
		for _, child := range strings.Fields(string(children)) {
			if id, err := strconv.Atoi(child); err == nil {
				list = append(list, threads(id)...)
			}
		}
	}
	return list
}
