// Package show has the optional abilities of a game that present it to people: a drawing for
// a terminal, a scene as data for a web page, an editor of positions, a guide in words,
// reports on events and the state of a game, and opponents by level.
//
// A game implements the interfaces that fit it. Callers find them with [engines.As] or use
// the functions of this package, which have an answer for every game.
package show
