// Package show has optional interfaces through which a game presents itself to people. They
// provide a drawing for a terminal, a scene (data for a picture on a web page), an editor of
// positions, a guide in words, reports on events and the state of a game, and opponents of
// several levels of difficulty.
//
// A game implements the interfaces that suit it. Callers find them with [engines.As] or use the
// functions of this package, which work for every game.
package show
