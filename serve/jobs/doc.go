// Package jobs executes runs in separate processes. A queue starts this program with a command
// and a config for each run, and stops it with an interrupt.
//
// [Work] describes a run to start or to resume. [Job] contains its state, and [Queue.Output]
// returns the last lines of its output. The package has no network functions; package serve
// provides them.
//
// A process writes its output to a file instead of a pipe, and has a separate process group.
// Therefore it continues if the server is killed, and an interrupt typed for the server does not
// reach it as well. The store contains all finished games of a run.
package jobs
