package process

import "golang.org/x/sys/unix"

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

// bind restricts a process and the threads that it starts later to one core.
func bind(pid, core int) error {
	var set unix.CPUSet
	set.Set(core)
	return unix.SchedSetaffinity(pid, &set)
}
