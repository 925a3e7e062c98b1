// Package term writes text for people: tables that fit the width of the screen, colours,
// the progress of long work, and lines that a person types.
//
// [New] wraps an output stream as a [Screen]. If the stream is a terminal, its output is
// coloured and fitted to the width; for a file or a pipe it is plain text. The package knows
// no game and no run.
package term
