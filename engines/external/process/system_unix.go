//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// attributes returns attributes by which a new process becomes the leader of a new process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// group is the process group of a process that was started.
type group struct{ leader int }

// newGroup returns the group of a process that has just been started.
func newGroup(c *exec.Cmd) group { return group{c.Process.Pid} }

// kill kills the process and the other processes of its group.
func (g group) kill() { _ = syscall.Kill(-g.leader, syscall.SIGKILL) }

// release does nothing on this system.
func (group) release() {}

// makePipe returns the two ends of a new pipe: theirs for a process, ours for Lanista. The process
// reads from the pipe if inward is true, otherwise it writes to it.
func makePipe(inward bool) (theirs, ours *os.File, err error) {
	r, w, err := os.Pipe()
	if inward {
		return r, w, err
	}
	return w, r, err
}
