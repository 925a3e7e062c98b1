// Package project creates the folder of a new game or bot. The folder contains a working example,
// which the author can change, and a config that tunes its weights.
//
// The folder templates contains a folder of text/template files for each language and kind of
// project.
package project
