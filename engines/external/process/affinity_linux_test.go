package process

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A process is bound with the threads that it has and with the processes that it has started. The test
// binary has several threads, as an engine has whose search has a thread of its own.
func TestBindAllThreads(t *testing.T) {
	t.Parallel()
	p := begin(t, "family")
	line, err := p.Line(t.Context(), soon())
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(string(line))
	if err != nil {
		t.Fatal(err)
	}
	cores := Cores()
	core := cores[len(cores)-1]
	if err := p.Bind(core); err != nil {
		t.Fatal(err)
	}
	for pid, least := range map[int]int{p.PID(): 2, child: 1} { // a new process has one thread at first
		statuses, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
		if err != nil || len(statuses) < least {
			t.Fatalf("%d threads, %v", len(statuses), err)
		}
		for _, status := range statuses {
			text, err := os.ReadFile(status)
			if err != nil {
				continue // the thread has ended
			}
			if want := fmt.Sprintf("Cpus_allowed_list:\t%d\n", core); !strings.Contains(string(text), want) {
				t.Errorf("%s has no %q", status, want)
			}
		}
	}
}
