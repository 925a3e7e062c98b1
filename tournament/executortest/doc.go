// Package executortest tests implementations of [tournament.Executor].
//
// [Run] plays schedules of every kind through an executor and checks that it returns the
// results of [tournament.Local] with one worker, and that it ends correctly when it is
// cancelled, when the caller leaves the loop, and when the arena fails.
//
// [Memory] is an executor over a simulated network that reorders, repeats and loses
// messages. It is the first executor that Run tests, and a short example of one.
package executortest
