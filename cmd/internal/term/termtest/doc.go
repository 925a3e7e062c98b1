// Package termtest has pseudo-terminals and an emulator for tests of terminal output.
package termtest
