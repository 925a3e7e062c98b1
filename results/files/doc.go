// Package files writes files atomically: a reader sees the old or the new contents, never a
// part.
package files
