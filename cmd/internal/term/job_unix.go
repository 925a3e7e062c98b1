//go:build unix

package term

import (
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// EraseOnSuspend erases the progress bar whenever Ctrl-Z suspends the process, so that the shell
// does not print its prompt into the bar. The suspended time is not counted when the speed of the
// work is computed. EraseOnSuspend does nothing if the stream is not a terminal, or if the process
// was not started by a shell. The caller must call stop at the end.
func (s *Screen) EraseOnSuspend() (stop func()) {
	if !s.Interactive() || signal.Ignored(syscall.SIGTSTP) || !startedByShell() {
		return func() {}
	}
	suspend, resume := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(suspend, syscall.SIGTSTP)
	signal.Notify(resume, syscall.SIGCONT)
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-suspend:
				s.suspend(resume, ended)
			case <-ended:
				return
			}
		}
	}()
	return func() {
		signal.Stop(suspend)
		signal.Stop(resume)
		close(ended)
	}
}

// startedByShell reports whether the parent of the process is probably a shell that can resume it.
// Such a parent belongs to the same session, but to another process group.
func startedByShell() bool {
	parent := os.Getppid()
	session, err := unix.Getsid(parent)
	if err != nil {
		return false
	}
	own, err := unix.Getsid(0)
	if err != nil || own != session {
		return false
	}
	job, err := unix.Getpgid(parent)
	return err == nil && job != unix.Getpgrp()
}

// suspend erases the progress bar and suspends the process until it receives SIGCONT. Nothing is written
// to the screen meanwhile. A closed channel ended also ends the wait.
func (s *Screen) suspend(resume <-chan os.Signal, ended <-chan struct{}) {
	if !startedByShell() { // the shell has ended since
		return
	}
	// A write holds the lock, and it blocks if a pager reads no further: the shell waits meanwhile.
	if s.shared.mu.TryLock() {
		defer s.shared.mu.Unlock()
		s.shared.erase()
	}
	for len(resume) > 0 {
		<-resume
	}
	began := time.Now()
	// The default action of SIGTSTP cannot be restored in a Go program.
	if syscall.Kill(os.Getpid(), syscall.SIGSTOP) == nil {
		select {
		case <-resume:
		case <-ended:
		}
	}
	s.shared.suspended.Add(int64(time.Since(began)))
}

// inBackground reports whether a stream is the terminal of the process and a shell has put the process
// into the background, as with &.
func inBackground(stream io.Writer) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	job, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil && job != unix.Getpgrp()
}
