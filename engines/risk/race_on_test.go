//go:build race

package risk

// effort divides the number of random trials under the race detector.
const effort = 10
