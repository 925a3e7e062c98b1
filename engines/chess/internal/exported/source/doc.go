// Package source is the program that the export writes for the chess agents, in the subset of Go
// that package engines/portable describes. Nothing imports it: package exported embeds its files as
// text.
package source
