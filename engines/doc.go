// Package engines is the contract that every game keeps, and the referee that
// plays a game between agents.
//
// What comes in: a game ([Engine]) and the agents that play it ([Agent]: a
// name, weights, settings). What goes out: the [Outcome] of a game, a place for
// every seat.
//
// An Engine makes tables ([Game]) and players ([Player]). The referee
// ([NewArena]) seats the players at a table, asks the one to move, applies the
// move, and reports the outcome; a player that fails, panics or moves illegally
// forfeits. Tournaments know only [Arena], so a program in another process can
// stand in for a game written in Go.
//
// Nothing here is random in itself. A game's dice, cards and mines are a
// function of its seed, and seeds are derived from their place in a run by
// [Seed], never drawn from a shared stream: a result is a function of
// configuration and seed alone.
//
// The package knows no tournament and imports no other package of this module.
package engines
