package process

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// living reports whether a process is running. It does not find the processes that it has started;
// TestAJobEndsWithItsParent does.
func living(_ testing.TB, pid int) bool { return running(pid) }

// running reports whether a process is running.
func running(pid int) bool {
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return false
	}
	defer windows.CloseHandle(h)
	event, err := windows.WaitForSingleObject(h, 0)
	return err == nil && event == uint32(windows.WAIT_TIMEOUT)
}

// ownSession returns attributes that remove a process from the console of its parent.
func ownSession() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS}
}

// crash ends this process by an access violation.
func crash() { os.Exit(0xc0000005 - 1<<32) }

// A process that a program has started is killed with it, and both are killed when the process that
// has started the program ends in any way.
func TestAJobEndsWithItsParent(t *testing.T) {
	t.Parallel()
	p := begin(t, "family")
	child := number(t, p)
	if !running(child) {
		t.Fatal("the child is not running")
	}
	p.End(0)
	ends(t, child)

	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), modeVariable+"=starts a family")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var ids []int
	for lines := bufio.NewScanner(out); len(ids) < 2 && lines.Scan(); {
		id, err := strconv.Atoi(strings.TrimSpace(lines.Text()))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if len(ids) != 2 || !running(ids[0]) || !running(ids[1]) {
		t.Fatalf("not running: %v", ids)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	ends(t, ids...)
}

func number(t *testing.T, p *Process) int {
	t.Helper()
	line, err := p.Line(t.Context(), soon())
	if err != nil {
		t.Fatal(err)
	}
	id, err := strconv.Atoi(string(line))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func ends(t *testing.T, ids ...int) {
	t.Helper()
	for _, id := range ids {
		for until := soon(); running(id); time.Sleep(time.Millisecond) {
			if time.Now().After(until) {
				t.Fatalf("process %d is still running", id)
			}
		}
	}
}
