// Package panics turns a recovered panic into an error of one line.
package panics
