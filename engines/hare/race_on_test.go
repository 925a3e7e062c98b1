//go:build race

package hare

// effort divides the number of random trials under the race detector.
const effort = 10
