// Package terminal draws text for a person: tables that fit the screen, colours,
// the progress of long work, questions that wait for a line.
//
// What comes in: the stream that a person may look at, wrapped as a [Screen], and
// texts and numbers. What goes out: lines on that stream, coloured and fitted where
// it is a terminal, plain where it is a file or a pipe. It knows no game and no run.
package terminal
