// Package process starts programs and exchanges lines with them over standard input and
// output. It assumes that a program may misbehave in any way.
//
// A [Command] is an argument list; no shell reads it. [Process.Send] and [Process.Line]
// write and read lines within a deadline and return [ErrTime], [ErrInput], [ErrLong] or an
// [*EndedError] with the exit status and the end of standard error.
//
// No call waits beyond its deadline. The package detects an exit by waiting for the
// process, because a grandchild may hold the pipes open. Standard error is always read.
// Every process has a group of its own, which is killed as a whole: a process group, or a job object
// of Windows. On Linux and Windows, processes also end when Lanista is killed. On Linux, [Sweep] ends
// those that have left their group.
package process
