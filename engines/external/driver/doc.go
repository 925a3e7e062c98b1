// Package driver is what all protocols of agent programs have in common: the
// conversation with one process as the rest of Lanista sees it.
//
// What comes in: a process that has been started, and what the config says about
// it ([Options]). What goes out: a [Session], which says what the program is
// ([Description]), tells it of games and asks it for moves.
//
// Who is to blame is told by the errors. One that wraps an *[engines.Fault] is the
// program's own failure, and costs it the game; ctx's error is nobody's; any other
// is one of the machine's. [Blame] turns the errors of package proc into these.
package driver
