// Package executortest tests executors. [Run] plays schedules of all kinds with an executor
// and fails the test if the results differ from those of [tournament.Local] with one worker,
// or if the executor does not end correctly when it is cancelled, when the caller leaves the
// loop, or when the arena fails.
//
// [Memory] is a short example of an executor. Its jobs travel over a transport in memory that
// reorders, repeats and loses messages, as a network does.
package executortest
