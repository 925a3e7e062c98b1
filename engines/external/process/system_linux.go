package process

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// startCommand starts a process that the kernel kills when Lanista ends. It uses one thread that
// never ends, because the kernel also kills such processes when the thread that started them ends.
func startCommand(c *exec.Cmd) error {
	c.SysProcAttr.Pdeathsig = syscall.SIGKILL
	done := make(chan error, 1)
	startThread() <- func() { done <- c.Start() }
	return <-done
}

// startThread returns a channel of functions, which are executed on one thread that never ends.
// Processes must be started there, because the kernel kills them when the thread that started them
// ends.
var startThread = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

// maxSweeps is the largest number of times that [Sweep] repeats its search for processes to kill.
// It repeats the search because a process may have started another one before it was killed.
const maxSweeps = 10

// Sweep kills all processes whose environment contains mark ([Command.Mark]). It finds children
// of a program that have left the program's process group, such as daemons. It does not find a
// process that has cleared its environment. On systems other than Linux it does nothing.
func Sweep(mark string) {
	for range maxSweeps {
		marked := findMarked(mark)
		if len(marked) == 0 {
			return
		}
		for _, pid := range marked {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// findMarked returns the IDs of the processes whose environment contains mark, without this
// process. It does not use filepath.Glob, which would read the whole folder of every process of the
// machine.
func findMarked(mark string) (found []int) {
	list, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, entry := range list {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, err := os.ReadFile("/proc/" + entry.Name() + "/environ")
		if err != nil {
			continue // the process has ended, or belongs to another user
		}
		for variable := range bytes.SplitSeq(env, []byte{0}) {
			if string(variable) == markVariable+"="+mark {
				found = append(found, pid)
				break
			}
		}
	}
	return found
}

// tick is the unit of processor times in /proc: a hundredth of a second on every machine that Go
// supports.
const tick = 10 * time.Millisecond

// cpuTime returns the processor time of a running process and of its children that have been
// waited for. ok is false if it cannot be read.
func cpuTime(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// The name of the executable is in parentheses and may contain any character, so fields are
	// counted from the last parenthesis.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const first = 11 // utime, stime, cutime, cstime
	if len(fields) < first+4 {
		return 0, false
	}
	var sum time.Duration
	for _, f := range fields[first : first+4] {
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0, false
		}
		sum += time.Duration(n) * tick
	}
	return sum, true
}
