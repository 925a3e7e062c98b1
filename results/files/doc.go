// Package files writes files whole or not at all.
//
// What comes in: a path and the contents. What goes out: a file that no reader
// ever sees half-written, or an error that names the path that was asked for.
package files
