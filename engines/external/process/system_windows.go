package process

import (
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// attributes returns attributes by which a new process gets a console process group of its own.
// Ctrl+C then stops only Lanista, and Lanista ends the process.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// group is a process that was started, with the processes that it has started. They belong to a job
// object of Windows, and Windows kills them when the last handle of the job is closed. This happens
// at the latest when Lanista ends.
type group struct {
	leader *os.Process
	job    windows.Handle // 0 if the system refused the job
}

// newGroup puts a process that has just been started into a new group. Processes that it has
// already started do not belong to the group.
func newGroup(c *exec.Cmd) group {
	g := group{leader: c.Process}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return g
	}
	limit := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limit)), uint32(unsafe.Sizeof(limit)))
	if err == nil {
		if failed := c.Process.WithHandle(func(process uintptr) {
			err = windows.AssignProcessToJobObject(job, windows.Handle(process))
		}); failed != nil {
			err = failed
		}
	}
	if err != nil {
		_ = windows.CloseHandle(job)
		return g
	}
	g.job = job
	return g
}

// kill kills the processes of the group.
func (g group) kill() {
	if g.job == 0 || windows.TerminateJobObject(g.job, 1) != nil {
		_ = g.leader.Kill()
	}
}

// release kills the processes of the group that still run, and closes the handle of the group's job
// object.
func (g group) release() {
	if g.job != 0 {
		_ = windows.CloseHandle(g.job)
	}
}
