// Package cli is what every command of a program has in common: exit codes, mistakes in
// what was typed, values of flags, flags from the environment, help.
//
// What comes in: a tree of cobra commands, and the program's name. What goes out: errors
// that know their exit code and say what was meant, and help texts in the program's own
// name. It knows no verb and no game.
package cli
