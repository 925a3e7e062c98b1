// Package protocol exchanges requests and answers with a running program. It implements five
// protocols: ludus/1 (docs/agents.md), UCI, xboard, GTP and NBoard.
//
// [Open] returns a [Session] for a process. The session performs the handshake, in which the
// program describes itself ([Description]). It then sends the games and requests the moves. Only
// programs that speak ludus may play whole games or implement the rules of a game. [Ludus] has
// methods for them.
//
// The type of an error shows who is at fault. An error that wraps an *[engines.Fault] is a
// failure of the program and forfeits the game. The error of the context is no failure. Any other
// error is a failure of the machine.
package protocol
