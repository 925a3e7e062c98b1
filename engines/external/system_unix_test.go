//go:build unix

package external

import "syscall"

// ownSession returns attributes that make a process the leader of a session, so that it leaves the
// group of its parent.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// segfault ends this process by a signal that Go does not catch.
func segfault() { _ = syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, nil) }

// shell is a program that every system has.
const shell = "sh"
