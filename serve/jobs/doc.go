// Package jobs executes runs in separate processes. A queue starts the program itself with a
// command and a config, and stops it with an interrupt.
//
// [Work] describes a run to start or to resume. [Job] contains its state and [Queue.Output] the
// last lines of its output. The package has no network functions; package serve provides them.
//
// A process writes its output to a file, not to a pipe, and has its own process group.
// Therefore it continues if the server is killed, and an interrupt typed for the server does
// not reach it twice. All finished games of a run are in the store.
package jobs
