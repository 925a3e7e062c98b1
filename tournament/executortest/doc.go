// Package executortest tests implementations of [tournament.Executor]. [Run] plays schedules of
// all kinds with an executor. It fails the test if the results differ from those of
// [tournament.Local] with one worker. It also fails if the executor does not end correctly when
// it is cancelled, when the caller leaves the loop, or when the arena fails.
package executortest
