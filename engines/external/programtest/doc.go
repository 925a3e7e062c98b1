// Package programtest provides small external programs for tests. They speak UCI, GTP or NBoard
// and play legal moves. They have two weights that change how they play, and misbehave as their
// mode says. A test runs its own binary as the program, which calls [UCI], [GTP] or [NBoard] before
// anything else, or tools/testengines, which starts sooner.
package programtest
