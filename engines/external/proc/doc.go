// Package proc runs the programs of other people: processes that are spoken to by
// lines on standard input and output, and that may do anything.
//
// What comes in: a [Command], an argument list that no shell ever sees. What goes
// out: lines, each within its time ([Process.Send], [Process.Line]), or a word for
// what went wrong: [ErrTime], [ErrInput], [ErrLong], or an [*EndedError] with the
// exit status and what the program said last on standard error.
//
// What it promises: no call waits longer than its deadline, however the program
// behaves. An exit is noticed by waiting for the process, so that a grandchild
// that holds the pipes cannot hide it. Standard error is always read. Every
// process has a group of its own, which is killed as a whole; on Linux processes
// also end when Lanista is killed, and [Sweep] ends those that have left their group.
//
// On Windows it goes as far as it goes: there are no groups, so that what a
// program has started itself may outlive it, and pipes may have no deadlines, so
// that a program that does not answer is waited for.
package proc
