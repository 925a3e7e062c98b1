//go:build race

package tournament

// raced divides the repetitions of simulations under the race detector.
const raced = 4
