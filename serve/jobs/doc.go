// Package jobs plays runs in processes of their own: a queue that starts the
// program itself with a verb and a config, and stops it with an interrupt.
//
// What comes in: a [Work], a config that has been checked, or a run to go on with.
// What goes out: a [Job], which says how far it is, and the last lines that its
// process has written. It knows no network; package serve does.
//
// A process writes into a file, not into a pipe, and has a group of its own: it goes
// on when the server is killed, and an interrupt typed for the server does not reach
// it twice. What it has finished is in the store in any case.
package jobs
