//go:build !linux

package results

// birth returns "", because this system does not identify processes independently of the clock.
func birth(int) string { return "" }

// findProcess returns unknown, because this system cannot distinguish processes with the same id.
func findProcess(int, string) presence { return unknown }
