package results

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The clock may be set while a run is written. Then it does not tell whether a process of the same
// machine has ended, but its birth does.
func TestLeaseIsIndependentOfTheClock(t *testing.T) {
	t.Parallel()
	child := exec.Command("sleep", "60")
	must(t, child.Start())
	defer func() { _ = child.Process.Kill() }()
	pid := child.Process.Pid
	l := lease{process: "text" + birthMark + birth(pid), token: "t", host: "here", pid: pid, beat: time.Now()}
	earlier := l
	earlier.process += "0" // a process that had the same id and started at another time
	alive := func(what string, l lease, want, later bool) {
		t.Helper()
		for _, apart := range []time.Duration{0, time.Hour, 24 * time.Hour, -time.Hour, -24 * time.Hour} {
			if got := l.alive("here", l.beat.Add(apart)); got != want && apart <= leaseStale || got != later && apart > leaseStale {
				t.Errorf("%s, the clock is set by %v: alive %v", what, apart, got)
			}
		}
	}
	alive("a process that runs", l, true, true)
	alive("an earlier process of the same id", earlier, false, false)
	elsewhere := l
	elsewhere.host = "there"
	alive("a process of another machine", elsewhere, true, false)
	// A container whose host name is that of this machine has its own namespace of process ids. An id
	// of it belongs to no process or to another process here, perhaps to this one.
	parts := strings.Split(birth(pid), ".")
	for what, id := range map[string]int{"that no process has": 1 << 30, "of this process": os.Getpid(), "of another process": pid} {
		apart := l
		apart.pid, apart.process = id, "text"+birthMark+parts[0]+".1."+parts[2]
		alive("a process of another namespace with an id "+what, apart, true, false)
	}
	before := l
	before.pid, before.process = 1<<30, "text"+birthMark+"another-boot."+parts[1]+"."+parts[2]
	alive("a process from before the boot", before, false, false)
	before.pid = os.Getpid()
	alive("a process from before the boot with the id of this process", before, false, false)
	must(t, child.Process.Signal(syscall.SIGSTOP))
	awaitState := func(want byte) {
		for state := byte(0); state != want; _, state = processState(pid) {
			time.Sleep(time.Millisecond)
		}
	}
	awaitState('T')
	alive("a stopped process", l, true, false)
	must(t, child.Process.Kill())
	awaitState('Z')
	alive("a killed process that is not yet removed", l, false, false)
	_ = child.Wait()
	alive("a process that is gone", l, false, false)
}
