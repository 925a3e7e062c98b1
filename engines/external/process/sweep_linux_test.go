package process

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// Sweep finds a process that left its group by its mark, and no other process.
func TestSweep(t *testing.T) {
	t.Parallel()
	daemon := func(mark string) int {
		p := beginCommand(t, Command{
			Args: []string{os.Args[0]}, Mark: mark, Env: []string{modeVariable + "=daemon", "GORACE=atexit_sleep_ms=0"},
		})
		line, err := p.Line(t.Context(), soon())
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(string(line))
		if err != nil {
			t.Fatal(err)
		}
		p.End(time.Minute)
		return pid
	}
	mine, other := daemon("mine"), daemon("other")
	if !living(t, mine) || !living(t, other) {
		t.Fatal("a process in a session of its own ended with its parent")
	}
	Sweep("mine")
	for until := soon(); living(t, mine); time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("it is still there")
		}
	}
	if !living(t, other) {
		t.Error("a process with another mark has ended")
	}
	Sweep("other")
}
