// Package programtest has small programs for tests. They speak UCI, GTP or NBoard, play legal
// moves with two weights that change their play, and misbehave as their mode says. A test
// binary that was started as a program calls [UCI], [GTP] or [NBoard] before anything else.
package programtest
