// Package jobs executes runs in processes of their own: a queue starts the program itself
// with a verb and a config, and stops it with an interrupt.
//
// A [Work] is a config that has been checked, or a run to continue. A [Job] is its
// progress, with the last lines of the output of its process. The package has no network;
// package serve does.
//
// A process writes into a file, not into a pipe, and has a process group of its own.
// Therefore it continues if the server is killed, and an interrupt typed for the server
// does not reach it twice. Everything that it has finished is in the store.
package jobs
