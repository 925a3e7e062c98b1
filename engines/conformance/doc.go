// Package conformance tests whether a game fulfils the contract of package engines.
//
// [Check] plays random games with every number of seats and runs all [Tests] on them. Among
// other things it checks that positions and moves are read back from their texts, that
// clones are independent, that a seed always deals the same game, that impossible settings
// and weights return errors with their names, and that players repeat their games.
//
// [Quick] runs a part of the tests before a run. In a Go test, use enginetest.Run.
//
// The tests do not know the rules of a game. A game needs tests of its own for them.
package conformance
