// Package project writes the folder of a new game or bot: a working example with a config
// that tunes it, for an author to change. The folder templates has one folder for each
// language and kind; its files are text/template templates of the files that are written.
package project
