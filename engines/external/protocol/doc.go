// Package protocol exchanges requests and answers with a running program in one of four
// protocols: ludus/1 (docs/agents.md), UCI, GTP and NBoard.
//
// [Open] returns a [Session] for a process. The session does the handshake, which returns a
// [Description] of the program, sends the games and requests the moves. Only ludus has
// programs that play whole games or own the rules of a game; [Ludus] has methods for them.
//
// The type of an error decides who is at fault. An error that wraps an *[engines.Fault] is
// the program's own failure and forfeits the game. The error of the context is no failure.
// Any other error is a failure of the machine.
package protocol
