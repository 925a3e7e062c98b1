// Package files writes files atomically: a reader sees either the old or the new contents, never a
// part of them.
package files
