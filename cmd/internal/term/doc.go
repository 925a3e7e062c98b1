// Package term writes text to a terminal: tables that fit the width of the screen, colours, and
// the progress of long work. It also reads lines from a terminal.
//
// [New] wraps an output stream as a [Screen]. If the stream is a terminal, the text is coloured
// and wrapped to its width. For a file or a pipe it is plain text.
package term
