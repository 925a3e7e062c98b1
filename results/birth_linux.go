package results

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// birth returns a text that identifies a process among all processes of this machine, past and
// future. It contains the boot, the namespace of process ids, and the time from the boot to the
// start of the process. It is "" if the process does not exist or the system does not show this
// data.
func birth(pid int) string {
	start, _ := processState(pid)
	place := bootAndNamespace()
	if start == "" || place == "" {
		return ""
	}
	return place + "." + start
}

// bootAndNamespace returns a text that identifies the boot of the machine and the namespace of
// process ids. It is the first part of the text that [birth] returns.
func bootAndNamespace() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	namespace, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + "." + strings.Trim(namespace, "pid:[]")
}

// processState returns the time from the boot to the start of a process, in ticks of the kernel,
// and the letter of the process's state. If the process does not exist, start is "" and state is 0.
func processState(pid int) (start string, state byte) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return "", 0
	}
	// The second field is the name of the program in parentheses, which may contain both.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 {
		return "", 0
	}
	return string(fields[19]), fields[0][0]
}

// findProcess reports whether a process is still running. pid is its id, and born is the text that
// [birth] returned for it. The result is unknown if the process is stopped or born is from another
// boot. It is invisible if born is from another namespace of the same boot.
func findProcess(pid int, born string) presence {
	at, place := strings.LastIndexByte(born, '.'), bootAndNamespace()
	boot, _, known := strings.Cut(place, ".")
	switch {
	case at < 0 || !known || !strings.HasPrefix(born, boot+"."):
		return unknown
	case born[:at] != place:
		return invisible
	}
	switch start, state := processState(pid); {
	case start != born[at+1:], state == 'Z', state == 'X': // ended, and perhaps not yet removed
		return ended
	case state == 'T', state == 't': // stopped; it may continue, but does not renew its lease
		return unknown
	}
	return running
}
