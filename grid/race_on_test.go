//go:build race

package grid

// effort divides the number of random trials under the race detector.
const effort = 10
