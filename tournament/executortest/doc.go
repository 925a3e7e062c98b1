// Package executortest holds executors to their contract.
//
// What comes in: how to make an executor that plays in a given arena. What goes
// out: failures of the test it was called from. [Run] plays schedules of every
// kind through the executor and checks that it gives what [tournament.Local]
// with one worker gives, and that it ends as it must when it is cancelled, left,
// or let down by the arena.
//
// [Memory] is an executor over a transport that reorders, repeats and loses
// messages, as a network does, without a network: the first client of Run, and a
// short example of an executor.
package executortest
