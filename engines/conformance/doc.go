// Package conformance tests whether a game meets the requirements of package engines.
//
// [Check] plays random games with every number of seats and runs all [Tests] on them. For
// example, it tests that positions and moves can be parsed from their texts, that clones are
// independent, and that a seed always gives the same game. It also tests that invalid settings
// and weights return errors with their names, and that players repeat their games.
//
// [Quick] runs a part of the tests before a run. In a Go test, use enginetest.Run.
//
// The rules themselves are not tested. A game needs tests of its own for them.
package conformance
