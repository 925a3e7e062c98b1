// Package term writes text for people: tables that fit the width of the screen, colours, and
// the progress of long work. It also reads lines from a terminal.
//
// [New] wraps an output stream as a [Screen]. If the stream is a terminal, its output is
// coloured and fitted to the width; for a file or a pipe it is plain text.
package term
