//go:build race

package rating

// raced divides the repetitions of simulations under the race detector.
const raced = 4
