package proc

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// sweeps is how often Sweep looks again: what it kills may just have started more.
const sweeps = 10

// Sweep kills the processes that carry a mark, see [Command.Mark]: those that were
// started by a marked one and have left its group, such as a daemon with a session
// of its own. Who has emptied its environment cannot be found, and on other systems
// than Linux nobody is looked for.
func Sweep(mark string) {
	for range sweeps {
		marked := carriers(mark)
		if len(marked) == 0 {
			return
		}
		for _, pid := range marked {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// carriers lists the processes with a mark in their environment. One that has ended
// has none.
func carriers(mark string) (found []int) {
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		return nil
	}
	for _, name := range files {
		env, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended, or is somebody else's
		}
		for variable := range bytes.SplitSeq(env, []byte{0}) {
			if string(variable) == markVariable+"="+mark {
				if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil && pid != os.Getpid() {
					found = append(found, pid)
				}
				break
			}
		}
	}
	return found
}
