// Package ludus speaks ludus/1, a protocol for agents in any language: Lanista
// writes a request, one JSON object on a line of standard input, and the program
// answers each with exactly one line on standard output. docs/agents.md describes
// it for people who write agents.
//
// What comes in: a process ([driver.Options]). What goes out: a [Session], which is
// a [driver.Session] for programs that choose moves, and plays whole games with
// those that referee themselves ([Session.Play]).
//
// What a program writes is judged strictly where it matters and generously where it
// does not: a line that does not begin with { is noise, which is counted; one that
// does, and is no answer to the request, is malformed.
package ludus
