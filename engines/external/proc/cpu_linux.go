package proc

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// tick is the unit of times in /proc, which is a hundredth of a second on every
// machine that Go runs on.
const tick = 10 * time.Millisecond

// spent is the processor time of a process that lives, and of what it has started
// and waited for.
func spent(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// The name of the executable, in brackets, may have anything in it.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const first = 11 // utime, stime, cutime, cstime follow each other from here
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
